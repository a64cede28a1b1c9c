import type { ReadonlyObservable } from '../../shared/flow/index.ts'
import type { Discovery, KindSchema } from '../../shared/ipc/index.ts'
import type { ContextId, KubeObject, ObjectRef, Resource, ResourceInfo } from '../../shared/kube/index.ts'
import type { ClusterSession } from '../session/index.ts'

export interface ListOptions {
  /** Empty: all namespaces, or a cluster-scoped kind. */
  readonly namespace?: string
  readonly labelSelector?: string
  readonly fieldSelector?: string
  readonly limit?: number
  readonly continue?: string
  readonly resourceVersion?: string
  readonly signal?: AbortSignal
}

export interface ObjectList {
  readonly items: readonly KubeObject[]
  readonly resourceVersion: string
  readonly continue: string
  readonly remaining: number | null
}

/** The API of one open context: what the server offers, and the verbs that read. */
export interface ApiClient {
  readonly context: ContextId
  readonly session: ClusterSession
  readonly discovery: ReadonlyObservable<Discovery>
  /** Reads discovery again; resolves when done. Never rejects: failures are in the value. */
  refreshDiscovery(): Promise<void>
  /** The resource as discovery has it, or null when it is not (or not yet) served. */
  find(resource: Resource): ResourceInfo | null
  /** The preferred version of a kind, by group and kind. */
  findKind(group: string, kind: string): ResourceInfo | null
  /** @throws AppError */
  get(ref: ObjectRef, signal?: AbortSignal): Promise<KubeObject>
  /** @throws AppError */
  list(resource: Resource, options?: ListOptions): Promise<ObjectList>
  /** @throws AppError */
  schema(group: string, version: string, kind: string): Promise<KindSchema>
  /** Namespaces of `candidates` in which `verb` on `resource` is allowed (SelfSubjectAccessReview). */
  allowedNamespaces(
    verb: string,
    resource: Resource,
    candidates: readonly string[],
  ): Promise<readonly string[]>
  close(): void
}

/** The open contexts. @throws AppError `notOpen` from `get` when the context is not open. */
export interface OpenContexts {
  get(context: ContextId): ApiClient
}
