import { type CompiledFilter, ContextLines } from '../../../shared/logs/index.ts'
import type { Slicer } from '../../watch/index.ts'
import { type Block, levelName, markCode } from './block.ts'
import type { LineStore } from './lineStore.ts'
import { NumberList } from './numberList.ts'
import { Stride } from './stride.ts'
import { searchedText } from './text.ts'

/** What a filter lets through, found in slices as lines come and when the filter is new. */
export interface Selection {
  /** Entries let through, of those held and looked at. */
  readonly length: number
  /** Entries that were let through and are not held any more. */
  readonly gone: number
  /** Entries below this number were looked at. */
  readonly position: number
  /** Number of the entry at a place. */
  at(place: number): number
  /** Whether it is there for the sake of one beside it. */
  isContext(place: number): boolean
  /** Place of the first entry that is not below a number. */
  placeOf(number: number): number
  /** There are new lines, or old ones are gone. */
  advance(): void
  close(): void
}

/** @param changed called when more was found */
export function select(
  store: LineStore,
  filter: CompiledFilter,
  slicer: Slicer,
  changed: () => void,
): Selection {
  return filter.isEmpty ? new Everything(store) : new Filtered(store, filter, slicer, changed)
}

class Everything implements Selection {
  readonly #store: LineStore
  readonly #begin: number

  constructor(store: LineStore) {
    this.#store = store
    this.#begin = store.first
  }

  get length(): number {
    return this.#store.end - this.#store.first
  }

  get gone(): number {
    return this.#store.first - this.#begin
  }

  get position(): number {
    return this.#store.end
  }

  at(place: number): number {
    return this.#store.first + place
  }

  isContext(): boolean {
    return false
  }

  placeOf(number: number): number {
    return Math.max(0, number - this.#store.first)
  }

  advance(): void {
    // It follows the store by itself.
  }

  close(): void {
    // It holds nothing.
  }
}

class Filtered implements Selection {
  readonly #store: LineStore
  readonly #filter: CompiledFilter
  readonly #slicer: Slicer
  readonly #changed: () => void
  readonly #context: ContextLines
  /** Number times two, plus one for context. */
  readonly #list = new NumberList()
  #position: number
  #isRunning = false
  #isClosed = false
  gone = 0

  constructor(store: LineStore, filter: CompiledFilter, slicer: Slicer, changed: () => void) {
    this.#store = store
    this.#filter = filter
    this.#slicer = slicer
    this.#changed = changed
    this.#context = new ContextLines(filter.around)
    this.#position = store.first
    this.advance()
  }

  get length(): number {
    return this.#list.length
  }

  get position(): number {
    return this.#position
  }

  at(place: number): number {
    return Math.floor(this.#list.at(place) / 2)
  }

  isContext(place: number): boolean {
    return this.#list.at(place) % 2 === 1
  }

  placeOf(number: number): number {
    return this.#list.lowerBound(number * 2)
  }

  advance(): void {
    this.#forget()
    if (!this.#isRunning && this.#position < this.#store.end) void this.#run()
  }

  close(): void {
    this.#isClosed = true
  }

  /** Looks at what was not looked at yet, a slice a turn of the event loop. */
  async #run(): Promise<void> {
    this.#isRunning = true
    while (!this.#isClosed && this.#position < this.#store.end) {
      const before = this.#list.length
      this.#slice()
      if (this.#list.length !== before) this.#changed()
      await this.#slicer.pause()
      this.#forget()
    }
    this.#isRunning = false
    if (!this.#isClosed) this.#changed()
  }

  #slice(): void {
    const stride = new Stride()
    while (this.#position < this.#store.end) {
      const block = this.#store.block(this.#position)
      const { end } = block
      while (this.#position < end) {
        const number = this.#position++
        this.#take(block, number)
        if (stride.isOver(block.text(number).length) && this.#slicer.isSpent()) return
      }
    }
  }

  #forget(): void {
    const { first } = this.#store
    this.gone += this.#list.dropBelow(first * 2)
    if (this.#position >= first) return
    this.#position = first
    this.#context.forget(first)
  }

  #take(block: Block, number: number): void {
    const { hidden } = this.#filter
    if (hidden.size > 0 && hidden.has(block.source(number))) return
    if (block.code(number) === markCode) {
      this.#context.forget(number)
      this.#list.push(number * 2)
    } else if (this.#meets(block, number)) {
      for (const before of this.#context.met()) this.#list.push(before * 2 + 1)
      this.#list.push(number * 2)
    } else if (this.#context.missed(number)) this.#list.push(number * 2 + 1)
  }

  #meets(block: Block, number: number): boolean {
    const { levels, meetsText, meetsFields } = this.#filter
    if (levels !== null && !levels.has(levelName(block.code(number)))) return false
    if (meetsText === null && meetsFields === null) return true
    const text = searchedText(block.text(number))
    return (meetsText === null || meetsText(text)) && (meetsFields === null || meetsFields(text))
  }
}
