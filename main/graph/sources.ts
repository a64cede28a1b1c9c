import { type AppErrorBody, isNotInDump } from '../../shared/errors/index.ts'
import type { Unsubscribe } from '../../shared/flow/index.ts'
import type { SourcePhase } from '../../shared/ipc/index.ts'
import { apiVersionOf, type KubeObject, type ResourceInfo, resourceKey } from '../../shared/kube/index.ts'
import type { ApiClient } from '../api/index.ts'
import type { ObjectWatch, Watches } from '../watch/index.ts'

/** What is known of a set of objects: `loading` until the first list is complete. */
export interface Known {
  readonly objects: readonly KubeObject[]
  readonly state: 'loading' | 'known' | 'unreadable'
}

interface Source {
  readonly watch: ObjectWatch
  readonly unsubscribe: Unsubscribe
  readonly info: ResourceInfo
  readonly namespace: string
  lastUsed: number
  /** Built when asked for, dropped at each change. */
  objects: readonly KubeObject[] | null
  byOwner: ReadonlyMap<string, readonly KubeObject[]> | null
}

/** From this many single objects of one kind and namespace on, the whole namespace is watched. */
const singlesUntilWhole = 4

/**
 * Kinds of which only metadata is read: their content says nothing to a tree, may be large, or
 * is nobody's business (Secrets).
 */
const metadataOnly: ReadonlySet<string> = new Set([
  'ConfigMap',
  'Secret',
  'ServiceAccount',
  'ControllerRevision',
  'Role',
  'ClusterRole',
  'StorageClass',
  'IngressClass',
  'PriorityClass',
  'Lease',
])

/**
 * The watches of one tree, opened when the tree asks for objects and released once a build asks
 * for them no more.
 */
export class TreeSources {
  readonly #api: ApiClient
  readonly #watches: Pick<Watches, 'objects'>
  readonly #onChange: () => void
  readonly #sources = new Map<string, Source>()
  readonly #errors = new Map<string, AppErrorBody>()
  #build = 0
  #isLoading = false

  constructor(api: ApiClient, watches: Pick<Watches, 'objects'>, onChange: () => void) {
    this.#api = api
    this.#watches = watches
    this.#onChange = onChange
  }

  get size(): number {
    return this.#sources.size
  }

  /** Errors met since the build began, one a kind and scope. */
  get unreadable(): readonly AppErrorBody[] {
    return [...this.#errors.values()]
  }

  /** True when something that the build asked for has not come yet. */
  get isLoading(): boolean {
    return this.#isLoading
  }

  beginBuild(): void {
    this.#build++
    this.#isLoading = false
    this.#errors.clear()
  }

  /** Releases what this build did not ask for. */
  endBuild(): void {
    for (const [key, source] of this.#sources) if (source.lastUsed !== this.#build) this.#release(key, source)
  }

  close(): void {
    for (const [key, source] of this.#sources) this.#release(key, source)
  }

  /** One object by name; `objects` is empty when it is not there. */
  byName(info: ResourceInfo, namespace: string, name: string): Known {
    const whole = this.#knownWhole(info, namespace)
    if (whole !== null) return this.#pick(whole, namespace, name)
    const singles = [...this.#sources.values()].filter(
      source => isOf(source, info, namespace) && source.lastUsed === this.#build,
    )
    const found = singles.find(source => source.watch.objects.has(`${namespace}/${name}`))
    if (found !== undefined) return this.#pick(found, namespace, name)
    const selector = singles.length >= singlesUntilWhole && !canBeLarge(info) ? '' : `metadata.name=${name}`
    return this.#pick(this.#open(info, namespace, '', selector), namespace, name)
  }

  /** Objects of a kind, narrowed by a label selector. */
  list(info: ResourceInfo, namespace: string, labelSelector: string): Known {
    const source = this.#open(info, namespace, labelSelector, '')
    source.objects ??= [...source.watch.objects.values()].map(object => ofKind(source.info, object))
    return this.#known(source, source.objects)
  }

  /** Objects of a kind that name an owner. */
  ownedBy(info: ResourceInfo, namespace: string, labelSelector: string, uid: string): Known {
    const source = this.#open(info, namespace, labelSelector, '')
    source.byOwner ??= indexByOwner(source.watch.objects.values(), source.info)
    return this.#known(source, source.byOwner.get(uid) ?? [])
  }

  #knownWhole(info: ResourceInfo, namespace: string): Source | null {
    for (const scope of namespace === '' ? [''] : [namespace, '']) {
      const source = this.#sources.get(keyOf(info, scope, '', ''))
      if (source !== undefined && source.lastUsed === this.#build) return source
    }
    return null
  }

  #pick(source: Source, namespace: string, name: string): Known {
    const object = source.watch.objects.get(`${namespace}/${name}`)
    return this.#known(source, object === undefined ? [] : [ofKind(source.info, object)])
  }

  #known(source: Source, objects: readonly KubeObject[]): Known {
    source.lastUsed = this.#build
    const phase = source.watch.phase.get()
    const error = errorOf(phase)
    // A lost connection concerns all kinds alike and is told once.
    const place = phase.phase === 'stale' ? 'stale' : `${resourceKey(source.info)}|${source.namespace}`
    if (error !== null) this.#errors.set(place, error)
    if (source.watch.isSynced) return { objects, state: 'known' }
    if (phase.phase === 'kindGone')
      return { objects: [], state: isNotInDump(phase.error) ? 'unreadable' : 'known' }
    if (error !== null) return { objects, state: 'unreadable' }
    this.#isLoading = true
    return { objects, state: 'loading' }
  }

  #open(info: ResourceInfo, namespace: string, labelSelector: string, fieldSelector: string): Source {
    const key = keyOf(info, namespace, labelSelector, fieldSelector)
    const present = this.#sources.get(key)
    if (present !== undefined) {
      present.lastUsed = this.#build
      return present
    }
    const watch = this.#watches.objects(
      this.#api,
      { resource: info, namespace, labelSelector, fieldSelector },
      metadataOnly.has(info.kind) ? 'metadata' : 'objects',
    )
    const source: Source = {
      watch,
      info,
      namespace,
      lastUsed: this.#build,
      objects: null,
      byOwner: null,
      unsubscribe: watch.subscribe(() => {
        source.objects = null
        source.byOwner = null
        this.#onChange()
      }),
    }
    this.#sources.set(key, source)
    return source
  }

  #release(key: string, source: Source): void {
    this.#sources.delete(key)
    source.unsubscribe()
    source.watch.release()
  }
}

function keyOf(info: ResourceInfo, namespace: string, labelSelector: string, fieldSelector: string): string {
  return [resourceKey(info), namespace, labelSelector, fieldSelector].join('|')
}

function isOf(source: Source, info: ResourceInfo, namespace: string): boolean {
  return source.namespace === namespace && resourceKey(source.info) === resourceKey(info)
}

/** Kinds of which a namespace may hold thousands: these are read one by one. */
function canBeLarge(info: ResourceInfo): boolean {
  return info.kind === 'Pod' || info.kind === 'Secret'
}

function indexByOwner(
  objects: Iterable<KubeObject>,
  info: ResourceInfo,
): ReadonlyMap<string, readonly KubeObject[]> {
  const index = new Map<string, KubeObject[]>()
  for (const found of objects) {
    const object = ofKind(info, found)
    const owners: unknown = object.metadata.ownerReferences
    if (!Array.isArray(owners)) continue
    for (const owner of owners) {
      const list = index.get(String(owner?.uid))
      if (list === undefined) index.set(String(owner?.uid), [object])
      else list.push(object)
    }
  }
  return index
}

/** Items of a list carry no kind of their own, metadata alone carries the kind of that form. */
function ofKind(info: ResourceInfo, object: KubeObject): KubeObject {
  if (object.kind === info.kind) return object
  return { ...object, apiVersion: apiVersionOf(info), kind: info.kind }
}

function errorOf(phase: SourcePhase): AppErrorBody | null {
  if (phase.phase === 'denied' || phase.phase === 'failed' || phase.phase === 'loginNeeded')
    return phase.error
  return phase.phase === 'stale' ? phase.reason : null
}
