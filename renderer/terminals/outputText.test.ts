import { expect, it } from 'vitest'
import { OutputText } from './outputText.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** In pieces of a size, wherever they cut. */
function read(text: string, size: number): string {
  const output = new OutputText()
  const bytes = bytesOf(text)
  let all = ''
  for (let place = 0; place < bytes.length; place += size)
    all += output.read(bytes.subarray(place, place + size))
  return all
}

it.each([
  [
    'plain text and controls stay',
    'a\tb\r\n\u001b[31mred\u0007\u0000\u009b1m',
    'a\tb\r\n\u001b[31mred\u0007\u0000\u009b1m',
  ],
  [
    'letters of all scripts stay',
    'שלום مرحبا ไทย नमस्ते 한글 e\u0301 👩‍👩‍👧',
    'שלום مرحبا ไทย नमस्ते 한글 e\u0301 👩‍👩‍👧',
  ],
  ['what turns the order is left out', 'a\u202egnp.exe\u202c\u2066x\u2069\u200f', 'agnp.exex'],
  ['what has no width is left out', 'pay\u200bload\ufeff\u2060!', 'payload!'],
  ['a cell has a bounded number of marks', `a${'\u0301'.repeat(1000)}b`, `a${'\u0301'.repeat(8)}b`],
])('%s', (_rule, text, expected) => {
  for (const size of [1, 2, 3, 7, 100_000]) expect(read(text, size)).toBe(expected)
})

it('after a gap half a character is nothing', () => {
  const output = new OutputText()
  const [first = 0] = bytesOf('ü')
  expect(output.read(Uint8Array.of(first))).toBe('')
  output.restart()
  expect(output.read(bytesOf('a'))).toBe('a')
})
