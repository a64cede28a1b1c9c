import type { KubeObject } from '../../../shared/kube/index.ts'
import { type Change, History } from './history.ts'
import { PackedObject, type Stored, unpacked } from './packed.ts'

/** Key of an object within its collection; orders as the API server's storage does. */
export function objectKey(namespace: string, name: string): string {
  return `${namespace}/${name}`
}

/** Key of an object that is in, or goes into, a collection. */
export function keyOf(stored: Stored): string {
  if (stored instanceof PackedObject) return stored.key
  return objectKey(stored.metadata.namespace ?? '', stored.metadata.name)
}

interface Entry {
  readonly key: string
  content: Stored
  isGone: boolean
}

export type ChangeListener = (change: Change) => void

/**
 * All objects of one resource, in the order of their keys on demand. Changing an object costs
 * the same whatever the size; the order is rebuilt only when a list follows an added or removed
 * object.
 */
export class Collection {
  readonly #entries = new Map<string, Entry>()
  readonly #listeners = new Set<ChangeListener>()
  readonly history: History
  /** Entries in order as of the last list; those that came or went since are merged in by the next. */
  #ordered: readonly Entry[] = []
  #added: Entry[] = []
  #isAnyGone = false

  constructor(historyLimit: number, floor: number) {
    this.history = new History(historyLimit, floor)
  }

  get size(): number {
    return this.#entries.size
  }

  get(namespace: string, name: string): KubeObject | null {
    const entry = this.#entries.get(objectKey(namespace, name))
    return entry === undefined ? null : unpacked(entry.content)
  }

  /** Objects of a namespace (all of them for the empty string), ordered by namespace and name. */
  list(namespace = ''): KubeObject[] {
    return this.stored(namespace).map(unpacked)
  }

  listAt(version: number, namespace = ''): KubeObject[] | null {
    return this.storedAt(version, namespace)?.map(unpacked) ?? null
  }

  /** As `list`, what is packed left packed: for those who need one object at a time. */
  stored(namespace = ''): Stored[] {
    const ordered = this.#order()
    const prefix = objectKey(namespace, '')
    const start = namespace === '' ? 0 : firstAtOrAfter(ordered, prefix)
    const objects: Stored[] = []
    for (let index = start; index < ordered.length; index++) {
      const entry = ordered[index]
      if (entry === undefined || (namespace !== '' && !entry.key.startsWith(prefix))) break
      objects.push(entry.content)
    }
    return objects
  }

  /**
   * The list as it was at `version`: today's with the later changes undone. Null when some of
   * these are forgotten.
   */
  storedAt(version: number, namespace = ''): Stored[] | null {
    const changes = this.history.since(version)
    if (changes === null) return null
    const before = new Map<string, KubeObject | null>()
    for (const { object, previous } of changes) {
      const key = keyOf(object)
      if (!before.has(key)) before.set(key, previous)
    }
    if (before.size === 0) return this.stored(namespace)
    return this.#mergeBack(before, namespace)
  }

  /** One pass over today's order, with the objects that are gone put back in their places. */
  #mergeBack(before: ReadonlyMap<string, KubeObject | null>, namespace: string): Stored[] {
    const prefix = objectKey(namespace, '')
    const isWanted = (key: string): boolean => namespace === '' || key.startsWith(prefix)
    const gone = [...before]
      .filter(([key, object]) => object !== null && !this.#entries.has(key) && isWanted(key))
      .sort(([a], [b]) => (a < b ? 1 : -1))
    const objects: Stored[] = []
    for (const { key, content } of this.#order()) {
      if (!isWanted(key)) continue
      for (let next = gone.at(-1); next !== undefined && next[0] < key; next = gone.at(-1)) {
        if (next[1] !== null) objects.push(next[1])
        gone.pop()
      }
      const then = before.has(key) ? before.get(key) : content
      if (then !== null && then !== undefined) objects.push(then)
    }
    for (const [, object] of gone.reverse()) if (object !== null) objects.push(object)
    return objects
  }

  /** Sets an object without telling anyone and without history: for loading. */
  load(key: string, content: Stored): void {
    const known = this.#entries.get(key)
    if (known !== undefined) {
      known.content = content
      return
    }
    const entry = { key, content, isGone: false }
    this.#entries.set(key, entry)
    this.#added.push(entry)
  }

  apply(key: string, change: Change): void {
    if (change.type === 'DELETED') this.#remove(key)
    else this.load(key, change.object)
    this.history.push(change)
    for (const listener of this.#listeners) listener(change)
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    entry.isGone = true
    this.#isAnyGone = true
    this.#entries.delete(key)
  }

  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get listenerCount(): number {
    return this.#listeners.size
  }

  #order(): readonly Entry[] {
    if (this.#added.length === 0 && !this.#isAnyGone) return this.#ordered
    const added = this.#added.sort((a, b) => (a.key < b.key ? -1 : 1))
    const merged: Entry[] = []
    let next = 0
    const take = (entry: Entry | undefined): void => {
      if (entry !== undefined && !entry.isGone) merged.push(entry)
    }
    for (const entry of this.#ordered) {
      while (next < added.length && (added[next]?.key ?? '') < entry.key) take(added[next++])
      take(entry)
    }
    while (next < added.length) take(added[next++])
    this.#ordered = merged
    this.#added = []
    this.#isAnyGone = false
    return merged
  }
}

function firstAtOrAfter(ordered: readonly Entry[], key: string): number {
  let low = 0
  let high = ordered.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ordered[middle]?.key ?? '') < key) low = middle + 1
    else high = middle
  }
  return low
}
