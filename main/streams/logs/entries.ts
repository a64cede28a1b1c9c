import type { LogEntry, LogSpan, PodLogLine } from '../../../shared/ipc/index.ts'
import { jsonFields } from '../../../shared/logs/index.ts'
import { type Block, levelName, markCode } from './block.ts'
import { type LineStore, longestLine } from './lineStore.ts'
import { searchedBytes, shownLine } from './text.ts'

/** UTF-16 units of one line that are shown; `logs.line` has the rest. */
const shownUnits = 4000
/** Bytes that are looked at for them: characters may have three, and terminal codes take more. */
const shownBytes = 4 * shownUnits + 4096
/** Units of one frame; the lines behind are shown shorter. */
const frameUnits = 300_000
const shortUnits = 400
/** Lengths that are remembered of lines too long to show. */
const mostLengths = 1000

export interface EntryOptions {
  readonly isContext: boolean
  /** Null without a search. */
  readonly meets: ((text: string) => boolean) | null
}

/** Makes what is shown of entries; one for each session, since it remembers how long long lines are. */
export class EntryMaker {
  readonly #store: LineStore
  readonly #lengths = new Map<number, number>()
  #left = frameUnits

  constructor(store: LineStore) {
    this.#store = store
  }

  /** Before the entries of one frame. */
  begin(): void {
    this.#left = frameUnits
  }

  entry(number: number, options: EntryOptions): LogEntry {
    const block = this.#store.block(number)
    if (block.code(number) !== markCode) return this.#line(block, number, options)
    const { source, text, meaning } = this.#store.markAt(number) ?? {
      source: null,
      text: '',
      meaning: 'unknown',
    }
    return { type: 'mark', number, source, text, meaning }
  }

  #line(block: Block, number: number, { isContext, meets }: EntryOptions): PodLogLine {
    const bytes = block.text(number)
    const whole = shownLine(bytes, shownBytes)
    const units = this.#left > 0 ? shownUnits : shortUnits
    const text = cutAt(whole.text, units)
    this.#left -= text.length
    const searched = bytes.length > shownBytes ? shownLine(bytes, searchedBytes).text : whole.text
    return {
      type: 'line',
      number,
      source: block.source(number),
      time: block.time(number),
      text,
      spans: spansWithin(whole.spans, text.length),
      level: levelName(block.code(number)),
      fields: this.#left > 0 ? jsonFields(searched) : null,
      cut: this.#length(number, bytes, whole.text) - text.length + this.#store.cutAt(number),
      isHit: !isContext && meets?.(searched) === true,
      isContext,
    }
  }

  #length(number: number, bytes: Buffer, shown: string): number {
    if (bytes.length <= shownBytes) return shown.length
    const known = this.#lengths.get(number)
    if (known !== undefined) return known
    const { length } = shownLine(bytes, longestLine).text
    if (this.#lengths.size >= mostLengths) this.#lengths.clear()
    this.#lengths.set(number, length)
    return length
  }
}

/** A pair of surrogates stays together. */
function cutAt(text: string, units: number): string {
  if (text.length <= units) return text
  const last = text.charCodeAt(units - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? units - 1 : units)
}

function spansWithin(spans: readonly LogSpan[], units: number): readonly LogSpan[] {
  const within: LogSpan[] = []
  let left = units
  for (const span of spans) {
    if (left <= 0) break
    within.push(span.length <= left ? span : { ...span, length: left })
    left -= span.length
  }
  return within
}
