import type { Unsubscribe } from '../../shared/flow/index.ts'
import type { Form, Received, ReceivedColumn, StoreKind, WatchStore } from '../watch/index.ts'

/** States are few; where a cluster makes them up, the rest is kept as it comes. */
const mostWords = 1000

/** Texts of the cells of a row, by the lower-case name of their column; empty where there is none. */
export type CellsOf = (column: string) => string

/** Takes from an object the little that is needed; null: nothing is kept of it. */
export type ReadFact<Fact> = (item: Received, cell: CellsOf) => Fact | null

/**
 * One small fact for each object of a kind, instead of the objects. A hundred thousand pods are a
 * hundred thousand words here, most of them the same one.
 */
export class FactStore<Fact> implements WatchStore {
  readonly #read: ReadFact<Fact>
  readonly #most: number
  readonly #facts = new Map<string, Fact>()
  readonly #counts = new Map<Fact, number>()
  /** One copy of each word: as parsed, every object would hold its own. */
  readonly #words = new Map<Fact, Fact>()
  readonly #listeners = new Set<() => void>()
  #columns: ReadonlyMap<string, number> = new Map()
  #listed: Set<string> | null = null
  #left = 0

  constructor(read: ReadFact<Fact>, most = Number.POSITIVE_INFINITY) {
    this.#read = read
    this.#most = most
  }

  get size(): number {
    return this.#facts.size
  }

  /** Objects left out because there are too many. */
  get omitted(): number {
    return this.#left
  }

  get facts(): ReadonlyMap<string, Fact> {
    return this.#facts
  }

  /** How many objects have an equal fact, for facts that are words. */
  get counts(): ReadonlyMap<Fact, number> {
    return this.#counts
  }

  subscribe(listener: () => void): Unsubscribe {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  setColumns(columns: readonly ReceivedColumn[]): void {
    this.#columns = new Map(columns.map(({ name }, index) => [name.toLowerCase(), index]))
  }

  begin(): void {
    // Without facts there is nothing that a list could leave out.
    this.#listed = this.#facts.size === 0 ? null : new Set()
    this.#left = 0
  }

  put(item: Received): void {
    const key = `${item.namespace}/${item.name}`
    this.#listed?.add(key)
    const read = this.#read(item, column => cellText(item.cells[this.#columns.get(column) ?? -1]))
    const fact = typeof read === 'string' ? this.#wordOf(read) : read
    const isNew = !this.#facts.has(key)
    if (fact !== null && isNew && this.#facts.size >= this.#most) {
      this.#left++
      return
    }
    this.#set(key, fact)
  }

  remove(namespace: string, name: string): void {
    this.#set(`${namespace}/${name}`, null)
  }

  commit(): void {
    const listed = this.#listed
    this.#listed = null
    if (listed !== null) for (const key of this.#facts.keys()) if (!listed.has(key)) this.#set(key, null)
    this.#announce()
  }

  clear(): void {
    this.#facts.clear()
    this.#counts.clear()
    this.#announce()
  }

  #set(key: string, fact: Fact | null): void {
    const before = this.#facts.get(key)
    if (before === fact || (before === undefined && fact === null)) return
    if (before !== undefined) this.#count(before, -1)
    if (fact === null) this.#facts.delete(key)
    else {
      this.#facts.set(key, fact)
      this.#count(fact, 1)
    }
    this.#announce()
  }

  #wordOf(word: Fact): Fact {
    const known = this.#words.get(word)
    if (known === undefined && this.#words.size < mostWords) this.#words.set(word, word)
    return known ?? word
  }

  /** Only words are counted: other facts are all different. */
  #count(fact: Fact, change: number): void {
    if (typeof fact !== 'string') return
    const count = (this.#counts.get(fact) ?? 0) + change
    if (count > 0) this.#counts.set(fact, count)
    else this.#counts.delete(fact)
  }

  #announce(): void {
    for (const listener of this.#listeners) listener()
  }
}

function cellText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** A kind of store that all who hand it to `watches.share` have in common. */
export function factStores<Fact>(
  form: Form,
  read: ReadFact<Fact>,
  most?: number,
): StoreKind<FactStore<Fact>> {
  return { form, create: () => new FactStore(read, most) }
}
