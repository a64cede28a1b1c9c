import { expect, it } from 'vitest'
import { LineInput } from './lineInput.ts'

it.each([
  ['a line is sent whole by Enter', ['ab', 'c\r'], 'abc\n', 'abc\r\n'],
  [
    'a character can be taken back, and no more than there are',
    ['ab\u007f\u007f\u007f', 'c\r'],
    'c\n',
    'ab\b \b\b \bc\r\n',
  ],
  ['the line can be taken back', ['ab\u0015c\r'], 'c\n', 'ab\b \b\b \bc\r\n'],
  ['keys that move do nothing', ['a', '\u001b[D', 'b\r'], 'ab\n', 'ab\r\n'],
  ['Ctrl+D sends what is written', ['ab\u0004'], 'ab', 'ab'],
])('%s', (_rule, keys, input, echo) => {
  const line = new LineInput()
  const steps = keys.map(key => line.type(key))
  expect(steps.map(step => step.input).join('')).toBe(input)
  expect(steps.map(step => step.echo).join('')).toBe(echo)
  expect(steps.some(step => step.isEnd)).toBe(false)
})

it('Ctrl+D on an empty line is the end', () => {
  const line = new LineInput()
  expect(line.type('a\r\u0004')).toEqual({ echo: 'a\r\n', input: 'a\n', isEnd: true })
})
