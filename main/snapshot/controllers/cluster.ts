import { createHash } from 'node:crypto'
import { sameJson } from '../../../shared/admission/values/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import type { KubeObject, OwnerReference } from '../../../shared/kube/index.ts'
import type { Catalog } from '../catalog/index.ts'
import { deletionOf, isOver, stampOf } from '../lifecycle/index.ts'
import type { SnapshotStore, StoredResource } from '../store/index.ts'
import { at, mapping } from '../tables/index.ts'

export interface ControllerSetup {
  readonly store: SnapshotStore
  readonly catalog: Catalog
  readonly clock: Clock
  /** Of the names and identities that are made up: the same writes with the same seed make the same. */
  readonly seed: number
}

const core = (resource: string): StoredResource => ({ group: '', resource })
const apps = (resource: string): StoredResource => ({ group: 'apps', resource })

export const places = {
  pods: core('pods'),
  nodes: core('nodes'),
  events: core('events'),
  services: core('services'),
  slices: { group: 'discovery.k8s.io', resource: 'endpointslices' },
  namespaces: core('namespaces'),
  claims: core('persistentvolumeclaims'),
  accounts: core('serviceaccounts'),
  configMaps: core('configmaps'),
  deployments: apps('deployments'),
  replicaSets: apps('replicasets'),
  statefulSets: apps('statefulsets'),
  daemonSets: apps('daemonsets'),
  revisions: apps('controllerrevisions'),
  jobs: { group: 'batch', resource: 'jobs' },
  budgets: { group: 'policy', resource: 'poddisruptionbudgets' },
  definitions: { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' },
} as const

const alphabet = 'bcdfghjklmnpqrstvwxz2456789'

/** The objects as controllers see and change them. Their writes pass no admission. */
export class Cluster {
  readonly store: SnapshotStore
  readonly catalog: Catalog
  readonly #clock: Clock
  readonly #seed: number
  #made = 0

  constructor({ store, catalog, clock, seed }: ControllerSetup) {
    this.store = store
    this.catalog = catalog
    this.#clock = clock
    this.#seed = seed
  }

  /** Milliseconds since the epoch. */
  get now(): number {
    return this.#clock.now()
  }

  get stamp(): string {
    return stampOf(this.now)
  }

  /** The object as it is now; null where it is gone or another one has its name. */
  again(resource: StoredResource, { metadata }: KubeObject): KubeObject | null {
    const found = this.store.get(resource, metadata.namespace ?? '', metadata.name)
    return found?.metadata.uid === metadata.uid ? found : null
  }

  /** Objects that `owner` controls, by name. */
  controlled(resource: StoredResource, owner: KubeObject): readonly KubeObject[] {
    return this.store
      .collection(resource)
      .list(owner.metadata.namespace)
      .filter(each => controllerOf(each)?.uid === owner.metadata.uid)
  }

  create(resource: StoredResource, object: KubeObject): KubeObject {
    const { namespace = '', name } = object.metadata
    const uid = this.#uid(resource.resource, namespace, name)
    const metadata = { ...object.metadata, uid, creationTimestamp: this.stamp }
    return this.store.put(resource, { ...object, metadata })
  }

  /** Writes an object, or removes it where nothing keeps it any longer. What is the same is not written. */
  update(resource: StoredResource, object: KubeObject): void {
    const { namespace = '', name } = object.metadata
    const before = this.store.get(resource, namespace, name)
    if (before === null || same(before, object)) return
    if (isOver(object as never, resource)) this.store.remove(resource, namespace, name)
    else this.store.put(resource, object)
  }

  /** Sets fields of a status, those that are undefined removed. */
  setStatus(resource: StoredResource, object: KubeObject, fields: object): void {
    const status = Object.fromEntries(
      Object.entries({ ...mapping(object.status), ...fields }).filter(([, value]) => value !== undefined),
    )
    this.update(resource, { ...object, status })
  }

  /** Sets fields of a spec, which the generation counts. */
  setSpec(resource: StoredResource, object: KubeObject, fields: object): KubeObject {
    const spec = { ...mapping(object.spec), ...fields }
    if (sameJson(spec as never, object.spec as never)) return object
    const generation = (object.metadata.generation ?? 0) + 1
    return this.store.put(resource, { ...object, metadata: { ...object.metadata, generation }, spec })
  }

  delete(resource: StoredResource, object: KubeObject, options: object = {}): void {
    const deletion = deletionOf(object as never, resource, options as never, this.now)
    if (deletion.isRemoved) this.store.remove(resource, object.metadata.namespace ?? '', object.metadata.name)
    else this.update(resource, deletion.object as never)
  }

  /** The end of a name that is not taken. */
  freeName(resource: StoredResource, namespace: string, prefix: string, ...parts: readonly string[]): string {
    for (let attempt = 0; ; attempt++) {
      const name = prefix + this.suffix(5, ...parts, String(attempt))
      if (this.store.get(resource, namespace, name) === null) return name
    }
  }

  suffix(length: number, ...parts: readonly string[]): string {
    const hash = createHash('sha256')
      .update([this.#seed, ...parts].join('|'))
      .digest()
    return [...hash.subarray(0, length)].map(byte => alphabet[byte % alphabet.length]).join('')
  }

  #uid(...parts: readonly string[]): string {
    const hex = createHash('sha256')
      .update([this.#seed, ++this.#made, ...parts].join('|'))
      .digest('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }

  /** Records an event about an object. */
  tell(about: KubeObject, reason: string, message: string, component: string, type = 'Normal'): void {
    const { namespace = 'default', name, uid } = about.metadata
    const now = this.stamp
    this.create(places.events, {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { namespace, name: `${name}.${this.suffix(16, uid ?? '', reason, String(this.#made))}` },
      involvedObject: {
        ...{ kind: about.kind, apiVersion: about.apiVersion, name, uid },
        ...(about.metadata.namespace === undefined ? {} : { namespace }),
      },
      ...{ reason, message, type, count: 1, firstTimestamp: now, lastTimestamp: now, eventTime: null },
      ...{ source: { component }, reportingComponent: component, reportingInstance: '' },
    })
  }
}

export function controllerOf({ metadata }: KubeObject): OwnerReference | undefined {
  return metadata.ownerReferences?.find(each => each.controller === true)
}

/** The reference of what a controller makes to its owner. */
export function controlledBy(owner: KubeObject): OwnerReference & { readonly blockOwnerDeletion: boolean } {
  const { apiVersion, kind, metadata } = owner
  const { name, uid = '' } = metadata
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }
}

export const isGoing = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined

export const hasEnded = (pod: KubeObject): boolean =>
  ['Succeeded', 'Failed'].includes(String(at(pod, 'status', 'phase')))

/** A whole number of a spec or status, or what stands for none. */
export function wanted(object: KubeObject, field: string, fallback: number): number {
  const value = at(object, 'spec', field)
  return typeof value === 'number' ? value : fallback
}

/** Pods that one workload gets at most: two thousand million are asked for as easily as two. */
export const mostPods = 500

function same(a: KubeObject, b: KubeObject): boolean {
  const plain = (each: KubeObject): never => JSON.parse(JSON.stringify(each)) as never
  return sameJson(plain(a), plain(b))
}
