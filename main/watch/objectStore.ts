import type { Clock, ReadonlyObservable, Timer, Unsubscribe } from '../../shared/flow/index.ts'
import type { SourcePhase } from '../../shared/ipc/index.ts'
import type { KubeObject } from '../../shared/kube/index.ts'
import { ChangeLog } from './changeLog.ts'
import type { Changes, ObjectWatch, Received, SharedWatch, StoreKind, WatchStore } from './types.ts'

const announceEvery = 30

/** Objects of one collection by namespace and name. */
export class ObjectStore implements WatchStore {
  readonly objects = new Map<string, KubeObject>()
  readonly changes = new ChangeLog()
  readonly #listeners = new Set<() => void>()
  /** Keys of the list that is being read; null between lists. */
  #listed: Set<string> | null = null

  setColumns(): void {
    // Objects have no columns.
  }

  begin(): void {
    this.#listed = new Set()
  }

  put({ namespace, name, object }: Received): void {
    if (object === null) return
    const key = `${namespace}/${name}`
    this.#listed?.add(key)
    this.objects.set(key, object)
    this.changes.note(key)
    this.#announce()
  }

  remove(namespace: string, name: string): void {
    const key = `${namespace}/${name}`
    if (!this.objects.delete(key)) return
    this.changes.note(key)
    this.#announce()
  }

  commit(): void {
    for (const key of this.objects.keys()) {
      if (this.#listed?.has(key) !== false) continue
      this.objects.delete(key)
      this.changes.note(key)
    }
    this.#listed = null
    this.#announce()
  }

  clear(): void {
    this.objects.clear()
    this.changes.noteAll()
    this.#announce()
  }

  onChange(listener: () => void): Unsubscribe {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #announce(): void {
    for (const listener of this.#listeners) listener()
  }
}

export const objectStores: StoreKind<ObjectStore> = { form: 'objects', create: () => new ObjectStore() }
/** For objects that only tell that something changed. */
export const backgroundStores: StoreKind<ObjectStore> = {
  form: 'metadata',
  isBackground: true,
  create: () => new ObjectStore(),
}
export const metadataStores: StoreKind<ObjectStore> = { form: 'metadata', create: () => new ObjectStore() }

/** One share of an object stream, with listeners of its own. */
export class ObjectWatchShare implements ObjectWatch {
  readonly #shared: SharedWatch<ObjectStore>
  readonly #clock: Clock
  readonly #listeners = new Set<() => void>()
  readonly #subscriptions: readonly Unsubscribe[]
  #timer: Timer | null = null

  constructor(shared: SharedWatch<ObjectStore>, clock: Clock) {
    this.#shared = shared
    this.#clock = clock
    this.#subscriptions = [
      shared.store.onChange(() => this.#changed()),
      shared.phase.subscribe(() => this.#changed()),
    ]
  }

  get phase(): ReadonlyObservable<SourcePhase> {
    return this.#shared.phase
  }

  get objects(): ReadonlyMap<string, KubeObject> {
    return this.#shared.store.objects
  }

  get changes(): Changes {
    return this.#shared.store.changes
  }

  get isSynced(): boolean {
    return this.#shared.isSynced
  }

  subscribe(listener: () => void): Unsubscribe {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  release(): void {
    for (const unsubscribe of this.#subscriptions) unsubscribe()
    this.#timer?.cancel()
    this.#timer = null
    this.#listeners.clear()
    this.#shared.release()
  }

  #changed(): void {
    if (this.#listeners.size === 0) return
    this.#timer ??= this.#clock.after(announceEvery, () => {
      this.#timer = null
      for (const listener of [...this.#listeners]) listener()
    })
  }
}
