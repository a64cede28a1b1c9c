import type { Known } from '../../shared/admission/index.ts'
import { type AppErrorBody, isNotInDump } from '../../shared/errors/index.ts'
import { type ResourceInfo, resourceKey } from '../../shared/kube/index.ts'
import type { ApiClient } from '../api/index.ts'
import type { ObjectWatch, Watches } from '../watch/index.ts'
import { ListedObjects } from './listed-objects.ts'

/** What one reading of a view wants to see. */
export interface Wanted {
  readonly info: ResourceInfo
  /** Empty: all namespaces, or a cluster-scoped kind. */
  readonly namespace?: string
  readonly labelSelector?: string
  readonly fieldSelector?: string
  readonly form?: 'objects' | 'metadata'
}

interface Held {
  readonly watch: ObjectWatch
  readonly unsubscribe: () => void
  readonly listed: ListedObjects
}

/**
 * The watches of one open view. Which objects it needs depends on what it has read: each round
 * asks for what it wants by `read`, and `settle` gives up what the round did not ask for.
 */
export class WatchSet {
  readonly #api: ApiClient
  readonly #watches: Pick<Watches, 'objects'>
  readonly #onChange: () => void
  readonly #held = new Map<string, Held>()
  #asked = new Set<string>()

  constructor(api: ApiClient, watches: Pick<Watches, 'objects'>, onChange: () => void) {
    this.#api = api
    this.#watches = watches
    this.#onChange = onChange
  }

  /** Number of watches held now. */
  get size(): number {
    return this.#held.size
  }

  /** What is known of it; starts watching when nobody asked before. */
  read(wanted: Wanted): Known {
    const { info, namespace = '', labelSelector = '', fieldSelector = '', form = 'objects' } = wanted
    const key = [resourceKey(info), namespace, labelSelector, fieldSelector, form].join('|')
    this.#asked.add(key)
    const held = this.#held.get(key)
    if (held !== undefined) return knownOf(held)
    const { group, version, resource } = info
    const target = { resource: { group, version, resource }, namespace, labelSelector, fieldSelector }
    const watch = this.#watches.objects(this.#api, target, form)
    const listed = new ListedObjects(watch, info)
    const made = { watch, listed, unsubscribe: watch.subscribe(this.#onChange) }
    this.#held.set(key, made)
    return knownOf(made)
  }

  /** Ends a round: releases what it did not ask for. */
  settle(): void {
    for (const [key, held] of this.#held) {
      if (this.#asked.has(key)) continue
      this.#held.delete(key)
      release(held)
    }
    this.#asked = new Set()
  }

  close(): void {
    for (const held of this.#held.values()) release(held)
    this.#held.clear()
  }
}

function release({ watch, unsubscribe }: Held): void {
  unsubscribe()
  watch.release()
}

function knownOf({ watch, listed }: Held): Known {
  const phase = watch.phase.get()
  switch (phase.phase) {
    case 'denied':
    case 'failed':
    case 'loginNeeded':
      return unreadable(phase.error)
    case 'kindGone':
      return isNotInDump(phase.error) ? unreadable(phase.error) : { state: 'notServed' }
    case 'stale':
      return watch.isSynced ? listed.known(phase.since) : unreadable(phase.reason)
    case 'waiting':
    case 'loading':
    case 'live':
    case 'relisting':
      return watch.isSynced ? listed.known(null) : { state: 'loading' }
  }
}

function unreadable(error: AppErrorBody): Known {
  return { state: 'unreadable', error }
}
