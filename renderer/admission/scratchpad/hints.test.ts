import { describe, expect, it } from 'vitest'
import type { EvaluatedExpression } from '../../../shared/ipc/index.ts'
import { hintsOf, issueMarks, lineTexts, partAround, valueParts } from './hints.ts'
import { wholePlace } from './places.ts'

const source = "object.spec.replicas < 5 &&\n  object.metadata.name != 'x'"
const part = (words: string, text: string) => {
  const start = source.indexOf(words)
  return { start, end: start + words.length, text }
}
const expression: EvaluatedExpression = {
  field: 'expression',
  source,
  type: 'bool',
  result: { type: 'value', text: 'true' },
  cost: 5,
  explanation: source,
  parts: [
    { start: 0, end: source.length, text: 'true' },
    part('object.spec.replicas < 5', 'true'),
    part('object', '{…}'),
    part('object.spec', '{…}'),
    part('object.spec.replicas', '3'),
    part('object.metadata.name', `"${'x'.repeat(100)}"`),
  ],
  issues: [],
}
const place = wholePlace(source)

it('an error is no value: it stands at no end of a line, and the part at the cursor says what it is', () => {
  const failing: EvaluatedExpression = {
    ...expression,
    source: 'object.spec.x > 1',
    result: { type: 'error', message: "expression 'object.spec.x > 1' resulted in error: no such key: x" },
    parts: [
      { start: 0, end: 13, text: 'no such key: x' },
      { start: 0, end: 6, text: '{…}' },
    ],
  }
  const own = wholePlace(failing.source)
  expect(hintsOf(failing, own)).toEqual([])
  expect(valueParts(failing, own).map(({ isError }) => isError)).toEqual([true, false])
})

describe('values of an expression', () => {
  it('stand at the ends of lines, of the longest paths alone, and are kept short', () => {
    const lines = [...lineTexts(source, hintsOf(expression, place))]
    expect(lines[0]).toEqual([source.indexOf('\n'), 'object.spec.replicas = 3'])
    expect(lines[1]?.[0]).toBe(source.length)
    expect(lines[1]?.[1]).toMatch(/^object\.metadata\.name = "x+…$/)
  })

  it.each([
    ['replicas', '3'],
    ['< 5', 'true'],
    ['&&', 'true'],
  ])('at %j is that of the smallest part around: %s', (words, value) => {
    expect(partAround(valueParts(expression, place), source.indexOf(words) + 1)?.value).toBe(value)
  })

  it('of a text that has changed since are not shown', () => {
    const other = wholePlace(`${source} `)
    expect(hintsOf(expression, other)).toEqual([])
    expect(valueParts(expression, other)).toEqual([])
  })
})

describe('what is wrong', () => {
  const wrong = (offset: number) =>
    issueMarks({ ...expression, issues: [{ message: 'no', line: 1, column: 1, offset }] }, place)

  it('is marked from its place to the end of the word', () => {
    for (const word of ['.replicas', '&&', '!=', '<']) {
      const [mark] = wrong(source.indexOf(word))
      expect(source.slice(mark?.start, mark?.end)).toBe(word)
    }
  })

  it('at the end of the text still has a mark, and without a place has none', () => {
    expect(wrong(source.length)[0]?.start).toBe(source.length - 1)
    expect(wrong(-1)).toEqual([])
  })
})
