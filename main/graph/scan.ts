import { isAppError, isCancelled } from '../../shared/errors/index.ts'
import type { Clock, Timer } from '../../shared/flow/index.ts'
import { isMapping, type ResourceInfo } from '../../shared/kube/index.ts'
import { listAt, textAt } from '../../shared/relations/index.ts'
import { type ApiClient, resourcePath } from '../api/index.ts'

/** At most so many lists run at the same time: a tree must not crowd out what is on screen. */
const parallel = 4
/** Objects of one kind that are looked at; a namespace with more of a kind is not looked through. */
const pageSize = 500
const again = 60_000
/** Kinds that nothing owns or of which there are too many to look through. */
const skipped: ReadonlySet<string> = new Set(['events', 'bindings', 'endpoints', 'componentstatuses'])

/**
 * Looks through every kind of a namespace for owner references, by metadata alone: custom kinds
 * may own objects of any kind. Looks again once a minute; what is found is then watched.
 */
export class OwnershipScan {
  readonly #api: ApiClient
  readonly #namespace: string
  readonly #clock: Clock
  readonly #onChange: () => void
  readonly #stop = new AbortController()
  readonly #found = new Map<string, ReadonlySet<string>>()
  #kinds: readonly ResourceInfo[] = []
  #timer: Timer | null = null
  #isComplete = false

  constructor(api: ApiClient, namespace: string, clock: Clock, onChange: () => void) {
    this.#api = api
    this.#namespace = namespace
    this.#clock = clock
    this.#onChange = onChange
    void this.#run()
  }

  /** True once every kind was looked through. */
  get isComplete(): boolean {
    return this.#isComplete
  }

  /** Kinds with objects that name this owner. */
  kindsOwnedBy(uid: string): readonly ResourceInfo[] {
    return this.#kinds.filter(info => this.#found.get(keyOf(info))?.has(uid) === true)
  }

  close(): void {
    this.#stop.abort()
    this.#timer?.cancel()
  }

  async #run(): Promise<void> {
    this.#kinds = this.#api.discovery
      .get()
      .resources.filter(
        info =>
          info.preferred &&
          info.namespaced === (this.#namespace !== '') &&
          info.verbs.includes('list') &&
          !skipped.has(info.resource),
      )
    const queue = [...this.#kinds]
    await Promise.all(
      Array.from({ length: parallel }, async () => {
        for (let info = queue.shift(); info !== undefined && !this.#stop.signal.aborted; info = queue.shift())
          await this.#look(info)
      }),
    )
    if (this.#stop.signal.aborted) return
    this.#isComplete = true
    this.#onChange()
    this.#timer = this.#clock.after(again, () => void this.#run())
  }

  /** A kind that cannot be read is named by the watch that asks for it; here it is only skipped. */
  async #look(info: ResourceInfo): Promise<void> {
    try {
      const response = await this.#api.session.request({
        method: 'GET',
        path: resourcePath(info, { namespace: this.#namespace }),
        query: { limit: pageSize },
        accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json',
        purpose: `list ${info.resource} in namespace ${this.#namespace}`,
        signal: this.#stop.signal,
      })
      this.#found.set(keyOf(info), ownersIn(await response.json()))
    } catch (error) {
      if (!isAppError(error) && !isCancelled(error)) throw error
    }
  }
}

function ownersIn(list: unknown): ReadonlySet<string> {
  const owners = new Set<string>()
  for (const item of listAt(list, 'items'))
    for (const owner of listAt(item, 'metadata', 'ownerReferences'))
      if (isMapping(owner)) owners.add(textAt(owner, 'uid'))
  return owners
}

function keyOf(info: ResourceInfo): string {
  return `${info.group}/${info.resource}`
}
