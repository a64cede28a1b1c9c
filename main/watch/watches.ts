import type { Clock } from '../../shared/flow/index.ts'
import { resourceKey } from '../../shared/kube/index.ts'
import type { ApiClient } from '../api/index.ts'
import type { WatchEnvironment, WatchLog } from './environment.ts'
import { metadataStores, ObjectWatchShare, objectStores } from './objectStore.ts'
import { Pulses } from './pulse.ts'
import { Reflector } from './reflector.ts'
import { Slicer } from './slicer.ts'
import type { SharedWatch, StoreKind, Watches, WatchStore, WatchTarget } from './types.ts'

interface Entry {
  readonly store: WatchStore
  readonly reflector: Reflector
  shares: number
}

/** The watches of a process; see the folder's index for what they hold to. */
export function createWatches(options: {
  readonly clock: Clock
  /** Numbers in [0, 1). */
  readonly random: () => number
  readonly log: WatchLog
}): Watches {
  const environment: WatchEnvironment = {
    ...options,
    slicer: new Slicer(),
    pulses: new Pulses(options.clock, options.random),
  }
  const registry = new Registry(environment)
  return {
    share: (api, target, kind) => registry.share(api, target, kind),
    objects: (api, target, form) =>
      new ObjectWatchShare(
        registry.share(api, target, form === 'objects' ? objectStores : metadataStores),
        options.clock,
      ),
    get openCount() {
      return registry.size
    },
  }
}

class Registry {
  readonly #environment: WatchEnvironment
  /** By client, not by context: a context that was closed and opened again has another one. */
  readonly #byClient = new Map<ApiClient, Map<StoreKind<WatchStore>, Map<string, Entry>>>()

  constructor(environment: WatchEnvironment) {
    this.#environment = environment
  }

  get size(): number {
    let count = 0
    for (const kinds of this.#byClient.values()) for (const entries of kinds.values()) count += entries.size
    return count
  }

  share<S extends WatchStore>(api: ApiClient, target: WatchTarget, kind: StoreKind<S>): SharedWatch<S> {
    const entries = this.#entries(api, kind)
    const key = targetKey(target)
    let entry = entries.get(key)
    if (entry === undefined) {
      const store = kind.create(api, target)
      entry = {
        store,
        reflector: new Reflector(api, target, kind, store, this.#environment),
        shares: 0,
      }
      entries.set(key, entry)
    }
    entry.shares++
    return shareOf(entry as Entry & { readonly store: S }, () => {
      entries.delete(key)
      this.#forget(api, kind)
    })
  }

  #entries(api: ApiClient, kind: StoreKind<WatchStore>): Map<string, Entry> {
    const kinds = this.#byClient.get(api) ?? new Map<StoreKind<WatchStore>, Map<string, Entry>>()
    this.#byClient.set(api, kinds)
    const entries = kinds.get(kind) ?? new Map<string, Entry>()
    kinds.set(kind, entries)
    return entries
  }

  #forget(api: ApiClient, kind: StoreKind<WatchStore>): void {
    const kinds = this.#byClient.get(api)
    if (kinds?.get(kind)?.size === 0) kinds.delete(kind)
    if (kinds?.size === 0) this.#byClient.delete(api)
  }
}

function shareOf<S extends WatchStore>(
  entry: Entry & { readonly store: S },
  forget: () => void,
): SharedWatch<S> {
  let isReleased = false
  return {
    store: entry.store,
    phase: entry.reflector.phase,
    get isSynced() {
      return entry.reflector.isSynced
    },
    release: () => {
      if (isReleased) return
      isReleased = true
      entry.shares--
      if (entry.shares > 0) return
      entry.reflector.close()
      forget()
    },
  }
}

function targetKey({ resource, namespace, labelSelector, fieldSelector }: WatchTarget): string {
  return JSON.stringify([resourceKey(resource), namespace, labelSelector, fieldSelector])
}
