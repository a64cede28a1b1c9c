import { Buffer } from 'node:buffer'
import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import type { LogFilter, LogView } from '../../../shared/ipc/index.ts'
import { mostLinear, processorTime } from '../../../shared/logs/fixture/index.ts'
import { Slicer } from '../../watch/index.ts'
import { LineStore } from './lineStore.ts'
import { LinesView } from './view.ts'

const everything: LogFilter = {
  text: '',
  isPattern: false,
  isCaseSensitive: false,
  isInverted: false,
  levels: [],
  fields: [],
  hidden: [],
  around: 0,
}
const viewOf = (more: Partial<LogView> = {}, filter: Partial<LogFilter> = {}): LogView => ({
  window: { start: 'end', count: 10 },
  filter: { ...everything, ...filter },
  search: null,
  isPaused: false,
  ...more,
})
const search = (text: string) => ({ text, isPattern: false, isCaseSensitive: false })

/** Says how often the clock was looked at. */
class CountingSlicer extends Slicer {
  looks = 0

  override isSpent(): boolean {
    this.looks++
    return super.isSpent()
  }
}

/** Has no time at all, and no turn to go on in. */
class HeldSlicer extends Slicer {
  override isSpent(): boolean {
    return true
  }

  override pause(): Promise<void> {
    return new Promise(() => undefined)
  }
}

function shown(limits = { bytes: 64 * 1024 * 1024, lines: 500_000 }) {
  const store = new LineStore(limits)
  const slicer = new CountingSlicer()
  const changed = vi.fn()
  const view = new LinesView(store, viewOf(), slicer, changed)
  const put = (text: string, source = 0): void => store.line(source, Buffer.from(text), 0)
  const texts = (): readonly string[] => view.part().entries.map(({ text }) => text)
  const settled = (total: number) =>
    vi.waitFor(() => expect(view.part().total).toBe(total), { timeout: 20_000 })
  return { store, view, slicer, changed, put, texts, settled }
}

describe('a filter', () => {
  it('takes lines as they come, by text, level, member and source; marks stay', async () => {
    const { store, view, put, texts, settled } = shown()
    view.update(viewOf({}, { text: 'keep' }))
    put('keep 1')
    put('drop')
    store.mark({ source: 0, text: 'a gap', meaning: 'warning' })
    put('keep 2', 1)
    view.advance()
    await settled(3)
    expect(texts()).toEqual(['keep 1', 'a gap', 'keep 2'])
    view.update(viewOf({}, { hidden: [1] }))
    await settled(3)
    expect(texts()).toEqual(['keep 1', 'drop', 'a gap'])
    put('{"level":"error","a":{"b":"c"}}')
    view.update(viewOf({}, { levels: ['error'] }))
    await settled(2)
    view.update(viewOf({}, { fields: [{ key: 'a.b', how: 'is', value: 'c' }] }))
    await settled(2)
    view.update(viewOf({}, { levels: ['none'], text: 'drop' }))
    await settled(2)
  })

  it('shows lines around those that are met, and marks them as such', async () => {
    const { view, put, settled } = shown()
    for (let line = 0; line < 100; line++) put(`line ${line}`)
    view.update(viewOf({}, { text: 'line 50', around: 2 }))
    await settled(5)
    expect(view.part().entries.map(entry => [entry.text, entry.type === 'line' && entry.isContext])).toEqual([
      ['line 48', true],
      ['line 49', true],
      ['line 50', false],
      ['line 51', true],
      ['line 52', true],
    ])
  })

  it('of 200,000 lines is worked out in slices that let others in, and is given up for another', async () => {
    const { view, slicer, put, settled } = shown()
    for (let line = 0; line < 200_000; line++) put(`request ${line} took ${line % 300} ms`)
    let turns = 0
    let isOver = false
    const look = (): void => {
      turns++
      if (!isOver) setImmediate(look)
    }
    setImmediate(look)
    view.update(viewOf({}, { text: 'took 29[0-9] ms', isPattern: true }))
    expect(view.part().total).toBeLessThan(6660)
    view.update(viewOf({}, { text: 'took 7 ms' }))
    await settled(667)
    isOver = true
    expect(turns).toBeGreaterThan(2)
    expect(slicer.looks).toBeGreaterThan(200_000 / 32)
  })

  it.each([
    ['a filter', viewOf({}, { text: 'x+y', isPattern: true })],
    ['a search', viewOf({ search: search('nothing') })],
  ])('%s looks at the clock after each line when they are long', async (_what, asked) => {
    const { view, slicer, put } = shown()
    for (let line = 0; line < 100; line++) put('x'.repeat(64_000))
    view.update(asked)
    await vi.waitFor(() => expect(slicer.looks).toBeGreaterThanOrEqual(100), { timeout: 20_000 })
    view.close()
  })

  it('that is no pattern is refused, and what is shown stays', async () => {
    const { view, put, texts } = shown()
    put('a')
    expect(() => view.update(viewOf({}, { text: '(', isPattern: true }))).toThrow('no pattern')
    expect(texts()).toEqual(['a'])
  })
})

describe('a window', () => {
  it('at the end follows; at a place it stays, and moves along when lines make room', async () => {
    const { store, view, put, texts } = shown({ bytes: 64 * 1024 * 1024, lines: 10_000 })
    for (let line = 0; line < 9000; line++) put(`line ${line}`)
    expect(texts().at(-1)).toBe('line 8999')
    view.update(viewOf({ window: { start: 5000, count: 3 } }))
    expect(texts()).toEqual(['line 5000', 'line 5001', 'line 5002'])
    for (let line = 9000; line < 13_000; line++) put(`line ${line}`)
    view.advance()
    expect(store.dropped).toBeGreaterThan(0)
    expect(texts()).toEqual(['line 5000', 'line 5001', 'line 5002'])
    expect(view.part().start).toBe(5000 - store.dropped)
    for (let line = 13_000; line < 30_000; line++) put(`line ${line}`)
    view.advance()
    expect(view.part().start).toBe(0)
  })

  it('while paused stands still, and says how many lines came', () => {
    const { view, put, texts } = shown()
    for (let line = 0; line < 20; line++) put(`line ${line}`)
    view.update(viewOf({ isPaused: true }))
    for (let line = 20; line < 30; line++) put(`line ${line}`)
    view.advance()
    expect([texts().at(-1), view.part().behind, view.part().total]).toEqual(['line 19', 10, 20])
    view.update(viewOf())
    expect([texts().at(-1), view.part().behind]).toEqual(['line 29', 0])
  })
})

describe('a search', () => {
  it('counts and finds in both directions what the filter lets through', async () => {
    const { view, put } = shown()
    for (let line = 0; line < 1000; line++) put(`line ${line}${line % 100 === 50 ? ' here' : ''}`)
    view.update(viewOf({ search: search('HERE') }))
    await vi.waitFor(() => expect(view.part().hits).toBe(10))
    const never = new AbortController().signal
    const find = (from: number, isBackward: boolean) => view.find(from, isBackward, never)
    expect(await find(-1, false)).toBe(50)
    expect(await find(50, false)).toBe(50)
    expect(await find(51, false)).toBe(150)
    expect(await find(951, false)).toBeNull()
    expect(await find(-1, true)).toBe(950)
    expect(await find(949, true)).toBe(850)
    expect(await find(49, true)).toBeNull()
    expect(view.part().entries.every(entry => entry.type === 'line' && !entry.isHit)).toBe(true)
    view.update(viewOf({ window: { start: 50, count: 1 }, search: search('here') }))
    expect(view.part().entries[0]).toMatchObject({ isHit: true })
    view.update(viewOf())
    expect([view.part().hits, await find(-1, false)]).toEqual([null, null])
  })

  it('is given up at once when it is not wanted any more', async () => {
    const { store, put } = shown()
    for (let line = 0; line < 1000; line++) put(`line ${line}`)
    const view = new LinesView(
      store,
      viewOf({ search: search('line 999') }),
      new HeldSlicer(),
      () => undefined,
    )
    const asking = new AbortController()
    const found = view.find(-1, false, asking.signal)
    asking.abort()
    expect(await found).toBeNull()
    expect(getEventListeners(asking.signal, 'abort')).toEqual([])
  })

  it('waits for lines that were not looked at yet', async () => {
    const { view, put } = shown()
    for (let line = 0; line < 100_000; line++) put(`line ${line}`)
    view.update(viewOf({ search: search('line 99999') }))
    expect(await view.find(-1, false, new AbortController().signal)).toBe(99_999)
  })
})

describe('long lines', () => {
  const long = (line: number): string => JSON.stringify({ line, text: 'x'.repeat(60_000), end: 'here' })
  const wide = { window: { start: 'end' as const, count: 40 } }

  it('are looked at whole over several frames, each of which asks for the next', async () => {
    const { view, changed, put } = shown()
    for (let line = 0; line < 40; line++) put(long(line))
    view.update(viewOf(wide))
    const known = (): number =>
      view.part().entries.filter(entry => entry.type === 'line' && entry.fields !== null).length
    let before = known()
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(15)
    while (before < 40) {
      changed.mockClear()
      const now = known()
      expect(now).toBeGreaterThan(before)
      expect(now - before).toBeLessThan(15)
      before = now
      if (now < 40) await vi.waitFor(() => expect(changed).toHaveBeenCalled())
    }
    const lengths = view.part().entries.map(entry => (entry.type === 'line' ? entry.cut : 0) + 4000)
    expect(lengths).toEqual(Array.from({ length: 40 }, (_, line) => long(line).length))
  })

  it('are met by what is not shown of them, once they were looked at', async () => {
    const { view, put } = shown()
    for (let line = 0; line < 40; line++) put(long(line))
    view.update(viewOf({ ...wide, search: search('here') }))
    await vi.waitFor(() => expect(view.part().hits).toBe(40), { timeout: 20_000 })
    expect(view.part().entries.every(entry => entry.type === 'line' && entry.isHit)).toBe(true)
  })

  it('that are shown again take no more time than short ones', async () => {
    const timeOf = async (length: number): Promise<number> => {
      const { view, put } = shown()
      const asked = { text: '(x+)+y', isPattern: true, isCaseSensitive: true }
      for (let line = 0; line < 60; line++) put(JSON.stringify({ text: 'x'.repeat(length) }))
      view.update(viewOf({ window: { start: 'end', count: 60 }, search: asked }))
      const frame = () => view.part().entries.every(entry => entry.type === 'line' && entry.fields !== null)
      await vi.waitFor(() => expect(frame()).toBe(true), { timeout: 20_000 })
      const frames = (): void => {
        for (let count = 0; count < 200; count++) view.part()
      }
      view.close()
      return Math.min(...Array.from({ length: 5 }, () => processorTime(frames)))
    }
    expect((await timeOf(60_000)) / (await timeOf(3000))).toBeLessThan(mostLinear)
  })
})

describe('a line', () => {
  it('of a megabyte is cut for showing, and says by how much', () => {
    const { store, view } = shown()
    store.line(0, Buffer.from(`x${'ü'.repeat(500_000)}`), 0, 9_000_000)
    const [entry] = view.part().entries
    expect(entry).toMatchObject({ type: 'line', cut: 500_001 - 4000 + 9_000_000 })
    expect(entry?.text).toBe(`x${'ü'.repeat(3999)}`)
  })

  it('of bytes that are no UTF-8, or zero, has them replaced', () => {
    const { store, view } = shown()
    store.line(0, Buffer.from([0x61, 0xff, 0x62, 0x00, 0xc3]), 0)
    expect(view.part().entries[0]?.text).toBe('a\ufffdb\ufffd\ufffd')
  })

  it('keeps its colours where it is cut, and its members', () => {
    const { put, view } = shown()
    put(`\u001b[31m${'r'.repeat(5000)}`)
    put('{"level":"warn","a":{"b":1}}')
    const [first, second] = view.part().entries
    expect(first).toMatchObject({ spans: [{ length: 4000, color: 1 }], cut: 1000 })
    expect(second).toMatchObject({ level: 'warn', fields: { level: 'warn', 'a.b': '1' } })
  })

  it('500 of the longest make a frame of bounded size', () => {
    const { view, put } = shown()
    for (let line = 0; line < 500; line++) put(JSON.stringify({ text: 'x'.repeat(20_000) }))
    view.update(viewOf({ window: { start: 'end', count: 500 } }))
    expect(JSON.stringify(view.part()).length).toBeLessThan(2_000_000)
  })
})
