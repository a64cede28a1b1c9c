import type { KubeObject } from '../../../shared/kube/index.ts'
import { Collection, keyOf, objectKey } from './collection.ts'
import type { Change } from './history.ts'
import type { PackedObject } from './packed.ts'

/** What objects are stored under: group and plural, whatever the version they are served in. */
export interface StoredResource {
  readonly group: string
  readonly resource: string
}

export type StoreListener = (resource: StoredResource, change: Change) => void

export interface StoreOptions {
  /** Changes kept for each resource; watches from before them are told to list again. */
  readonly historyLimit?: number
  /** The version of the store when it is empty. */
  readonly firstVersion?: number
}

/**
 * The objects of a cluster in memory, under one counter of versions. Objects are never changed
 * in place: whoever holds one keeps what it was.
 */
export class SnapshotStore {
  readonly #collections = new Map<string, Collection>()
  readonly #historyLimit: number
  readonly #listeners = new Set<StoreListener>()
  #version: number

  constructor({ historyLimit = 10_000, firstVersion = 1 }: StoreOptions = {}) {
    this.#historyLimit = historyLimit
    this.#version = firstVersion
  }

  /** Version of the last change, of whatever resource. */
  get version(): number {
    return this.#version
  }

  collection({ group, resource }: StoredResource): Collection {
    const key = `${group}/${resource}`
    let collection = this.#collections.get(key)
    if (collection === undefined) {
      collection = new Collection(this.#historyLimit, 0)
      this.#collections.set(key, collection)
    }
    return collection
  }

  get(resource: StoredResource, namespace: string, name: string): KubeObject | null {
    return this.collection(resource).get(namespace, name)
  }

  /**
   * Sets an object before anyone watches: it gets a version, but no event. A watch from a
   * version before it is too old.
   */
  load(resource: StoredResource, object: KubeObject): KubeObject {
    const version = ++this.#version
    const stamped = withVersion(object, version)
    const collection = this.collection(resource)
    collection.load(keyOf(stamped), stamped)
    collection.history.compact(version)
    return stamped
  }

  /**
   * Takes an object as it is, under the version it names itself. A collection of such objects
   * never changes: a watch from any version is told of nothing.
   */
  loadPacked(resource: StoredResource, packed: PackedObject): void {
    this.collection(resource).load(packed.key, packed)
  }

  /** Creates or replaces an object under a new version, and tells the watches. */
  put(resource: StoredResource, object: KubeObject): KubeObject {
    const version = ++this.#version
    const stamped = withVersion(object, version)
    const collection = this.collection(resource)
    const key = keyOf(stamped)
    const previous = collection.get(stamped.metadata.namespace ?? '', stamped.metadata.name)
    const type = previous === null ? 'ADDED' : 'MODIFIED'
    this.#change(resource, key, { type, version, object: stamped, previous })
    return stamped
  }

  /** Removes an object and tells the watches. Returns what was there. */
  remove(resource: StoredResource, namespace: string, name: string): KubeObject | null {
    const collection = this.collection(resource)
    const previous = collection.get(namespace, name)
    if (previous === null) return null
    const version = ++this.#version
    const object = withVersion(previous, version)
    this.#change(resource, objectKey(namespace, name), { type: 'DELETED', version, object, previous })
    return previous
  }

  #change(resource: StoredResource, key: string, change: Change): void {
    this.collection(resource).apply(key, change)
    for (const listener of this.#listeners) listener(resource, change)
  }

  /** Every object, with `group/resource` that it is stored under. */
  all(): readonly { readonly resource: string; readonly object: KubeObject }[] {
    return [...this.#collections].flatMap(([resource, collection]) =>
      collection.list().map(object => ({ resource, object })),
    )
  }

  /** Told of every change of whatever resource, after those who listen to its collection. */
  subscribe(listener: StoreListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resources that have objects, or had some. */
  resources(): readonly StoredResource[] {
    return [...this.#collections.keys()].map(key => {
      const [group = '', resource = ''] = key.split('/')
      return { group, resource }
    })
  }

  /** Forgets the history of all resources, so that every earlier watch must list again. */
  compact(): void {
    for (const collection of this.#collections.values()) collection.history.compact(this.#version)
  }
}

function withVersion(object: KubeObject, version: number): KubeObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(version) } }
}
