import type { KubeObject } from '../../../shared/kube/index.ts'
import type { StoredResource } from '../store/index.ts'
import { at, list, mapping } from '../tables/index.ts'
import { type Cluster, isGoing, places } from './cluster.ts'

/** What every new namespace gets. */
export function furnish(cluster: Cluster, { metadata: { name: namespace } }: KubeObject): void {
  if (cluster.store.get(places.accounts, namespace, 'default') === null)
    cluster.create(places.accounts, {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'default', namespace },
    })
  if (cluster.store.get(places.configMaps, namespace, 'kube-root-ca.crt') === null)
    cluster.create(places.configMaps, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'kube-root-ca.crt', namespace },
      data: { 'ca.crt': 'The sample cluster is simulated and has no certificate.' },
    })
}

interface Left {
  readonly resource: StoredResource
  readonly object: KubeObject
}

/**
 * Empties a namespace that is being deleted, says in its conditions what is left, and lets it go once nothing
 * is. Source: kubernetes/pkg/controller/namespace/deletion.
 */
export function emptyNamespace(cluster: Cluster, namespace: KubeObject): void {
  for (const { resource, object } of contentOf(cluster, namespace))
    if (!isGoing(object)) cluster.delete(resource, object, { propagationPolicy: 'Background' })
  const left = contentOf(cluster, namespace)
  const current = cluster.again(places.namespaces, namespace)
  if (current === null) return
  if (left.length > 0) {
    const status = { ...mapping(current.status), conditions: conditionsOf(current, left, cluster.stamp) }
    cluster.update(places.namespaces, { ...current, status })
    return
  }
  const finalizers = list(at(current, 'spec', 'finalizers')).filter(each => each !== 'kubernetes')
  const { finalizers: _before, ...spec } = mapping(current.spec)
  cluster.update(places.namespaces, {
    ...current,
    spec: { ...spec, ...(finalizers.length === 0 ? {} : { finalizers }) },
  })
}

/** What is no object of its own but shows others goes with those. */
const derived = new Set(['metrics.k8s.io'])

function contentOf({ store }: Cluster, { metadata }: KubeObject): readonly Left[] {
  return store
    .resources()
    .filter(({ group }) => !derived.has(group))
    .flatMap(resource =>
      store
        .collection(resource)
        .list(metadata.name)
        .map(object => ({ resource, object })),
    )
}

function conditionsOf(namespace: KubeObject, left: readonly Left[], now: string): readonly object[] {
  const before = list(at(namespace, 'status', 'conditions'))
  const condition = (type: string, holds: boolean, reason: string, message: string): object => {
    const status = holds ? 'True' : 'False'
    const known = before.find(each => at(each, 'type') === type && at(each, 'status') === status)
    return { type, status, lastTransitionTime: at(known, 'lastTransitionTime') ?? now, reason, message }
  }
  const remaining = counted(left.map(({ resource }) => nameOf(resource)))
  const finalizers = counted(left.flatMap(({ object }) => object.metadata.finalizers ?? []))
  const some = remaining.map(([name, count]) => `${name} has ${count} resource instances`).join(', ')
  const held = finalizers.map(([name, count]) => `${name} in ${count} resource instances`).join(', ')
  return [
    condition(
      'NamespaceDeletionDiscoveryFailure',
      false,
      'ResourcesDiscovered',
      'All resources successfully discovered',
    ),
    condition(
      'NamespaceDeletionGroupVersionParsingFailure',
      false,
      'ParsedGroupVersions',
      'All legacy kube types successfully parsed',
    ),
    condition(
      'NamespaceDeletionContentFailure',
      false,
      'ContentDeleted',
      'All content successfully deleted, may be waiting on finalization',
    ),
    condition(
      'NamespaceContentRemaining',
      true,
      'SomeResourcesRemain',
      `Some resources are remaining: ${some}`,
    ),
    finalizers.length > 0
      ? condition(
          'NamespaceFinalizersRemaining',
          true,
          'SomeFinalizersRemain',
          `Some content in the namespace has finalizers remaining: ${held}`,
        )
      : condition(
          'NamespaceFinalizersRemaining',
          false,
          'ContentHasNoFinalizers',
          'All content-preserving finalizers finished',
        ),
  ]
}

const nameOf = ({ group, resource }: StoredResource): string => `${resource}.${group}`

function counted(names: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}
