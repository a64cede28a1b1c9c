import type { LogEntry, LogSpan, PodLogLine } from '../../../shared/ipc/index.ts'
import { jsonFields, type PlainLine } from '../../../shared/logs/index.ts'
import { type Block, levelName, markCode } from './block.ts'
import { type LineStore, longestLine } from './lineStore.ts'
import { searchedBytes, searchedText, shownLine } from './text.ts'

/** UTF-16 units of one line that are shown; `logs.line` has the rest. */
const shownUnits = 4000
/** Units of one frame; the lines behind are shown shorter. */
const frameUnits = 300_000
const shortUnits = 400
/** Bytes of long lines that one frame looks at, beyond what is shown; the others are for the next one. */
const frameBytes = 512 * 1024

export interface EntryOptions {
  readonly isContext: boolean
  /** Whether a search meets an entry, of which so much is shown; null without a search. */
  readonly meets: ((number: number, shown: string) => boolean) | null
}

/** What a line is shown as, which stays as it is for as long as the line is held. */
interface MadeLine {
  readonly shown: PlainLine
  /** Units that `shown` was cut to, if it was longer. */
  readonly units: number
  /** Units of the whole line; null where that was not looked at yet, as it takes long. */
  length: number | null
  /** Undefined where the line was not looked through for them yet. */
  fields: PodLogLine['fields'] | undefined
}

/**
 * Makes what is shown of entries; one for each session. Lines of the last frame are remembered, and what
 * takes long of new ones is spread over frames.
 */
export class EntryMaker {
  readonly #store: LineStore
  #before = new Map<number, MadeLine>()
  #made = new Map<number, MadeLine>()
  #unitsLeft = frameUnits
  #bytesLeft = frameBytes
  #isWhole = true

  constructor(store: LineStore) {
    this.#store = store
  }

  /** Before the entries of one frame. */
  begin(): void {
    this.#before = this.#made
    this.#made = new Map()
    this.#unitsLeft = frameUnits
    this.#bytesLeft = frameBytes
    this.#isWhole = true
  }

  /** False where the next frame will have more of the same entries. */
  get isWhole(): boolean {
    return this.#isWhole
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
    const units = this.#unitsLeft > 0 ? shownUnits : shortUnits
    const line = this.#lineOf(number, bytes, units)
    const text = cutAt(line.shown.text, units)
    this.#unitsLeft -= text.length
    const fields = units === shownUnits ? this.#fields(line, bytes) : null
    return {
      type: 'line',
      number,
      source: block.source(number),
      time: block.time(number),
      text,
      spans: spansWithin(line.shown.spans, text.length),
      level: levelName(block.code(number)),
      fields,
      cut: this.#length(line, bytes) - text.length + this.#store.cutAt(number),
      isHit: !isContext && meets?.(number, text) === true,
      isContext,
    }
  }

  #lineOf(number: number, bytes: Buffer, units: number): MadeLine {
    const known = this.#before.get(number)
    const line = known !== undefined && known.units >= units ? known : madeLine(bytes, units)
    this.#made.set(number, line)
    return line
  }

  #fields(line: MadeLine, bytes: Buffer): PodLogLine['fields'] {
    if (line.fields !== undefined) return line.fields
    if (!this.#mayLookAt(Math.min(bytes.length, searchedBytes))) return null
    const { text } = line.shown
    line.fields = jsonFields(line.length === text.length ? text : searchedText(bytes))
    return line.fields
  }

  /** Its bytes, which are no fewer, for as long as it is not known. */
  #length(line: MadeLine, bytes: Buffer): number {
    if (line.length !== null) return line.length
    if (!this.#mayLookAt(bytes.length)) return bytes.length
    line.length = shownLine(bytes, longestLine).text.length
    return line.length
  }

  /** What is little is looked at at once; of more a frame takes its share, at least one line. */
  #mayLookAt(bytes: number): boolean {
    if (bytes <= bytesOf(shortUnits)) return true
    if (this.#bytesLeft <= 0) {
      this.#isWhole = false
      return false
    }
    this.#bytesLeft -= bytes
    return true
  }
}

function madeLine(bytes: Buffer, units: number): MadeLine {
  const most = bytesOf(units)
  const { text, spans } = shownLine(bytes, most)
  const shown = cutAt(text, units)
  return {
    shown: { text: shown, spans: spansWithin(spans, shown.length) },
    units,
    length: bytes.length <= most ? text.length : null,
    fields: undefined,
  }
}

/** Bytes that are looked at for so many units: characters may have three, and terminal codes take more. */
function bytesOf(units: number): number {
  return 4 * units + 4096
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
