import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { guardTerminal, terminalText } from './terminal.ts'

it.each([
  ['\u001B]0;taken\u0007', '⟨U+001B⟩]0;taken⟨U+0007⟩'],
  ['\u009B5n', '⟨U+009B⟩5n'],
  ['good\rbad', 'good⟨U+000D⟩bad'],
  ['invoice\u202Egnp.exe', 'invoice⟨U+202E⟩gnp.exe'],
  ['pay\u200Bments', 'pay⟨U+200B⟩ments'],
  ['one\r\ntwo\tthree\n', 'one\r\ntwo\tthree\n'],
])('%j is shown as %j', (text, expected) => {
  expect(terminalText(text)).toBe(expected)
})

function written(isTTY: boolean): string {
  const stream = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream
  guardTerminal(stream)
  stream.write('\u001B[2Jname\n')
  return String(stream.read())
}

it('a terminal gets marks for what would control it; a file or pipe gets what there is', () => {
  expect(written(true)).toBe('⟨U+001B⟩[2Jname\n')
  expect(written(false)).toBe('\u001B[2Jname\n')
})
