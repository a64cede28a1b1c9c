import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../shared/flow/index.ts'
import type { LogFilter, LogView, PodLogFrame, PodLogLine } from '../../../shared/ipc/index.ts'
import { LogFeed } from '../feed/LogFeed.ts'
import { HeldLines } from './HeldLines.ts'

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
const line = (number: number): PodLogLine => ({
  type: 'line',
  number,
  source: 0,
  time: '',
  text: `line ${number}`,
  spans: [],
  level: null,
  fields: null,
  cut: 0,
  isHit: false,
  isContext: false,
})

/** Lines by number in a store that lets the oldest go, as main shows them. */
class Store {
  readonly feed: LogFeed
  readonly lines: HeldLines
  first = 0
  end = 1000
  /** Place of the window among all that the filter ever let through. */
  #start = 0
  #view: LogView = {
    window: { start: 'end', count: 100 },
    filter: everything,
    search: null,
    isPaused: false,
  }

  constructor() {
    this.feed = new LogFeed('session', this.#view, systemClock, () => undefined)
    this.feed.connect({ update: update => this.#update(update.view) })
    this.lines = new HeldLines(this.feed)
  }

  #passes(number: number): boolean {
    const { text } = this.#view.filter
    return text === '' || String(number).includes(text)
  }

  #numbers(from: number, to: number): readonly number[] {
    return Array.from({ length: to - from }, (_, index) => from + index).filter(number =>
      this.#passes(number),
    )
  }

  #update(view: LogView): void {
    this.#view = view
    if (view.window.start !== 'end') this.#start = view.window.start + this.#numbers(0, this.first).length
  }

  drop(lines: number): void {
    this.first += lines
    this.end += lines
  }

  frame(): PodLogFrame {
    const all = this.#numbers(this.first, this.end)
    const { window } = this.#view
    const gone = this.#numbers(0, this.first).length
    const asked = window.start === 'end' ? all.length : this.#start - gone
    const start = Math.max(0, Math.min(asked, all.length - window.count))
    return {
      sources: [],
      problems: [],
      start,
      entries: all.slice(start, start + window.count).map(line),
      total: all.length,
      held: all.length,
      dropped: this.first,
      bytes: 0,
      rate: 0,
      behind: 0,
      keys: [],
      levels: {},
      hits: null,
    }
  }

  /** Sends frames until one is taken; answers the place of the line at the edge. */
  send(place: number): number {
    for (let round = 0; round < 20; round++) {
      const frame = this.frame()
      this.feed.take(frame, false)
      const taken = this.lines.take(frame, place)
      if (taken !== null) return place + taken.shift
      if (this.lines.isStranded) return place
    }
    throw new Error('no frame was taken')
  }
}

/** A store whose end is shown, with the line at a place held. */
function held(place: number): Store {
  const store = new Store()
  store.lines.adopt(store.frame())
  store.lines.hold(place)
  store.feed.show({ window: { start: place - 50, count: 100 }, isPaused: true })
  return store
}

describe('the line at the upper edge', () => {
  it('is found where it went while main had not heard of the pause', () => {
    const store = held(950)
    store.drop(300)
    expect(store.lines.entry(store.send(950))?.number).toBe(950)
  })

  it('stays as lines make room above it', () => {
    const store = held(950)
    let place = store.send(950)
    for (let round = 0; round < 20; round++) {
      store.drop(40)
      place = store.send(place)
      expect(store.lines.entry(place)?.number).toBe(950)
    }
  })

  it('stays with those around it when it makes room itself', () => {
    const store = held(950)
    let place = store.send(950)
    for (let round = 0; round < 20; round++) {
      store.drop(100)
      place = store.send(place)
      expect(store.lines.entry(place)?.number).toBe(950)
    }
    expect(store.lines.isStranded).toBe(true)
    expect(store.lines.total).toBe(100)
  })

  it.each([
    ['that lets it through stays', '95', 950],
    ['that does not gives way to the next one that is let through', '96', 960],
  ])('under a filter %s', (_rule, text, number) => {
    const store = held(950)
    const place = store.send(950)
    store.feed.show({ filter: { ...everything, text } })
    expect(store.lines.entry(store.send(place))?.number).toBe(number)
  })
})
