import type { KubeObject } from '../../../shared/kube/index.ts'

/** One change of an object. A deletion's `object` carries the version of the deletion. */
export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly version: number
  readonly object: KubeObject
  readonly previous: KubeObject | null
}

/**
 * The last changes of a collection, a bounded ring: what a watch that starts at an earlier
 * version still gets told.
 */
export class History {
  readonly #limit: number
  #changes: Change[] = []
  /** Index of the oldest change in the ring once it is full. */
  #oldest = 0
  #floor: number

  constructor(limit: number, floor: number) {
    this.#limit = limit
    this.#floor = floor
  }

  /** Changes after this version are all kept; a watch from an earlier one is too old. */
  get floor(): number {
    return this.#floor
  }

  push(change: Change): void {
    if (this.#changes.length < this.#limit) {
      this.#changes.push(change)
      return
    }
    this.#floor = this.#changes[this.#oldest]?.version ?? this.#floor
    this.#changes[this.#oldest] = change
    this.#oldest = (this.#oldest + 1) % this.#limit
  }

  /** Changes after `version`, oldest first, or null when some of them are gone. */
  since(version: number): Change[] | null {
    if (version < this.#floor) return null
    const length = this.#changes.length
    let low = 0
    let high = length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#at(middle)?.version ?? 0) <= version) low = middle + 1
      else high = middle
    }
    const changes: Change[] = []
    for (let index = low; index < length; index++) {
      const change = this.#at(index)
      if (change !== undefined) changes.push(change)
    }
    return changes
  }

  /** Forgets everything up to `version`, as a compaction does. */
  compact(version: number): void {
    this.#changes = this.since(Math.max(version, this.#floor)) ?? []
    this.#oldest = 0
    this.#floor = Math.max(version, this.#floor)
  }

  #at(index: number): Change | undefined {
    return this.#changes[(this.#oldest + index) % this.#changes.length]
  }
}
