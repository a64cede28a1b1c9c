import type { AppErrorBody } from '../errors/index.ts'
import type { ResourceInfo } from '../kube/index.ts'
import { method, stateStream } from './define.ts'
import { contextId, nothing, z } from './schemas.ts'

/** What a server offers. A group that failed is named in `failures`; the others stay usable. */
export interface Discovery {
  readonly resources: readonly ResourceInfo[]
  readonly failures: readonly DiscoveryFailure[]
  /** Milliseconds since the epoch of the last complete read; 0 before it. */
  readonly readAt: number
}

export interface DiscoveryFailure {
  readonly groupVersion: string
  readonly error: AppErrorBody
}

/** OpenAPI v3 schema of a kind with every `$ref` it needs beside it. */
export interface KindSchema {
  /** Name in `schemas` of the kind itself. */
  readonly root: string
  readonly schemas: Readonly<Record<string, unknown>>
}

export const resources = {
  'resources.discovery': stateStream<Discovery>()(z.strictObject({ context: contextId }), nothing),
  /** Reads discovery again now. */
  'resources.refresh': method<null>()(z.strictObject({ context: contextId })),
  'resources.schema': method<KindSchema>()(
    z.strictObject({ context: contextId, group: z.string(), version: z.string(), kind: z.string() }),
  ),
  /** Namespaces that may be read: listed where allowed, else those that are named somewhere. */
  'resources.namespaces': stateStream<NamespaceList>()(z.strictObject({ context: contextId }), nothing),
}

export interface NamespaceList {
  readonly names: readonly string[]
  /** False when the list of namespaces is denied and `names` are the named, readable ones. */
  readonly complete: boolean
  readonly error?: AppErrorBody
}
