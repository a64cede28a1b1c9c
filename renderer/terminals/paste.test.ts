import { expect, it } from 'vitest'
import { pastedText, pasteQuestion } from './paste.ts'

it.each(['kubectl get pods', 'a\tb', 'ü 한글 👩‍👩‍👧'])('one plain line is as if it was typed: %j', text => {
  expect(pasteQuestion(text)).toBeNull()
})

it.each([
  ['rm -rf /tmp/x\n', 1, 0],
  ['a\r\nb\rc', 3, 0],
  ['a\u001b[201~b', 1, 1],
  ['a\u202eb\u200b', 1, 2],
  ['a\u0003', 1, 1],
])('%j is asked about', (text, lines, hidden) => {
  expect(pasteQuestion(text)).toEqual({ text, lines, hasBreak: /[\r\n]/.test(text), hidden })
})

it('line breaks become Enter, and nothing in a paste can end it or be a key', () => {
  const text = 'a\r\nb\u001b[201~;rm\n\u0003'
  expect(pastedText(text, { isBracketed: true, isOneLine: false })).toBe(
    '\u001b[200~a\rb[201~;rm\r\u001b[201~',
  )
  expect(pastedText(text, { isBracketed: false, isOneLine: false })).toBe('a\rb[201~;rm\r')
})

it('as one line nothing runs by itself', () => {
  expect(pastedText('  a \\\n\n   b\r\n', { isBracketed: false, isOneLine: true })).toBe('a \\ b')
})
