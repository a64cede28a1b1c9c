import type { Revision } from '../../shared/ipc/index.ts'
import { isMapping, type KubeObject, printLabelSelector } from '../../shared/kube/index.ts'
import { at, selectorAt, textAt } from '../../shared/relations/index.ts'
import type { ApiClient } from '../api/index.ts'

export interface KeptRevision {
  readonly revision: Revision
  /** The owner's identity with nothing but `spec.template`. */
  readonly object: KubeObject
}

const revisionAnnotation = 'deployment.kubernetes.io/revision'
const keepers: ReadonlyMap<string, 'ReplicaSet' | 'ControllerRevision'> = new Map([
  ['Deployment', 'ReplicaSet'],
  ['StatefulSet', 'ControllerRevision'],
  ['DaemonSet', 'ControllerRevision'],
])

/** True for the kinds whose revisions the cluster keeps. */
export function hasKeptRevisions(object: KubeObject): boolean {
  return String(object.apiVersion).startsWith('apps/') && keepers.has(object.kind)
}

/**
 * The revisions a workload may be rolled back to, newest first: ReplicaSets of a Deployment,
 * ControllerRevisions of a StatefulSet or DaemonSet.
 * @throws AppError
 */
export async function readKeptRevisions(
  api: ApiClient,
  owner: KubeObject,
  signal: AbortSignal,
): Promise<readonly KeptRevision[]> {
  const kind = keepers.get(owner.kind)
  const resource = kind === undefined ? null : api.findKind('apps', kind)
  const selector = selectorAt(owner, 'spec', 'selector')
  if (kind === undefined || resource === null || selector === null) return []
  const list = await api.list(resource, {
    namespace: owner.metadata.namespace ?? '',
    labelSelector: printLabelSelector(selector),
    signal,
  })
  return list.items
    .filter(item => item.metadata.ownerReferences?.some(reference => reference.uid === owner.metadata.uid))
    .map(item => ({ item, number: numberOf(item) }))
    .sort((a, b) => b.number - a.number)
    .map(({ item, number }) => keptOf(owner, kind, item, number))
}

function numberOf(item: KubeObject): number {
  const number = Number(textAt(item, 'metadata', 'annotations', revisionAnnotation) || at(item, 'revision'))
  return Number.isFinite(number) ? number : 0
}

function keptOf(owner: KubeObject, kind: string, item: KubeObject, number: number): KeptRevision {
  const created = Date.parse(String(item.metadata.creationTimestamp))
  const template = kind === 'ReplicaSet' ? at(item, 'spec', 'template') : at(item, 'data', 'spec', 'template')
  return {
    revision: {
      id: `kept:${item.metadata.uid ?? item.metadata.name}`,
      origin: 'kept',
      part: 'template',
      label: `${kind} ${item.metadata.name}, revision ${number}`,
      at: Number.isNaN(created) ? 0 : created,
      managers: [],
      isStatusOnly: false,
    },
    object: templateOnly(owner, template),
  }
}

/** The label that tells ReplicaSets apart is no part of what was written. */
function templateOnly(owner: KubeObject, template: unknown): KubeObject {
  return {
    apiVersion: owner.apiVersion,
    kind: owner.kind,
    metadata: {
      name: owner.metadata.name,
      ...(owner.metadata.namespace === undefined ? {} : { namespace: owner.metadata.namespace }),
    },
    spec: { template: withoutHash(template) },
  }
}

function withoutHash(template: unknown): unknown {
  const labels = at(template, 'metadata', 'labels')
  if (!isMapping(template) || !isMapping(template.metadata) || !isMapping(labels)) return template ?? {}
  const { 'pod-template-hash': _hash, ...rest } = labels
  return { ...template, metadata: { ...template.metadata, labels: rest } }
}
