import { type Known, typed } from '../../shared/admission/index.ts'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import { apiVersionOf, type KubeObject, type ResourceInfo, resourceKey } from '../../shared/kube/index.ts'
import type { ApiClient } from '../api/index.ts'
import type { ObjectWatch, Watches } from '../watch/index.ts'

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
    if (held !== undefined) return knownOf(held.watch, info)
    const { group, version, resource } = info
    const target = { resource: { group, version, resource }, namespace, labelSelector, fieldSelector }
    const watch = this.#watches.objects(this.#api, target, form)
    this.#held.set(key, { watch, unsubscribe: watch.subscribe(this.#onChange) })
    return knownOf(watch, info)
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

function knownOf(watch: ObjectWatch, info: ResourceInfo): Known {
  const phase = watch.phase.get()
  switch (phase.phase) {
    case 'denied':
    case 'failed':
    case 'loginNeeded':
      return unreadable(phase.error)
    case 'kindGone':
      return { state: 'notServed' }
    case 'stale':
      return watch.isSynced ? present(watch, info, phase.since) : unreadable(phase.reason)
    case 'waiting':
    case 'loading':
    case 'live':
    case 'relisting':
      return watch.isSynced ? present(watch, info, null) : { state: 'loading' }
  }
}

function unreadable(error: AppErrorBody): Known {
  return { state: 'unreadable', error }
}

function present(watch: ObjectWatch, info: ResourceInfo, staleSince: number | null): Known {
  const apiVersion = apiVersionOf(info)
  const items: KubeObject[] = []
  for (const object of watch.objects.values()) items.push(typed(object, info.kind, apiVersion))
  return { state: 'known', items, staleSince }
}
