import { expect, it } from 'vitest'
import { OutputFlow } from './outputFlow.ts'

function flow() {
  const written: string[] = []
  const drawn: (() => void)[] = []
  const paces: boolean[] = []
  const output = new OutputFlow({
    write: (text, done) => {
      written.push(text)
      drawn.push(done)
    },
    setSlow: isSlow => paces.push(isSlow),
  })
  const take = (from: number, text: string) =>
    output.take({ from, bytes: new TextEncoder().encode(text), skipped: 0, isOver: false })
  return { output, written, drawn, paces, take }
}

it('what was shown already is not shown again when the stream opens anew', () => {
  const { take, written } = flow()
  expect(take(0, 'abc')).toBe(true)
  expect(take(0, 'abc')).toBe(false)
  expect(take(1, 'bcde')).toBe(true)
  expect(written.join('')).toBe('abcde')
})

it('what was left out is said', () => {
  const { take, written } = flow()
  take(0, 'a')
  take(2001, 'b')
  expect(written.join('')).toBe('a\u0018\u001b[0m\r\n… 2 kB of output left out …\r\nb')
})

it('the stream is slowed while more waits than is drawn, and while nobody looks', () => {
  const { take, drawn, paces, output } = flow()
  take(0, 'x'.repeat(300 * 1024))
  expect(paces.at(-1)).toBe(true)
  drawn.shift()?.()
  expect(paces.at(-1)).toBe(false)
  output.setHidden(true)
  expect(paces.at(-1)).toBe(true)
})
