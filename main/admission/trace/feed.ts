import type { Known, Served } from '../../../shared/admission/index.ts'
import type { SchemaKnown, WantedObjects, Wish } from '../../../shared/admission/trace/index.ts'
import type { AuthorizationAnswer, GroupVersionKind, Subject } from '../../../shared/cel/kubernetes/index.ts'
import { assertNever, isAppError } from '../../../shared/errors/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import type { Discovery } from '../../../shared/ipc/index.ts'
import type { KubeObject } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import type { Watches } from '../../watch/index.ts'
import { type ListedObjects, sourceOf } from '../listed-objects.ts'
import type { Sources } from '../live-view.ts'
import { sourcesOf } from '../live-view.ts'
import { WatchSet } from '../watch-set.ts'
import { kindKey, wantedKey } from './keys.ts'
import type { Fact, ObjectsState } from './messages.ts'
import { Reviews } from './reviews.ts'

export interface FeedSetup {
  readonly api: ApiClient
  readonly watches: Pick<Watches, 'objects'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** For what is followed: answers of the authorizer are asked for again by it. */
  readonly clock?: Clock
  /** What a dump tells is less than what a server tells. */
  readonly told: (sources: Sources) => Sources
  readonly isDump: boolean
  readonly self: Subject | null
  /** Called when something that is held has changed. */
  readonly onChange: () => void
}

/** What a thread was told of objects under a key. */
interface ToldObjects {
  readonly known: Known
  readonly state: string
  readonly items: Map<string, KubeObject>
  /** Where they come from, and up to which of its versions they are told. */
  readonly source: ListedObjects | null
  readonly version: number
}

/**
 * Fulfils the wishes of a computation by watches, schemas and reviews, and tells its thread what changed
 * since it was last told. What is not wished for any more is given up.
 */
export class WorldFeed {
  readonly #setup: FeedSetup
  readonly #set: WatchSet
  readonly #reviews: Reviews
  readonly #schemas = new Map<string, SchemaKnown>()
  #wishes: readonly Wish[] = []
  #known = new Map<string, Known>()
  #toldGeneration = 0
  #toldServed: Discovery | null = null
  #toldObjects = new Map<string, ToldObjects>()
  #toldSchemas = new Map<string, SchemaKnown>()
  #toldAnswers = new Map<string, AuthorizationAnswer>()
  #schemasOf: Discovery | null = null
  #isClosed = false

  constructor(setup: FeedSetup) {
    this.#setup = setup
    this.#set = new WatchSet(setup.api, setup.watches, setup.onChange)
    this.#reviews = new Reviews(setup.api.session, {
      self: setup.self,
      mayAsk: !setup.isDump,
      onChange: setup.onChange,
      ...(setup.clock === undefined ? {} : { clock: setup.clock }),
    })
  }

  get wishes(): readonly Wish[] {
    return this.#wishes
  }

  /** Of the wishes, how many are fulfilled. */
  get progress(): { readonly done: number; readonly wanted: number } {
    const pending = this.#wishes.filter(wish => this.#isPending(wish)).length
    return { done: this.#wishes.length - pending, wanted: this.#wishes.length }
  }

  /** Objects under a key as they are known now. */
  known(wanted: WantedObjects): Known {
    return this.#known.get(wantedKey(wanted)) ?? { state: 'loading' }
  }

  /** Secrets that are held, for what must not leave with a trace. */
  *heldSecrets(): Generator<KubeObject> {
    for (const wish of this.#wishes) {
      if (wish.type !== 'objects' || wish.wanted.kind !== 'Secret') continue
      const known = this.known(wish.wanted)
      if (known.state === 'known') yield* known.items
    }
  }

  /** How many objects are held. */
  get size(): number {
    let size = 0
    for (const known of this.#known.values()) size += sourceOf(known)?.size ?? 0
    return size
  }

  /** Since when something of what is held is not current, in milliseconds since the epoch; null: all is. */
  get staleSince(): number | null {
    const since = [...this.#known.values()].flatMap(known =>
      known.state === 'known' && known.staleSince !== null ? [known.staleSince] : [],
    )
    return since.length === 0 ? null : Math.min(...since)
  }

  /** Reads what is wished for, and lets go of everything else. */
  fulfil(wishes: readonly Wish[]): void {
    this.#wishes = wishes
    this.refresh()
  }

  /** Reads again what is wished for: something changed. */
  refresh(): void {
    if (this.#isClosed) return
    const { api, now, told } = this.#setup
    const sources = told(sourcesOf(api, this.#set, now()))
    this.#renewSchemas()
    for (const wish of this.#wishes) if (wish.type === 'schema') this.#readSchema(wish.kind)
    this.#reviews.want(this.#wishes.flatMap(wish => (wish.type === 'authorization' ? [wish.question] : [])))
    const known = new Map<string, Known>()
    const awaitsReview = this.#awaitsReview()
    for (const wish of this.#wishes) {
      if (wish.type !== 'objects') continue
      // Roles and bindings are asked for where no review answers; while one may, they can wait.
      if (awaitsReview && wish.wanted.group === 'rbac.authorization.k8s.io') continue
      known.set(wantedKey(wish.wanted), readWanted(sources, api, wish.wanted))
    }
    this.#known = known
    this.#set.settle()
  }

  /** What a thread of this generation does not know yet. */
  news(generation: number): readonly Fact[] {
    if (generation !== this.#toldGeneration) this.#forgetTold(generation)
    return [...this.#servedNews(), ...this.#objectNews(), ...this.#schemaNews(), ...this.#answerNews()]
  }

  close(): void {
    this.#isClosed = true
    this.#reviews.close()
    this.#set.close()
  }

  /** Whether an answer to a wish is there. */
  isKnown(wish: Wish): boolean {
    return wish.type === 'authorization' ? this.#reviews.isAnswered(wish.question) : !this.#isPending(wish)
  }

  #isPending(wish: Wish): boolean {
    switch (wish.type) {
      case 'objects':
        return this.known(wish.wanted).state === 'loading'
      case 'schema':
        return this.#schemas.get(kindKey(wish.kind))?.state === 'loading'
      case 'authorization':
        return this.#reviews.isPending(wish.question)
      default:
        return assertNever(wish)
    }
  }

  #awaitsReview(): boolean {
    return this.#wishes.some(wish => wish.type === 'authorization' && this.#reviews.isPending(wish.question))
  }

  /** What a kind looks like may have changed with what is served; what is known stays until then. */
  #renewSchemas(): void {
    const discovery = this.#setup.api.discovery.get()
    if (discovery === this.#schemasOf) return
    const isFirst = this.#schemasOf === null
    this.#schemasOf = discovery
    if (isFirst) return
    for (const wish of this.#wishes) if (wish.type === 'schema') void this.#fetchSchema(wish.kind)
  }

  #readSchema(kind: GroupVersionKind): void {
    const key = kindKey(kind)
    if (this.#schemas.has(key)) return
    this.#schemas.set(key, { state: 'loading' })
    void this.#fetchSchema(kind)
  }

  async #fetchSchema(kind: GroupVersionKind): Promise<void> {
    const { api } = this.#setup
    const known = await api.schema(kind.group, kind.version, kind.kind).then(
      ({ root, schemas }): SchemaKnown => ({ state: 'known', root, schemas }),
      (error: unknown): SchemaKnown => {
        if (!isAppError(error)) throw error
        return error.body.kind === 'gone' ? { state: 'none' } : { state: 'unreadable', error: error.body }
      },
    )
    if (this.#isClosed) return
    this.#schemas.set(kindKey(kind), known)
    this.#setup.onChange()
  }

  #forgetTold(generation: number): void {
    this.#toldGeneration = generation
    this.#toldServed = null
    this.#toldObjects = new Map()
    this.#toldSchemas = new Map()
    this.#toldAnswers = new Map()
  }

  #servedNews(): readonly Fact[] {
    const { api, told, now } = this.#setup
    const discovery = api.discovery.get()
    if (discovery === this.#toldServed) return []
    this.#toldServed = discovery
    const served: Served = told(sourcesOf(api, this.#set, now())).served
    return [
      {
        type: 'served',
        resources: served.resources,
        failedGroups: [...served.failedGroups],
        isPartial: served.isPartial === true,
      },
    ]
  }

  #objectNews(): readonly Fact[] {
    const facts: Fact[] = []
    for (const [key, known] of this.#known) {
      const before = this.#toldObjects.get(key)
      if (before?.known === known) continue
      const { told, put, removed } = newsOf(known, before)
      this.#toldObjects.set(key, told)
      if (put.length > 0 || removed.length > 0 || before?.state !== told.state)
        facts.push({ type: 'objects', key, state: stateOf(known), put, removed })
    }
    // What is given up may come back: the thread must not go by what it was then.
    for (const [key, { items }] of this.#toldObjects) {
      if (this.#known.has(key)) continue
      this.#toldObjects.delete(key)
      facts.push({ type: 'objects', key, state: { state: 'loading' }, put: [], removed: [...items.keys()] })
    }
    return facts
  }

  #schemaNews(): readonly Fact[] {
    const facts: Fact[] = []
    for (const [key, known] of this.#schemas) {
      if (this.#toldSchemas.get(key) === known) continue
      this.#toldSchemas.set(key, known)
      facts.push({ type: 'schema', key, known })
    }
    return facts
  }

  #answerNews(): readonly Fact[] {
    const facts: Fact[] = []
    for (const { key, question, answer } of this.#reviews.answers()) {
      if (this.#toldAnswers.get(key) === (answer ?? undefined)) continue
      if (answer === null) this.#toldAnswers.delete(key)
      else this.#toldAnswers.set(key, answer)
      facts.push({ type: 'authorization', question, answer })
    }
    return facts
  }
}

function readWanted(sources: Sources, api: ApiClient, wanted: WantedObjects): Known {
  const { group, version, kind, namespace, name } = wanted
  const options = {
    ...(namespace === '' ? {} : { namespace }),
    ...(name === '' ? {} : { fieldSelector: `metadata.name=${name}` }),
  }
  if (version === '') return sources.readKind(group, kind, options)
  const info = api.discovery
    .get()
    .resources.find(each => each.group === group && each.version === version && each.kind === kind)
  return info === undefined ? sources.readKind(group, kind, options) : sources.read({ ...options, info })
}

interface ObjectNews {
  readonly told: ToldObjects
  readonly put: readonly (readonly [string, KubeObject])[]
  readonly removed: readonly string[]
}

/** What came, changed and went since it was last told. Only what changed is looked at, where that is known. */
function newsOf(known: Known, before: ToldObjects | undefined): ObjectNews {
  const source = sourceOf(known)
  const about = { known, state: JSON.stringify(stateOf(known)), source, version: source?.version ?? 0 }
  const changed =
    source === null || before === undefined || before.source !== source
      ? null
      : source.changedSince(before.version)
  if (source === null || before === undefined || changed === null) {
    const items = byName(known)
    const put = [...items].filter(([name, object]) => before?.items.get(name) !== object)
    const removed = [...(before?.items.keys() ?? [])].filter(name => !items.has(name))
    return { told: { ...about, items }, put, removed }
  }
  const { items } = before
  const put: (readonly [string, KubeObject])[] = []
  const removed: string[] = []
  for (const name of changed) {
    const object = source.at(name)
    if (object === undefined) {
      if (items.delete(name)) removed.push(name)
    } else if (items.get(name) !== object) {
      items.set(name, object)
      put.push([name, object])
    }
  }
  return { told: { ...about, items }, put, removed }
}

function byName(known: Known): Map<string, KubeObject> {
  const items = new Map<string, KubeObject>()
  if (known.state === 'known')
    for (const item of known.items) items.set(`${item.metadata.namespace ?? ''}/${item.metadata.name}`, item)
  return items
}

function stateOf(known: Known): ObjectsState {
  if (known.state !== 'known') return known
  // Without looking at the items: the list of them is only made where it is asked for.
  const { state, staleSince, partial } = known
  return { state, staleSince, ...(partial === undefined ? {} : { partial }) }
}
