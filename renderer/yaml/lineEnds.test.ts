import { Text } from '@codemirror/state'
import { expect, it } from 'vitest'
import { insideOffset, joinEnds, splitEnds } from './lineEnds.ts'

it.each(['a\nb\n', 'a\r\nb\r\n', 'a\r\nb\nc\r\n', 'a\nb\r\nc\n', '\r\n\r\n\n', 'a\rb\n', '', 'a'])(
  '%j comes back as it was',
  whole => {
    const { text, lineEnd, odd } = splitEnds(whole)
    expect(text).not.toContain('\r\n')
    expect(joinEnds(Text.of(text.split('\n')), lineEnd, new Set(odd))).toBe(whole)
  },
)

it('an offset counts each line end once', () => {
  const whole = 'a\r\nb\nc\r\nd'
  const { text } = splitEnds(whole)
  for (const letter of 'abcd') expect(text[insideOffset(whole, whole.indexOf(letter))]).toBe(letter)
})
