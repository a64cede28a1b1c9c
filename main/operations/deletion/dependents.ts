import { isAppError } from '../../../shared/errors/index.ts'
import { type KubeObject, parseApiVersion, type ResourceInfo } from '../../../shared/kube/index.ts'
import { listKind } from '../listing.ts'
import { at, listAt, textAt } from '../reading.ts'
import { mapAtOnce, type Setup, type Target } from '../targets.ts'

/** An object that names one that goes as its owner. */
export interface Dependent extends Target {
  /** 1: of a target. */
  readonly depth: number
  /** In the foreground its owner stays until it is gone. */
  readonly isBlocking: boolean
}

export interface Dependents {
  /** In the order in which they go: owners first. */
  readonly going: readonly Dependent[]
  /** Those with another owner that is there. */
  readonly staying: readonly Target[]
  /** Kinds that could not be read, in words. */
  readonly unreadable: readonly string[]
  /** Kinds with more objects than were looked at. */
  readonly unfinished: readonly string[]
}

/** Lists under way at once: what is on screen must not wait for them. */
const listsAtOnce = 6
/** Objects of a kind that are looked at. */
const mostOfKind = 10_000
/** A longer chain is a loop. */
const mostDepth = 24
/** Other owners that are looked up one by one. */
const mostOwners = 200

/** Kinds that nothing owns, or that are kept a second time under another name. */
const skipped: ReadonlySet<string> = new Set(['events', 'componentstatuses', 'bindings'])

/**
 * Everything that goes when the targets are deleted, as the garbage collector sees it: objects all of whose owners go
 * or are gone already. Reads the metadata of every kind that may be read.
 */
export async function findDependents(setup: Setup, targets: readonly Target[]): Promise<Dependents> {
  const none: Dependents = { going: [], staying: [], unreadable: [], unfinished: [] }
  if (targets.length === 0) return none
  const namespaces = new Set(targets.map(({ ref }) => ref.namespace))
  const isClusterWide = namespaces.has('')
  const kinds = scannedKinds(setup, isClusterWide)
  const asked = kinds.flatMap(info =>
    (info.namespaced && !isClusterWide ? [...namespaces] : ['']).map(namespace => ({ info, namespace })),
  )
  const lists = await mapAtOnce(asked, listsAtOnce, async ({ info, namespace }) => ({
    info,
    ...(await listKind(setup, info, { namespace, isMetadata: true, most: mostOfKind })),
  }))
  const objects = lists.flatMap(({ found }) => found)
  const { going, staying } = await collect(setup, targets, objects)
  const names = (some: typeof lists): readonly string[] => [...new Set(some.map(({ info }) => info.resource))]
  return {
    going,
    staying,
    unreadable: names(lists.filter(({ unreadable }) => unreadable !== null)),
    unfinished: names(lists.filter(({ isComplete, unreadable }) => !isComplete && unreadable === null)),
  }
}

function scannedKinds({ api }: Setup, isClusterWide: boolean): readonly ResourceInfo[] {
  return api.discovery
    .get()
    .resources.filter(
      info =>
        info.preferred &&
        (info.namespaced || isClusterWide) &&
        info.verbs.includes('list') &&
        info.verbs.includes('delete') &&
        !skipped.has(info.resource),
    )
}

async function collect(
  setup: Setup,
  targets: readonly Target[],
  objects: readonly Target[],
): Promise<Pick<Dependents, 'going' | 'staying'>> {
  const byOwner = indexByOwner(objects)
  const present = new Set(objects.map(({ object }) => object.metadata.uid))
  const depths = new Map<string, number>(targets.map(({ object }) => [object.metadata.uid ?? '', 0]))
  const owners = new OtherOwners(setup, present)
  const going: Dependent[] = []
  const doubtful = new Map<string, Target>()
  let reached: readonly Target[] = targets
  for (let depth = 1; depth <= mostDepth && reached.length > 0; depth++) {
    const next: Dependent[] = []
    // Those that had another owner before may have lost it by now.
    const candidates = new Map(doubtful)
    for (const { object } of reached)
      for (const dependent of byOwner.get(object.metadata.uid ?? '') ?? [])
        candidates.set(dependent.object.metadata.uid ?? '', dependent)
    for (const [uid, candidate] of candidates) {
      if (depths.has(uid)) continue
      if (await owners.keep(candidate, depths)) {
        doubtful.set(uid, candidate)
        continue
      }
      doubtful.delete(uid)
      depths.set(uid, depth)
      next.push({ ...candidate, depth, isBlocking: isBlocking(candidate, depths) })
    }
    going.push(...next)
    reached = next
  }
  return { going, staying: [...doubtful.values()] }
}

function indexByOwner(objects: readonly Target[]): ReadonlyMap<string, readonly Target[]> {
  const index = new Map<string, Map<string, Target>>()
  for (const target of objects)
    for (const owner of ownersOf(target.object)) {
      const owned = index.get(owner.uid) ?? new Map<string, Target>()
      // The same object may be served by two groups.
      owned.set(target.object.metadata.uid ?? '', target)
      index.set(owner.uid, owned)
    }
  return new Map([...index].map(([uid, owned]) => [uid, [...owned.values()]]))
}

interface Owner {
  readonly uid: string
  readonly name: string
  readonly group: string
  readonly kind: string
  readonly blocks: boolean
}

function ownersOf(object: KubeObject): readonly Owner[] {
  return listAt(object, 'metadata', 'ownerReferences').map(reference => ({
    uid: textAt(reference, 'uid'),
    name: textAt(reference, 'name'),
    group: parseApiVersion(textAt(reference, 'apiVersion')).group,
    kind: textAt(reference, 'kind'),
    blocks: at(reference, 'blockOwnerDeletion') === true,
  }))
}

function isBlocking({ object }: Target, going: ReadonlyMap<string, number>): boolean {
  return ownersOf(object).some(({ uid, blocks }) => blocks && going.has(uid))
}

/** Owners beside those that go: whether one is there keeps an object. */
class OtherOwners {
  readonly #setup: Setup
  readonly #present: ReadonlySet<string | undefined>
  readonly #asked = new Map<string, Promise<boolean>>()

  constructor(setup: Setup, present: ReadonlySet<string | undefined>) {
    this.#setup = setup
    this.#present = present
  }

  /** Whether an owner that does not go keeps the object. */
  async keep(target: Target, going: ReadonlyMap<string, number>): Promise<boolean> {
    for (const owner of ownersOf(target.object)) {
      if (going.has(owner.uid)) continue
      if (this.#present.has(owner.uid) || (await this.#isThere(owner, target.ref.namespace))) return true
    }
    return false
  }

  #isThere(owner: Owner, namespace: string): Promise<boolean> {
    const known = this.#asked.get(owner.uid)
    if (known !== undefined) return known
    // Beyond that one is taken to be there: what stays is the smaller surprise.
    const asked = this.#asked.size >= mostOwners ? Promise.resolve(true) : this.#look(owner, namespace)
    this.#asked.set(owner.uid, asked)
    return asked
  }

  async #look({ group, kind, name, uid }: Owner, namespace: string): Promise<boolean> {
    const { api, signal } = this.#setup
    const info = api.findKind(group, kind)
    if (info === null) return true
    try {
      const ref = { resource: info, namespace: info.namespaced ? namespace : '', name }
      return (await api.get(ref, signal)).metadata.uid === uid
    } catch (error) {
      if (!isAppError(error) || signal.aborted) throw error
      return error.body.kind !== 'gone'
    }
  }
}
