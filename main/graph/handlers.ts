import { type AppErrorBody, isAppError } from '../../shared/errors/index.ts'
import type { Clock, Timer } from '../../shared/flow/index.ts'
import type { HandlersOf, Tree, TreeFrame } from '../../shared/ipc/index.ts'
import type { ContextId, KubeObject, ObjectRef, ResourceInfo } from '../../shared/kube/index.ts'
import type { ApiClient, OpenContexts } from '../api/index.ts'
import type { Watches } from '../watch/index.ts'
import { buildTree, type TreeReader } from './build.ts'
import { FrameWriter } from './frames.ts'
import { OwnershipScan } from './scan.ts'
import { TreeSources } from './sources.ts'

export interface GraphSources {
  readonly contexts: OpenContexts
  readonly watches: Pick<Watches, 'objects'>
  readonly clock: Clock
}

/** The `graph` domain: trees that follow the cluster while they are shown. */
export function createGraph(sources: GraphSources): HandlersOf<'graph'> {
  return {
    'graph.tree': ({ context, ref }, notify) => {
      const tree = new OpenTree(context, ref, sources, notify)
      queueMicrotask(notify)
      return { take: () => tree.take(), update: () => undefined, close: () => tree.close() }
    },
  }
}

/** Between two looks whether the context is open and its discovery read. */
const retryMilliseconds = 500

class OpenTree {
  readonly #context: ContextId
  readonly #ref: ObjectRef
  readonly #sources: GraphSources
  readonly #notify: () => void
  readonly #frames = new FrameWriter()
  readonly #scans = new Map<string, OwnershipScan>()
  #objects: TreeSources | null = null
  #api: ApiClient | null = null
  #isChanged = true
  #isClosed = false
  #retry: Timer | null = null
  #unsubscribe: (() => void) | null = null

  constructor(context: ContextId, ref: ObjectRef, sources: GraphSources, notify: () => void) {
    this.#context = context
    this.#ref = ref
    this.#sources = sources
    this.#notify = notify
  }

  take(): TreeFrame | undefined {
    if (!this.#isChanged || this.#isClosed) return undefined
    this.#isChanged = false
    return this.#frames.write(this.#tree())
  }

  #tree(): Tree {
    try {
      return this.#build()
    } catch (error) {
      if (!isAppError(error)) throw error
      this.#retryLater()
      return nothing([error.body])
    }
  }

  close(): void {
    this.#isClosed = true
    this.#retry?.cancel()
    this.#unsubscribe?.()
    this.#objects?.close()
    for (const scan of this.#scans.values()) scan.close()
  }

  readonly #changed = (): void => {
    if (this.#isClosed) return
    this.#isChanged = true
    this.#notify()
  }

  #build(): Tree {
    const api = this.#connect()
    const info = api.find(this.#ref.resource)
    if (info === null) {
      // Discovery may still be on its way; it tells when it comes.
      return api.discovery.get().readAt === 0
        ? nothing([])
        : nothing([notServed(this.#context, this.#ref)], true)
    }
    const objects = this.#objects ?? new TreeSources(api, this.#sources.watches, this.#changed)
    this.#objects = objects
    objects.beginBuild()
    const { nodes, omitted } = buildTree(this.#ref, info, this.#reader(api, objects))
    objects.endBuild()
    const isScanned = [...this.#scans.values()].every(scan => scan.isComplete)
    return { nodes, omitted, unreadable: objects.unreadable, complete: isScanned && !objects.isLoading }
  }

  #connect(): ApiClient {
    const api = this.#sources.contexts.get(this.#context)
    if (api !== this.#api) {
      this.#unsubscribe?.()
      this.#objects?.close()
      this.#objects = null
      this.#api = api
      this.#unsubscribe = api.discovery.subscribe(this.#changed)
    }
    return api
  }

  #reader(api: ApiClient, objects: TreeSources): TreeReader {
    return {
      findKind: ({ group, kind }) => api.findKind(group, kind),
      byName: (info, namespace, name) => objects.byName(info, namespace, name),
      list: (info, namespace, labelSelector) => objects.list(info, namespace, labelSelector),
      ownedBy: (info, namespace, labelSelector, uid) => objects.ownedBy(info, namespace, labelSelector, uid),
      scannedKinds: owner => this.#scannedKinds(api, owner),
    }
  }

  #scannedKinds(api: ApiClient, owner: KubeObject): readonly ResourceInfo[] {
    const namespace = owner.metadata.namespace ?? ''
    const scan =
      this.#scans.get(namespace) ?? new OwnershipScan(api, namespace, this.#sources.clock, this.#changed)
    this.#scans.set(namespace, scan)
    return scan.kindsOwnedBy(owner.metadata.uid ?? '')
  }

  #retryLater(): void {
    this.#retry?.cancel()
    this.#retry = this.#sources.clock.after(retryMilliseconds, this.#changed)
  }
}

function nothing(unreadable: readonly AppErrorBody[], complete = false): Tree {
  return { nodes: [], unreadable, complete, omitted: 0 }
}

function notServed(context: ContextId, { resource }: ObjectRef): AppErrorBody {
  return {
    kind: 'gone',
    message: `The server does not offer ${resource.resource}${resource.group === '' ? '' : `.${resource.group}`} in version ${resource.version}.`,
    context,
    resource: `get ${resource.resource}`,
  }
}
