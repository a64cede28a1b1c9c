import { describe, expect, it } from 'vitest'
import { encode, FrameDecoder, maximumFrame } from './codec.ts'
import type { Reply } from './message.ts'

const carry = (value: unknown): unknown => {
  const decoder = new FrameDecoder()
  let out: unknown
  for (const frame of encode({ type: 'result', id: 1, value })) {
    const message = decoder.push(frame)
    if (message !== null) out = (message as Extract<Reply, { type: 'result' }>).value
  }
  return out
}

describe('codec', () => {
  it.each([
    ['text', 'a "quoted" line\n\u2028'],
    ['a 64-bit integer', 9223372036854775807n],
    ['a long text', '"😀\r\n'.repeat(30_001)],
    ['no bytes', { bytes: new Uint8Array() }],
    ['a text that names a tag', 'a key like "$int64" or \\"$bytes\\"'],
    ['bytes', new Uint8Array([0, 255, 128, 10])],
    ['nested tagged values', { list: [1n, { bytes: new Uint8Array([1]) }] }],
    ['an object that looks like a tagged integer', { $int64: '5' }],
    ['an object that looks like tagged bytes', { $bytes: 'AAAA', other: { $bytes: 'AA==' } }],
    ['an object that looks like a literal', { $literal: [['a', 1]] }],
    ['a literal inside a literal', { $literal: [['$literal', { $int64: '1' }]] }],
    ['a key named __proto__', JSON.parse('{"a":{"__proto__":{"polluted":true}}}')],
  ])('carries %s unchanged', (_name, value) => {
    expect(carry(value)).toEqual(value)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('cuts a long message into frames under the limit and joins them again', () => {
    const value = { text: 'ü"\\'.repeat(200_000), n: 1n }
    const frames = encode({ type: 'result', id: 7, value })
    expect(frames.length).toBeGreaterThan(5)
    // Escaping may double a part; the bound of the protocol is 256 KB.
    for (const frame of frames) expect(Buffer.byteLength(frame)).toBeLessThan(256 * 1024)
    expect(carry(value)).toEqual(value)
    expect(maximumFrame).toBeLessThan(64 * 1024)
  })

  it.each([
    ['no JSON', '{'],
    ['a number', '4'],
    ['null', 'null'],
    ['a part without its predecessors', JSON.stringify({ part: 1, of: 2, message: 1, text: 'x' })],
    ['a part beyond the end', JSON.stringify({ part: 0, of: 0, message: 1, text: 'x' })],
  ])('refuses %s', (_name, frame) => {
    expect(() => new FrameDecoder().push(frame)).toThrow()
  })

  it('refuses a message over its limit before it is whole', () => {
    const decoder = new FrameDecoder(100_000)
    const push = (part: number) =>
      decoder.push(JSON.stringify({ part, of: 1000, message: 1, text: 'x'.repeat(maximumFrame) }))
    expect(() => {
      for (let part = 0; part < 10; part++) push(part)
    }).toThrow('limit')
  })
})
