import type { KubeObject, ManagedFieldsEntry } from '../../../shared/kube/index.ts'
import { foregroundFinalizer, orphanFinalizer } from '../lifecycle/index.ts'
import type { Change, StoredResource } from '../store/index.ts'
import { at, mapping } from '../tables/index.ts'
import { type Cluster, isGoing } from './cluster.ts'

interface Place {
  readonly resource: StoredResource
  readonly namespace: string
  readonly name: string
}

/**
 * Collects what belonged to objects that are gone, as the garbage collector of a real cluster does: in the
 * background, before its owner (foreground), or not at all (orphan).
 * Source: kubernetes/pkg/controller/garbagecollector.
 */
export class GarbageCollector {
  readonly #cluster: Cluster
  readonly #living = new Map<string, Place>()
  /** Those that name an owner, by its uid. */
  readonly #dependents = new Map<string, Set<string>>()
  /** Uids to look at. */
  readonly #queue = new Set<string>()

  constructor(cluster: Cluster) {
    this.#cluster = cluster
    for (const resource of cluster.store.resources())
      for (const object of cluster.store.collection(resource).list()) this.#add(resource, object)
    this.#queue.clear()
  }

  seen(resource: StoredResource, { type, object, previous }: Change): void {
    if (previous !== null) this.#forget(previous)
    if (type !== 'DELETED') {
      this.#add(resource, object)
      return
    }
    for (const uid of this.#dependents.get(object.metadata.uid ?? '') ?? []) this.#queue.add(uid)
    // An owner that waits for its dependents may have one less.
    for (const { uid } of object.metadata.ownerReferences ?? []) this.#queue.add(uid)
  }

  #add(resource: StoredResource, { metadata }: KubeObject): void {
    const { uid, namespace = '', name, ownerReferences = [] } = metadata
    if (uid === undefined) return
    this.#living.set(uid, { resource, namespace, name })
    for (const owner of ownerReferences) {
      const dependents = this.#dependents.get(owner.uid) ?? new Set()
      this.#dependents.set(owner.uid, dependents.add(uid))
    }
    if (ownerReferences.length > 0 || metadata.deletionTimestamp !== undefined) this.#queue.add(uid)
  }

  #forget({ metadata: { uid = '', ownerReferences = [] } }: KubeObject): void {
    this.#living.delete(uid)
    for (const owner of ownerReferences) {
      const dependents = this.#dependents.get(owner.uid)
      dependents?.delete(uid)
      if (dependents?.size === 0) this.#dependents.delete(owner.uid)
    }
  }

  /** Looks at all that waits, and at what comes of it. */
  run(): void {
    for (const uid of this.#queue) {
      this.#queue.delete(uid)
      const found = this.#find(uid)
      if (found !== null) this.#look(found.resource, found.object)
    }
  }

  #find(uid: string): { readonly resource: StoredResource; readonly object: KubeObject } | null {
    const place = this.#living.get(uid)
    if (place === undefined) return null
    const object = this.#cluster.store.get(place.resource, place.namespace, place.name)
    return object === null ? null : { resource: place.resource, object }
  }

  #look(resource: StoredResource, object: KubeObject): void {
    const finalizers = object.metadata.finalizers ?? []
    if (isGoing(object) && finalizers.includes(orphanFinalizer)) this.#orphan(resource, object)
    else if (isGoing(object) && finalizers.includes(foregroundFinalizer)) this.#waitFor(resource, object)
    else if (!isGoing(object) && (object.metadata.ownerReferences ?? []).length > 0)
      this.#keepOrDelete(resource, object)
  }

  #dependentsOf({ metadata }: KubeObject) {
    return [...(this.#dependents.get(metadata.uid ?? '') ?? [])]
      .map(uid => this.#find(uid))
      .filter(each => each !== null)
  }

  #orphan(resource: StoredResource, owner: KubeObject): void {
    for (const { resource: place, object } of this.#dependentsOf(owner))
      this.#withoutOwners(place, object, uid => uid === owner.metadata.uid)
    this.#finish(resource, owner, orphanFinalizer)
  }

  /** Deletes dependents, and lets their owner go once none is left that blocks it. */
  #waitFor(resource: StoredResource, owner: KubeObject): void {
    const dependents = this.#dependentsOf(owner)
    for (const { resource: place, object } of dependents)
      if (!isGoing(object)) this.#keepOrDelete(place, object)
    const isBlocked = this.#dependentsOf(owner).some(({ object }) =>
      (object.metadata.ownerReferences ?? []).some(
        each => each.uid === owner.metadata.uid && at(each, 'blockOwnerDeletion') === true,
      ),
    )
    if (!isBlocked) this.#finish(resource, owner, foregroundFinalizer)
  }

  #keepOrDelete(resource: StoredResource, object: KubeObject): void {
    const states = (object.metadata.ownerReferences ?? []).map(({ uid }) => ({
      uid,
      state: this.#stateOf(uid),
    }))
    if (states.some(({ state }) => state === 'solid')) {
      const gone = new Set(states.filter(({ state }) => state !== 'solid').map(({ uid }) => uid))
      if (gone.size > 0) this.#withoutOwners(resource, object, uid => gone.has(uid))
      return
    }
    const isWaitedFor = states.some(({ state }) => state === 'waiting')
    const isForeground = isWaitedFor && this.#dependentsOf(object).length > 0
    const finalizers = object.metadata.finalizers ?? []
    const policy = finalizers.includes(orphanFinalizer)
      ? 'Orphan'
      : isForeground || finalizers.includes(foregroundFinalizer)
        ? 'Foreground'
        : 'Background'
    this.#cluster.delete(resource, object, { propagationPolicy: policy })
  }

  #stateOf(uid: string): 'solid' | 'gone' | 'waiting' {
    const owner = this.#find(uid)
    if (owner === null) return 'gone'
    const isWaiting =
      isGoing(owner.object) && (owner.object.metadata.finalizers ?? []).includes(foregroundFinalizer)
    return isWaiting ? 'waiting' : 'solid'
  }

  #withoutOwners(resource: StoredResource, object: KubeObject, isGone: (uid: string) => boolean): void {
    const { ownerReferences = [], ...metadata } = object.metadata
    const kept = ownerReferences.filter(({ uid }) => !isGone(uid))
    const owners = kept.length === 0 ? {} : { ownerReferences: kept }
    const managedFields = metadata.managedFields?.map(entry => withoutReferences(entry, isGone))
    const managers = managedFields === undefined ? {} : { managedFields }
    this.#cluster.update(resource, { ...object, metadata: { ...metadata, ...managers, ...owners } })
  }

  #finish(resource: StoredResource, object: KubeObject, finalizer: string): void {
    const now = this.#cluster.again(resource, object)
    if (now !== null) this.#cluster.update(resource, withoutFinalizer(now, finalizer))
  }
}

/** The fields of a manager without references to owners that are taken away. */
function withoutReferences(entry: ManagedFieldsEntry, isGone: (uid: string) => boolean): ManagedFieldsEntry {
  const fields = mapping(entry.fieldsV1)
  const { 'f:ownerReferences': references, ...others } = mapping(fields['f:metadata'])
  if (references === undefined) return entry
  const isKept = (key: string): boolean => {
    const [, uid] = /^k:\{"uid":"([^"]*)"\}$/.exec(key) ?? []
    return uid === undefined ? key !== '.' : !isGone(uid)
  }
  const kept = Object.entries(mapping(references)).filter(([key]) => isKept(key))
  const left = kept.length === 0 ? {} : { 'f:ownerReferences': Object.fromEntries([['.', {}], ...kept]) }
  const metadata = { ...others, ...left }
  const { 'f:metadata': _before, ...rest } = fields
  const isEmpty = Object.keys(metadata).length === 0
  return { ...entry, fieldsV1: isEmpty ? rest : { ...rest, 'f:metadata': metadata } }
}

export function withoutFinalizer(object: KubeObject, finalizer: string): KubeObject {
  const { finalizers = [], ...metadata } = object.metadata
  const kept = finalizers.filter(each => each !== finalizer)
  return { ...object, metadata: { ...metadata, ...(kept.length === 0 ? {} : { finalizers: kept }) } }
}
