import { expect, it } from 'vitest'
import { Warnings } from './warnings.ts'

const sent = (...texts: readonly string[]): readonly string[] => {
  const warnings = new Warnings()
  for (const text of texts) warnings.add(text)
  return warnings.sent
}

it('each is sent once, and none that is empty', () => {
  expect(sent('a', 'b', 'a', '')).toEqual(['a', 'b'])
})

it('one with a line break cannot be sent', () => {
  expect(sent('a\nb', 'c')).toEqual(['c'])
})

it('all are cut when they are too long together, as are later ones until the limit is met', () => {
  const long = (letter: string): string => letter.repeat(3000)
  expect(sent(long('a'), long('b'), long('c'))).toEqual(['a', 'b', 'c'].map(letter => letter.repeat(256)))
  const many = Array.from({ length: 30 }, (_, at) => String.fromCharCode(97 + (at % 26)).repeat(300 + at))
  expect(sent(...many)).toHaveLength(16)
})

it('characters are counted, not their halves', () => {
  expect(sent('😀'.repeat(4096))).toHaveLength(1)
  expect(sent('😀'.repeat(4097))).toEqual(['😀'.repeat(256)])
})
