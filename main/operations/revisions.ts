import { isDeepStrictEqual } from 'node:util'
import { isMapping, type KubeObject } from '../../shared/kube/index.ts'
import { needsKind } from './kinds.ts'
import { listIfReadable } from './listing.ts'
import { at, listAt, numberAt, printedSelector, textAt, textsAt } from './reading.ts'
import { refusal, type Setup, type Target } from './targets.ts'

export interface KnownRevision {
  readonly revision: number
  /** Of the ReplicaSet or ControllerRevision that keeps it. */
  readonly name: string
  readonly at: number
  /** Annotation `kubernetes.io/change-cause`; empty where there is none. */
  readonly cause: string
  readonly images: readonly string[]
  readonly isCurrent: boolean
  /** The pod template as it was. */
  readonly template: Readonly<Record<string, unknown>>
}

export const changeCause = 'kubernetes.io/change-cause'
const deploymentRevision = 'deployment.kubernetes.io/revision'

/**
 * Revisions that a workload can go back to, newest first: of a Deployment its ReplicaSets, of a StatefulSet or
 * DaemonSet its ControllerRevisions.
 * @throws AppError for other kinds, and where they cannot be read
 */
export async function listRevisions(setup: Setup, target: Target): Promise<readonly KnownRevision[]> {
  needsKind(
    setup,
    ['apps/Deployment', 'apps/StatefulSet', 'apps/DaemonSet'],
    'Only Deployments, StatefulSets and DaemonSets have revisions.',
  )
  const isDeployment = target.kind === 'Deployment'
  const kind = isDeployment ? 'ReplicaSet' : 'ControllerRevision'
  const { found, unreadable } = await listIfReadable(
    setup,
    { group: 'apps', kind },
    { namespace: target.ref.namespace, labelSelector: printedSelector(target.object) },
  )
  if (unreadable !== null) throw refusal('Unreadable', `Its revisions cannot be read. ${unreadable}`)
  const present = at(target.object, 'spec', 'template')
  const own = found.filter(({ object }) => isOwnedBy(object, target.object))
  const revisions = own.flatMap(({ object }) => revisionOf(object, present))
  return withCurrent(
    target,
    revisions.sort((a, b) => b.revision - a.revision),
  )
}

/** Servers of another version may have filled in more since: then the newest is the present one, once it is observed. */
function withCurrent({ object }: Target, revisions: readonly KnownRevision[]): readonly KnownRevision[] {
  const isObserved = numberAt(object, 'status', 'observedGeneration') === object.metadata.generation
  if (!isObserved || revisions.some(({ isCurrent }) => isCurrent)) return revisions
  return revisions.map((revision, index) => ({ ...revision, isCurrent: index === 0 }))
}

function isOwnedBy(object: KubeObject, owner: KubeObject): boolean {
  return listAt(object, 'metadata', 'ownerReferences').some(
    reference => textAt(reference, 'uid') === owner.metadata.uid && at(reference, 'controller') === true,
  )
}

function revisionOf(object: KubeObject, present: unknown): readonly KnownRevision[] {
  const annotations = textsAt(object, 'metadata', 'annotations') ?? {}
  const isReplicaSet = object.kind === 'ReplicaSet'
  const template = isReplicaSet
    ? templateOf(at(object, 'spec', 'template'))
    : templateOf(at(object, 'data', 'spec', 'template'))
  const revision = isReplicaSet
    ? Number(annotations[deploymentRevision] ?? Number.NaN)
    : (numberAt(object, 'revision') ?? Number.NaN)
  if (template === null || !Number.isInteger(revision)) return []
  return [
    {
      revision,
      name: object.metadata.name,
      at: Date.parse(object.metadata.creationTimestamp ?? '') || 0,
      cause: annotations[changeCause] ?? '',
      images: imagesOf(template),
      isCurrent: isDeepStrictEqual(template, present),
      template,
    },
  ]
}

/** Without what a ReplicaSet adds to it, or what makes a ControllerRevision a patch. */
function templateOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (!isMapping(value)) return null
  const { $patch: _directive, ...template } = value
  const labels = textsAt(template, 'metadata', 'labels')
  if (labels === null || !Object.hasOwn(labels, 'pod-template-hash')) return template
  const { 'pod-template-hash': _hash, ...own } = labels
  return { ...template, metadata: { ...(template.metadata as object), labels: own } }
}

function imagesOf(template: unknown): readonly string[] {
  const containers = ['initContainers', 'containers'].flatMap(list => listAt(template, 'spec', list))
  return [...new Set(containers.map(container => textAt(container, 'image')))]
}
