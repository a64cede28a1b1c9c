import { expect, test } from 'vitest'
import { keepLineEnds, plainLineEnds } from './lineEnds.ts'

test('line ends outside of the edited part stay, whatever their kind', () => {
  const before = 'a\r\nb\nc\rd\r\n'
  expect(keepLineEnds(before, plainLineEnds(before))).toBe(before)
  expect(keepLineEnds(before, 'a\nb2\nc\nd\n')).toBe('a\r\nb2\nc\rd\r\n')
  expect(keepLineEnds(before, 'a\nb\nc\nd\ne\n')).toBe('a\r\nb\nc\rd\r\ne\r\n')
  expect(keepLineEnds(before, '')).toBe('')
})

test('a new line has the line end that is there most', () => {
  expect(keepLineEnds('a\r\nb\r\n', 'a\nx\nb\n')).toBe('a\r\nx\r\nb\r\n')
  expect(keepLineEnds('', 'a\nb')).toBe('a\nb')
})
