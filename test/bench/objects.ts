import type { KubeObject } from '../../shared/kube/index.ts'

export interface Placed {
  readonly resource: { readonly group: string; readonly resource: string }
  readonly object: KubeObject
}

/** The Deployment that `ownedObjects` puts everything below. */
export const ownerOfAll = {
  resource: { group: 'apps', version: 'v1', resource: 'deployments' },
  namespace: 'large',
  name: 'everything',
} as const
const podsOfSet = 49

/** One of the pods below it. */
export const podBelow = {
  resource: { group: '', version: 'v1', resource: 'pods' },
  namespace: 'large',
  name: 'everything-2',
} as const

const metricsGroup = 'metrics.k8s.io'

/** What a metrics server says of pods, with the definition that stands in for the server. */
export function podMetrics(pods: readonly KubeObject[]): readonly Placed[] {
  if (pods.length === 0) return []
  const definition = {
    ...objectOf('apiextensions.k8s.io/v1', 'CustomResourceDefinition', '', `pods.${metricsGroup}`, null),
    spec: {
      group: metricsGroup,
      names: { plural: 'pods', kind: 'PodMetrics', singular: 'podmetrics', listKind: 'PodMetricsList' },
      scope: 'Namespaced',
      versions: [{ name: 'v1beta1', served: true, storage: true }],
    },
  }
  return [
    {
      resource: { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' },
      object: definition,
    },
    ...pods.map(({ metadata: { namespace = '', name } }, index) => ({
      resource: { group: metricsGroup, resource: 'pods' },
      object: {
        ...objectOf(`${metricsGroup}/v1beta1`, 'PodMetrics', namespace, name, null),
        containers: [{ name: 'web', usage: { cpu: `${5 + (index % 200)}m`, memory: `${20_000 + index}Ki` } }],
      },
    })),
  ]
}

/** A Deployment with ReplicaSets and their pods, so many objects in all. */
export function ownedObjects(count: number): readonly Placed[] {
  if (count === 0) return []
  const placed: Placed[] = [
    {
      resource: { group: '', resource: 'namespaces' },
      object: objectOf('v1', 'Namespace', '', 'large', null),
    },
  ]
  const deployment = objectOf('apps/v1', 'Deployment', 'large', ownerOfAll.name, null)
  placed.push({ resource: { group: 'apps', resource: 'deployments' }, object: deployment })
  let set = deployment
  for (let index = 1; index < count; index++) {
    const isSet = (index - 1) % (podsOfSet + 1) === 0
    const owner = isSet ? deployment : set
    const object = isSet
      ? objectOf('apps/v1', 'ReplicaSet', 'large', `everything-${index}`, owner)
      : objectOf('v1', 'Pod', 'large', `everything-${index}`, owner)
    if (isSet) set = object
    placed.push({
      resource: isSet ? { group: 'apps', resource: 'replicasets' } : { group: '', resource: 'pods' },
      object,
    })
  }
  return placed
}

function objectOf(
  apiVersion: string,
  kind: string,
  namespace: string,
  name: string,
  owner: KubeObject | null,
): KubeObject {
  const reference = owner && {
    apiVersion: owner.apiVersion,
    kind: owner.kind,
    name: owner.metadata.name,
    uid: owner.metadata.uid,
    controller: true,
  }
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(namespace === '' ? {} : { namespace }),
      uid: `${kind}-${name}`.toLowerCase(),
      creationTimestamp: '2026-01-01T00:00:00Z',
      labels: { app: 'everything' },
      ...(reference === null ? {} : { ownerReferences: [reference] }),
    },
    spec: {},
    status: kind === 'Pod' ? { phase: 'Running' } : { replicas: podsOfSet, readyReplicas: podsOfSet },
  } as KubeObject
}

/** Groups of aggregated discovery (`apidiscovery.k8s.io/v2`) with so many kinds, twenty to a group. */
export function definitionsIn(count: number): readonly unknown[] {
  const perGroup = 20
  return Array.from({ length: Math.ceil(count / perGroup) }, (_, group) => ({
    metadata: { name: `group${group}.example.com` },
    versions: [
      {
        version: 'v1',
        freshness: 'Current',
        resources: Array.from({ length: Math.min(perGroup, count - group * perGroup) }, (_none, at) => ({
          resource: `things${at}`,
          responseKind: { group: `group${group}.example.com`, version: 'v1', kind: `Thing${at}` },
          scope: 'Namespaced',
          singularResource: `thing${at}`,
          verbs: ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'],
          shortNames: [`t${group}x${at}`],
          subresources: [
            {
              subresource: 'status',
              responseKind: { group: `group${group}.example.com`, version: 'v1', kind: `Thing${at}` },
              verbs: ['get', 'patch', 'update'],
            },
          ],
        })),
      },
    ],
  }))
}
