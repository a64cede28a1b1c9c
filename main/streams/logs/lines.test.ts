import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { LineSplitter } from './lineSplitter.ts'
import { LineStore } from './lineStore.ts'
import { NumberList } from './numberList.ts'
import { SeenLines } from './seenLines.ts'
import { TimeReader } from './times.ts'

describe('bytes are parted into lines', () => {
  const split = (parts: readonly string[], longest = 1000) => {
    const splitter = new LineSplitter(longest)
    const lines: [string, number][] = []
    const take = (line: Buffer, cut: number): void => void lines.push([line.toString(), cut])
    for (const part of parts) splitter.push(Buffer.from(part), take)
    splitter.rest(take)
    return lines
  }

  it.each<[string, readonly string[], readonly [string, number][]]>([
    [
      'within one part',
      ['a\nb\n'],
      [
        ['a', 0],
        ['b', 0],
      ],
    ],
    [
      'over several',
      ['a', 'b\nc', '', 'd\n'],
      [
        ['ab', 0],
        ['cd', 0],
      ],
    ],
    [
      'empty ones',
      ['\n\na\n'],
      [
        ['', 0],
        ['', 0],
        ['a', 0],
      ],
    ],
    [
      'one without an end',
      ['a\nb'],
      [
        ['a', 0],
        ['b', 0],
      ],
    ],
  ])('%s', (_what, parts, lines) => expect(split(parts)).toEqual(lines))

  it('one that is too long keeps its beginning, and the rest is counted', () => {
    expect(split(['abcdef\ngh\n'], 4)).toEqual([
      ['abcd', 2],
      ['gh', 0],
    ])
    expect(split(['ab', 'cd', 'ef', 'g\nh'], 4)).toEqual([
      ['abcd', 3],
      ['h', 0],
    ])
  })

  it('a line of 10 MB is kept to its first megabyte', () => {
    const lines = split([...Array.from({ length: 160 }, () => 'x'.repeat(65_536)), '\n'], 1_048_576)
    expect(lines.map(([line, cut]) => [line.length, cut])).toEqual([[1_048_576, 9_437_184]])
  })
})

describe('times in front of lines', () => {
  const read = (line: string) => new TimeReader().read(Buffer.from(line))

  it.each([
    ['2026-01-02T03:04:05.123456789Z text', 31, '2026-01-02T03:04:05Z', 123_456_789],
    ['2026-01-02T03:04:05Z text', 21, '2026-01-02T03:04:05Z', 0],
    ['2026-01-02T03:04:05.1+02:00 text', 28, '2026-01-02T01:04:05Z', 100_000_000],
    ['2026-01-02T03:04:05.000000001-05:30 x', 36, '2026-01-02T08:34:05Z', 1],
    ['2026-01-02T03:04:05.5Z ', 23, '2026-01-02T03:04:05Z', 500_000_000],
  ])('%s', (line, prefix, time, nanosecond) =>
    expect(read(line)).toEqual({ prefix, second: Date.parse(time) / 1000, nanosecond }),
  )

  it.each([
    '',
    'text',
    '2026-01-02 03:04:05Z x',
    '2026-01-02T03:04:05.1 x',
    '2026-01-02T0x:04:05Z x',
    '2026-01-02T03:04:05Zx',
  ])('%j has none', line => expect(read(line).prefix).toBe(0))
})

describe('the store', () => {
  const put = (store: LineStore, text: string, source = 0): void => store.line(source, Buffer.from(text), 0)

  it('numbers lines and marks together, and gives back what was put in', () => {
    const store = new LineStore()
    store.line(3, Buffer.from('2026-01-02T03:04:05Z [error] a'), 21)
    store.mark({ source: null, text: 'a gap', meaning: 'warning' })
    put(store, 'info: b')
    const block = store.block(0)
    expect([block.text(0).toString(), block.time(0), block.source(0)]).toEqual([
      '[error] a',
      '2026-01-02T03:04:05Z',
      3,
    ])
    expect(store.markAt(1)?.text).toBe('a gap')
    expect([store.first, store.end, store.lines, store.taken]).toEqual([0, 3, 2, 2])
  })

  it('lets the oldest blocks go when there is no room, and says how many lines that were', () => {
    const store = new LineStore({ bytes: 4 * 1024 * 1024, lines: 1_000_000 })
    for (let line = 0; line < 100_000; line++) put(store, `line ${line} ${'x'.repeat(100)}`)
    expect(store.bytes).toBeLessThanOrEqual(4 * 1024 * 1024)
    expect(store.lines + store.dropped).toBe(100_000)
    expect(store.dropped).toBeGreaterThan(50_000)
    expect(store.first).toBe(store.dropped)
    expect(store.block(store.first).text(store.first).toString()).toMatch(new RegExp(`^line ${store.first} `))
    expect(store.block(99_999).text(99_999).toString()).toMatch(/^line 99999 /)
    expect([...store.levels].reduce((sum, count) => sum + count)).toBe(store.lines)
  })

  it('holds no more lines than it may, and the longest line alone', () => {
    const store = new LineStore({ bytes: 64 * 1024 * 1024, lines: 10_000 })
    for (let line = 0; line < 30_000; line++) put(store, 'x')
    expect(store.lines).toBeLessThanOrEqual(10_000)
    put(store, 'y'.repeat(1024 * 1024))
    expect(store.block(30_000).text(30_000)).toHaveLength(1024 * 1024)
  })

  it('a snapshot stays readable while its lines make room', () => {
    const store = new LineStore({ bytes: 64 * 1024 * 1024, lines: 5000 })
    for (let line = 0; line < 5000; line++) put(store, `line ${line}`)
    const { blocks, first } = store.snapshot()
    for (let line = 0; line < 20_000; line++) put(store, 'later')
    expect(store.first).toBeGreaterThan(first)
    expect(blocks[0]?.text(first).toString()).toBe(`line ${first}`)
  })
})

it('a list of numbers is found in and let go from the front', () => {
  const list = new NumberList()
  for (let number = 0; number < 50_000; number++) list.push(number * 3)
  expect([list.at(0), list.at(49_999), list.lowerBound(30), list.lowerBound(31)]).toEqual([
    0, 149_997, 10, 11,
  ])
  expect(list.dropBelow(90_000)).toBe(30_000)
  expect([list.length, list.at(0), list.lowerBound(90_000), list.dropBelow(90_000)]).toEqual([
    20_000, 90_000, 0, 0,
  ])
  list.push(200_000)
  expect(list.at(list.length - 1)).toBe(200_000)
})

describe('after a lost connection', () => {
  const line = (second: number, text: string): string =>
    `2026-01-02T03:04:${String(second).padStart(2, '0')}.5Z ${text}`
  const times = new TimeReader()
  const taker = () => {
    const seen = new SeenLines()
    const take = (text: string) => seen.take(Buffer.from(text), times.read(Buffer.from(text)))
    return { seen, take }
  }

  it('what comes twice is dropped, and equal lines by their count', () => {
    const { seen, take } = taker()
    for (const text of ['a', 'b', 'b']) take(line(5, text))
    seen.resume()
    expect(['a', 'b', 'b', 'b', 'c'].map(text => take(line(5, text)))).toEqual([
      'repeat',
      'repeat',
      'repeat',
      'new',
      'new',
    ])
  })

  it('it is asked for from the second before the last line on', () => {
    const { seen, take } = taker()
    expect(seen.resumeFrom).toBeNull()
    take(line(5, 'a'))
    take(line(9, 'b'))
    expect(seen.resumeFrom).toBe(Date.parse('2026-01-02T03:04:08Z') / 1000)
  })

  it('a gap is told once, before the first line that does not join on', () => {
    const { seen, take } = taker()
    take(line(5, 'a'))
    seen.resume()
    expect([seen.isApart, take(line(6, 'x')), take(line(6, 'y')), seen.isApart]).toEqual([
      true,
      'gap',
      'new',
      false,
    ])
  })

  it('lines of the same second that were not asked for stay out', () => {
    const { seen, take } = taker()
    take('2026-01-02T03:04:05.7Z tail')
    seen.resume()
    expect([take('2026-01-02T03:04:05.2Z before'), take('2026-01-02T03:04:05.7Z tail')]).toEqual([
      'repeat',
      'repeat',
    ])
    expect(take('2026-01-02T03:04:05.8Z next')).toBe('new')
  })

  it('a line of the other stream that is a moment late is known again', () => {
    const { seen, take } = taker()
    for (const [second, text] of [
      [5, 'a'],
      [6, 'b'],
      [5, 'late'],
      [6, 'c'],
    ] as const)
      take(line(second, text))
    seen.resume()
    expect([take(line(5, 'a')), take(line(6, 'b')), take(line(5, 'late')), take(line(6, 'c'))]).toEqual([
      'repeat',
      'repeat',
      'repeat',
      'repeat',
    ])
    expect(seen.isApart).toBe(false)
  })

  it('a clock that went back is said to bring doubt', () => {
    const { seen, take } = taker()
    take(line(50, 'a'))
    take(line(10, 'b'))
    expect(seen.takeDoubt()).toContain('went back by 40 s')
  })

  it('another run is another log: it need not join on', () => {
    const { seen, take } = taker()
    take(line(5, 'a'))
    seen.newRun()
    expect(seen.resumeFrom).toBeNull()
    seen.resume()
    expect([take(line(5, 'a')), take(line(3, 'of a node whose clock is late'))]).toEqual(['repeat', 'new'])
  })
})
