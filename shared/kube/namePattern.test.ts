import { expect, it } from 'vitest'
import { matchesName } from './namePattern.ts'

it.each([
  ['*prod*', 'eu-prod-1', true],
  ['prod', 'prod-1', false],
  ['prod-?', 'prod-1', true],
  ['prod-?', 'prod-12', false],
  ['a.b', 'axb', false],
  ['arn:aws:*/shop', 'arn:aws:eks:eu:1:cluster/shop', true],
  ['*', '', true],
])('%s and %s: %s', (pattern, name, expected) => expect(matchesName(pattern, name)).toBe(expected))
