import { sameJson } from '../../../../shared/admission/values/index.ts'
import type { KubeObject } from '../../../../shared/kube/index.ts'
import { isOver } from '../../lifecycle/index.ts'
import type { SnapshotStore, StoredResource } from '../../store/index.ts'
import { mapping } from '../../tables/index.ts'

/** Told of every object that a client wrote, as it was and as it is; null where there was or is none. */
export type WriteListener = (
  resource: StoredResource,
  before: KubeObject | null,
  after: KubeObject | null,
) => void

/** Puts what writes made into the store. All of it is in memory, and gone with the program. */
export class Commit {
  readonly #store: SnapshotStore
  readonly #tell: WriteListener

  constructor(store: SnapshotStore, tell: WriteListener) {
    this.#store = store
    this.#tell = tell
  }

  create(resource: StoredResource, object: KubeObject): KubeObject {
    const stored = this.#store.put(resource, object)
    this.#tell(resource, null, stored)
    return stored
  }

  /** What differs in nothing but times of managers is not written, as the real server has it. */
  update(resource: StoredResource, before: KubeObject, object: KubeObject): KubeObject {
    if (sameJson(comparable(before), comparable(object))) return before
    if (isOver(object as never, resource)) {
      this.remove(resource, before)
      return object
    }
    const stored = this.#store.put(resource, object)
    this.#tell(resource, before, stored)
    return stored
  }

  remove(resource: StoredResource, { metadata }: KubeObject): void {
    const before = this.#store.remove(resource, metadata.namespace ?? '', metadata.name)
    if (before !== null) this.#tell(resource, before, null)
  }
}

function comparable(object: KubeObject): never {
  const { resourceVersion: _version, managedFields = [], ...metadata } = object.metadata
  const managers = managedFields.map(({ time: _time, ...entry }) => entry)
  return JSON.parse(JSON.stringify({ ...mapping(object), metadata: { ...metadata, managers } })) as never
}
