import type { KubeObject } from '../../../shared/kube/index.ts'
import { type Change, History } from './history.ts'

/** Key of an object within its collection; orders as the API server's storage does. */
export function objectKey(namespace: string, name: string): string {
  return `${namespace}/${name}`
}

/** Key of an object that is in, or goes into, a collection. */
export function keyOf({ metadata }: KubeObject): string {
  return objectKey(metadata.namespace ?? '', metadata.name)
}

interface Entry {
  readonly key: string
  object: KubeObject
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
  #ordered: Entry[] | null = []

  constructor(historyLimit: number, floor: number) {
    this.history = new History(historyLimit, floor)
  }

  get size(): number {
    return this.#entries.size
  }

  get(namespace: string, name: string): KubeObject | null {
    return this.#entries.get(objectKey(namespace, name))?.object ?? null
  }

  /** Objects of a namespace (all of them for the empty string), ordered by namespace and name. */
  list(namespace = ''): KubeObject[] {
    const ordered = this.#order()
    const prefix = objectKey(namespace, '')
    const start = namespace === '' ? 0 : firstAtOrAfter(ordered, prefix)
    const objects: KubeObject[] = []
    for (let index = start; index < ordered.length; index++) {
      const entry = ordered[index]
      if (entry === undefined || (namespace !== '' && !entry.key.startsWith(prefix))) break
      objects.push(entry.object)
    }
    return objects
  }

  /**
   * The list as it was at `version`: today's with the later changes undone. Null when some of
   * these are forgotten.
   */
  listAt(version: number, namespace = ''): KubeObject[] | null {
    const changes = this.history.since(version)
    if (changes === null) return null
    const before = new Map<string, KubeObject | null>()
    for (const { object, previous } of changes) {
      const key = keyOf(object)
      if (!before.has(key)) before.set(key, previous)
    }
    if (before.size === 0) return this.list(namespace)
    const objects = this.list(namespace).filter(object => !before.has(keyOf(object)))
    for (const object of before.values())
      if (object !== null && (namespace === '' || object.metadata.namespace === namespace))
        objects.push(object)
    return objects.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  }

  /** Sets an object without telling anyone and without history: for loading. */
  load(key: string, object: KubeObject): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) {
      this.#entries.set(key, { key, object })
      this.#ordered = null
    } else entry.object = object
  }

  apply(key: string, change: Change): void {
    if (change.type === 'DELETED') {
      this.#entries.delete(key)
      this.#ordered = null
    } else this.load(key, change.object)
    this.history.push(change)
    for (const listener of this.#listeners) listener(change)
  }

  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get listenerCount(): number {
    return this.#listeners.size
  }

  #order(): Entry[] {
    if (this.#ordered === null) {
      this.#ordered = [...this.#entries.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
    }
    return this.#ordered
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
