import type { ContextEntry } from '../../shared/ipc/index.ts'
import type { ResourceInfo } from '../../shared/kube/index.ts'
import type { ApiClient } from '../api/index.ts'

export interface GetOptions {
  readonly kubeconfig?: string
  readonly namespace: readonly string[]
  readonly allNamespaces: boolean
  readonly context: readonly string[]
  readonly selector: string
  readonly fieldSelector: string
  readonly output: 'table' | 'wide' | 'yaml' | 'json' | 'name'
  readonly watch: boolean
  /** Paths of a dump to read from instead of a cluster. */
  readonly snapshot: readonly string[]
}

/** What is read from one context. */
export interface GetTarget {
  readonly entry: ContextEntry
  readonly api: ApiClient
  readonly info: ResourceInfo
  /** One empty name: all namespaces, or a cluster-scoped kind. */
  readonly namespaces: readonly string[]
}

/** Rows need their namespace beside them when they come from several. */
export function showsNamespace({ info, namespaces }: GetTarget): boolean {
  return info.namespaced && (namespaces.length > 1 || namespaces[0] === '')
}
