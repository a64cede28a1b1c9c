import {
  isMapping,
  type KubeObject,
  type LabelSelector,
  labelSelectorOf,
  matchesLabels,
  printLabelSelector,
} from '../kube/index.ts'
import { at, textsAt } from './read.ts'

/** A kind in whichever version the server prefers. */
export interface KindName {
  readonly group: string
  readonly kind: string
}

/** One object that another names. It may not exist. */
export interface NamedLookup {
  readonly type: 'named'
  /** Why, in a word or two: `mounts`, `calls`, `binds`. */
  readonly relation: string
  readonly kind: KindName
  /** Empty for a cluster-scoped kind. */
  readonly namespace: string
  readonly name: string
}

/** Those objects of a kind that pass a test. */
export interface MatchingLookup {
  readonly type: 'matching'
  readonly relation: string
  readonly kind: KindName
  /** Empty: cluster-scoped, or all namespaces. */
  readonly namespace: string
  /** Narrows what the server sends; empty for everything. */
  readonly labelSelector: string
  /** Whether `matches` looks further than metadata. */
  readonly needs: 'objects' | 'metadata'
  readonly matches: (candidate: KubeObject) => boolean
}

/** What to look up for an object, declared so that a reader can share its requests. */
export type Lookup = NamedLookup | MatchingLookup

export const kinds = {
  configMap: { group: '', kind: 'ConfigMap' },
  endpointSlice: { group: 'discovery.k8s.io', kind: 'EndpointSlice' },
  namespace: { group: '', kind: 'Namespace' },
  node: { group: '', kind: 'Node' },
  pod: { group: '', kind: 'Pod' },
  secret: { group: '', kind: 'Secret' },
  service: { group: '', kind: 'Service' },
  serviceAccount: { group: '', kind: 'ServiceAccount' },
  volume: { group: '', kind: 'PersistentVolume' },
  volumeClaim: { group: '', kind: 'PersistentVolumeClaim' },
} as const satisfies Record<string, KindName>

export function named(relation: string, kind: KindName, namespace: string, name: string): readonly Lookup[] {
  return name === '' ? [] : [{ type: 'named', relation, kind, namespace, name }]
}

/** Objects of a kind that pass a test on their whole content. */
export function matching(
  relation: string,
  kind: KindName,
  namespace: string,
  matches: (candidate: KubeObject) => boolean,
): Lookup {
  return { type: 'matching', relation, kind, namespace, labelSelector: '', needs: 'objects', matches }
}

/** Pods of a namespace by their labels. */
export function selectedPods(relation: string, namespace: string, selector: LabelSelector): Lookup {
  return {
    type: 'matching',
    relation,
    kind: kinds.pod,
    namespace,
    labelSelector: printLabelSelector(selector),
    needs: 'metadata',
    matches: candidate => candidate.metadata.namespace === namespace && selects(selector, candidate),
  }
}

/** A plain map of labels as a selector, as Services have it. Null when absent or empty: it selects nothing. */
export function mapSelector(object: unknown, ...path: readonly string[]): LabelSelector | null {
  const labels = textsAt(object, ...path)
  if (labels === null || Object.keys(labels).length === 0) return null
  return Object.entries(labels).map(([key, value]) => ({ key, operator: 'in', values: [value] }))
}

/** A LabelSelector at a path. Null when absent or unreadable; an empty one selects everything. */
export function selectorAt(object: unknown, ...path: readonly string[]): LabelSelector | null {
  const found = at(object, ...path)
  if (!isMapping(found)) return null
  const { matchLabels, matchExpressions } = found
  const parsed = labelSelectorOf({
    ...(isMapping(matchLabels) ? { matchLabels: textsAt(matchLabels) ?? {} } : {}),
    ...(Array.isArray(matchExpressions)
      ? { matchExpressions: matchExpressions.filter(isMapping) as never }
      : {}),
  })
  return parsed.ok ? parsed.selector : null
}

export function selects(selector: LabelSelector, candidate: KubeObject): boolean {
  return matchesLabels(selector, textsAt(candidate, 'metadata', 'labels') ?? {})
}

export function namespaceOf(object: KubeObject): string {
  return object.metadata.namespace ?? ''
}
