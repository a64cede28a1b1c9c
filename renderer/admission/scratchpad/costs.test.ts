import { expect, it } from 'vitest'
import { perExpressionLimit } from '../../../shared/cel/index.ts'
import { costShare, costText, fieldTitle, mostCost } from './costs.ts'

it.each([
  ['expression', 'Expression'],
  ['spec.validations[0].expression', 'Validation 1'],
  ['spec.validations[2].messageExpression', 'Validation 3 · message'],
  ['spec.variables[0].expression', 'Variable 1'],
  ['spec.mutations[1].jsonPatch.expression', 'Mutation 2'],
  ['spec.other[1].x', 'spec.other[1].x'],
])('%s is called %s', (field, title) => expect(fieldTitle(field)).toBe(title))

it('the limit is that of the evaluation', () => expect(mostCost).toBe(perExpressionLimit))

it.each([
  [0, 0],
  [5, 1],
  [500_000, 50],
  [9_000_000, 100],
])('a cost of %i takes %i %% of the bar', (cost, share) => expect(costShare(cost)).toBe(share))

it('a cost is told with the limit', () => expect(costText(1234)).toBe('cost 1,234 of 1,000,000'))
