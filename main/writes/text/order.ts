import { type KubeObject, type ObjectRef, refKey } from '../../../shared/kube/index.ts'
import type { ResolvedKind } from './resolve.ts'

export interface Ordered {
  readonly object: KubeObject
  readonly ref: ObjectRef | null
  readonly resolved: ResolvedKind | null
}

/** Kinds that others name, first to last; all else comes after them in the order of the text. Source: Helm, kind_sorter.go. */
const first = [
  ...['Namespace', 'CustomResourceDefinition', 'PriorityClass', 'StorageClass', 'ServiceAccount', 'Secret'],
  ...['ConfigMap', 'PersistentVolume', 'PersistentVolumeClaim', 'ClusterRole', 'ClusterRoleBinding', 'Role'],
  ...['RoleBinding', 'Service'],
]
/** Refuse what they judge while what they call is not there yet: they come last. */
const last = ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration', 'APIService']

/** Indices in the order in which they are sent. */
export function sendingOrder(items: readonly Ordered[]): readonly number[] {
  const rank = ({ object }: Ordered): number => {
    const at = first.indexOf(object.kind)
    if (at >= 0) return at
    return last.includes(object.kind) ? first.length + 1 : first.length
  }
  return [...items.keys()].sort((a, b) => rankAt(items, a, rank) - rankAt(items, b, rank) || a - b)
}

function rankAt(items: readonly Ordered[], index: number, rank: (item: Ordered) => number): number {
  const item = items[index]
  return item === undefined ? 0 : rank(item)
}

/** For each item the items of the text that have to be there before it. */
export function needsOf(items: readonly Ordered[]): readonly (readonly number[])[] {
  const namespaces = new Map<string, number>()
  const seen = new Map<string, number>()
  for (const [index, { object }] of items.entries())
    if (object.kind === 'Namespace' && object.apiVersion === 'v1') namespaces.set(object.metadata.name, index)
  return items.map(({ ref, resolved }, index) => {
    const needs = new Set<number>()
    const namespace = namespaces.get(ref?.namespace ?? '')
    if (namespace !== undefined && namespace !== index) needs.add(namespace)
    if (resolved !== null && resolved.definedBy !== null) needs.add(resolved.definedBy)
    const key = ref === null ? null : refKey(ref)
    const twin = key === null ? undefined : seen.get(key)
    if (twin !== undefined) needs.add(twin)
    if (key !== null) seen.set(key, index)
    return [...needs]
  })
}
