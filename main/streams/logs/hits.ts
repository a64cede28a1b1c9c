import type { TextTest } from '../../../shared/logs/index.ts'
import type { Slicer } from '../../watch/index.ts'
import { markCode } from './block.ts'
import type { LineStore } from './lineStore.ts'
import { NumberList } from './numberList.ts'
import type { Selection } from './selection.ts'
import { Stride } from './stride.ts'
import { searchedText } from './text.ts'

/** Entries of a selection that a search meets, found in slices. */
export class Hits {
  readonly #store: LineStore
  readonly #selection: Selection
  readonly #meets: TextTest
  readonly #slicer: Slicer
  readonly #changed: () => void
  /** Numbers of entries. */
  readonly #list = new NumberList()
  /** Entries below this number were looked at. */
  #position = 0
  #isRunning = false
  #isClosed = false
  #waiting: (() => void)[] = []

  constructor(store: LineStore, selection: Selection, meets: TextTest, slicer: Slicer, changed: () => void) {
    this.#store = store
    this.#selection = selection
    this.#meets = meets
    this.#slicer = slicer
    this.#changed = changed
    this.advance()
  }

  /** Whether an entry is met; one that was not looked at yet by what is shown of it. */
  has(number: number, shown: string): boolean {
    if (number >= this.#position) return this.#meets(shown)
    const place = this.#list.lowerBound(number)
    return place < this.#list.length && this.#list.at(place) === number
  }

  /** Hits among the entries below a number. */
  countBelow(number: number): number {
    return this.#list.lowerBound(number)
  }

  /**
   * Number of the nearest hit at or behind `from`, or at or before it; null for none. Waits until all in
   * between was looked at.
   */
  async find(from: number, below: number, isBackward: boolean, signal: AbortSignal): Promise<number | null> {
    // What comes later is not waited for.
    const end = Math.min(below, this.#store.end)
    const wake = (): void => this.#wake()
    signal.addEventListener('abort', wake)
    try {
      for (;;) {
        this.#forget()
        const isLookedAt = this.#position >= (isBackward ? Math.min(from + 1, end) : end)
        const found = this.#nearest(from, isBackward)
        const isFound = found !== null && found < below
        if ((isFound && !isBackward) || isLookedAt || this.#isClosed || signal.aborted)
          return isFound ? found : null
        await new Promise<void>(resolve => this.#waiting.push(resolve))
      }
    } finally {
      signal.removeEventListener('abort', wake)
    }
  }

  advance(): void {
    this.#forget()
    if (!this.#isRunning && this.#position < this.#selection.position) void this.#run()
  }

  close(): void {
    this.#isClosed = true
    this.#wake()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (!this.#isClosed && this.#position < this.#selection.position) {
      this.#slice()
      this.#wake()
      this.#changed()
      await this.#slicer.pause()
      this.#forget()
    }
    this.#isRunning = false
  }

  #slice(): void {
    const end = this.#selection.position
    const stride = new Stride()
    for (let place = this.#selection.placeOf(this.#position); place < this.#selection.length; place++) {
      const number = this.#selection.at(place)
      const block = this.#store.block(number)
      this.#position = number + 1
      // What is shown for the sake of another is no hit: it comes and goes with that one.
      const isLine = block.code(number) !== markCode && !this.#selection.isContext(place)
      const bytes = block.text(number)
      if (isLine && this.#meets(searchedText(bytes))) this.#list.push(number)
      if (stride.isOver(bytes.length) && this.#slicer.isSpent()) return
    }
    this.#position = end
  }

  #nearest(from: number, isBackward: boolean): number | null {
    const place = isBackward ? this.#list.lowerBound(from + 1) - 1 : this.#list.lowerBound(from)
    return place >= 0 && place < this.#list.length ? this.#list.at(place) : null
  }

  #forget(): void {
    this.#list.dropBelow(this.#store.first)
    this.#position = Math.max(this.#position, this.#store.first)
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const wake of waiting) wake()
  }
}
