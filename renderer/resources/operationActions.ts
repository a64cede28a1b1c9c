import type { ContextEntry, OperationType } from '../../shared/ipc/index.ts'
import type { ContextId, KubeObject, ObjectRef, Resource, ResourceInfo } from '../../shared/kube/index.ts'
import { at, listAt, textAt } from '../../shared/relations/index.ts'
import { announce, openOperation } from '../live/index.ts'

/** Something that can be done to objects of one kind. */
export interface OperationAction {
  readonly id: OperationType
  readonly label: string
  readonly aliases: readonly string[]
  readonly keys?: string
  /** Why it cannot be done in this context; null when it can. */
  readonly refusal: string | null
  /** Opens its dialog, or says why not. */
  readonly run: () => void
}

const rollout: readonly OperationType[] = ['restart', 'rollBack', 'containers']
const ofKind: Readonly<Record<string, readonly OperationType[]>> = {
  '/pods': ['evict', 'resize', 'containers', 'bind'],
  '/nodes': ['cordon', 'uncordon', 'drain', 'taints'],
  '/configmaps': ['keys'],
  '/secrets': ['keys'],
  '/serviceaccounts': ['token'],
  'apps/deployments': ['restart', 'pause', 'resume', 'rollBack', 'containers'],
  'apps/statefulsets': rollout,
  'apps/daemonsets': rollout,
  'batch/jobs': ['suspend', 'unsuspend'],
  'batch/cronjobs': ['trigger', 'suspend', 'unsuspend', 'containers'],
  'certificates.k8s.io/certificatesigningrequests': ['approve', 'deny'],
}

/** Operations on a subresource, which the server may not serve. */
const subresourceOf: Partial<Record<OperationType, string>> = {
  evict: 'eviction',
  resize: 'resize',
  bind: 'binding',
  token: 'token',
  approve: 'approval',
  deny: 'approval',
}

const oneAtATime: ReadonlySet<OperationType> = new Set([
  'rollBack',
  'keys',
  'token',
  'bind',
  'trigger',
  'resize',
  'containers',
])

/** What a kind offers for these objects, the usual first; empty while discovery is not read. */
export function operationActions(
  context: ContextId,
  targets: readonly ObjectRef[],
  kind: ResourceInfo | null,
  entry: ContextEntry | null,
  needless: ReadonlySet<OperationType> = new Set(),
): readonly OperationAction[] {
  if (kind === null || targets.length === 0) return []
  const refusal = writeRefusal(entry)
  return idsOf(kind)
    .filter(id => !needless.has(id) && (targets.length === 1 || !oneAtATime.has(id)))
    .map(id => ({
      id,
      ...words[id],
      refusal,
      run: () => (refusal === null ? openOperation({ type: id, context, targets }) : announce(refusal)),
    }))
}

/** Operations that would change nothing of an object as it is: one of each pair, and what has ended. */
export function needlessFor(object: KubeObject): ReadonlySet<OperationType> {
  const is = (field: string) => at(object, 'spec', field) === true
  const conditions = listAt(object, 'status', 'conditions')
  const has = (...types: readonly string[]) =>
    conditions.some(
      each => types.includes(textAt(each, 'type')) && (textAt(each, 'status') || 'True') === 'True',
    )
  return new Set([
    is('paused') ? 'pause' : 'resume',
    is('unschedulable') ? 'cordon' : 'uncordon',
    is('suspend') ? 'suspend' : 'unsuspend',
    ...(object.kind === 'Job' && has('Complete', 'Failed') ? (['suspend', 'unsuspend'] as const) : []),
    ...(has('Approved', 'Denied') ? (['approve', 'deny'] as const) : []),
    ...(textAt(object, 'spec', 'nodeName') === '' ? (['evict', 'resize'] as const) : (['bind'] as const)),
  ])
}

/** The kind as discovery has it; null when it is not read or not served. */
export function kindOf(
  resources: readonly ResourceInfo[] | undefined,
  { group, version, resource }: Resource,
): ResourceInfo | null {
  return (
    resources?.find(each => each.group === group && each.version === version && each.resource === resource) ??
    null
  )
}

/** Why nothing is written in a context; null where it can be. */
export function writeRefusal(entry: ContextEntry | null): string | null {
  if (entry === null) return 'The context is not known any more.'
  if (entry.origin === 'snapshot') return 'A dump is data alone: nothing in it can be changed.'
  return entry.isProtected
    ? `${entry.name} is protected: nothing is written to it. Settings say which contexts are.`
    : null
}

function idsOf(kind: ResourceInfo): readonly OperationType[] {
  const serves = (name: string) => kind.subresources.some(each => each.name === name)
  const special = (ofKind[`${kind.group}/${kind.resource}`] ?? []).filter(id => {
    const subresource = subresourceOf[id]
    return subresource === undefined ? kind.verbs.includes('patch') : serves(subresource)
  })
  const isPatchable = kind.verbs.includes('patch')
  return [
    ...(serves('scale') ? (['scale'] as const) : []),
    ...special,
    ...(isPatchable ? (['labels', 'annotations'] as const) : []),
    ...(kind.verbs.includes('delete') ? (['delete'] as const) : []),
  ]
}

type Words = Pick<OperationAction, 'label' | 'aliases' | 'keys'>

const words: Readonly<Record<OperationType, Words>> = {
  scale: { label: 'Scale…', aliases: ['scale', 'replicas'] },
  restart: { label: 'Restart', aliases: ['restart', 'rollout restart'] },
  pause: { label: 'Pause the rollout', aliases: ['pause'] },
  resume: { label: 'Resume the rollout', aliases: ['resume'] },
  rollBack: { label: 'Roll back…', aliases: ['rollback', 'undo', 'revision'] },
  cordon: { label: 'Cordon', aliases: ['cordon'] },
  uncordon: { label: 'Uncordon', aliases: ['uncordon'] },
  drain: { label: 'Drain…', aliases: ['drain'] },
  labels: { label: 'Labels…', aliases: ['label', 'labels'] },
  annotations: { label: 'Annotations…', aliases: ['annotate', 'annotations'] },
  taints: { label: 'Taints…', aliases: ['taint', 'taints'] },
  evict: { label: 'Evict…', aliases: ['evict'] },
  resize: { label: 'Resize…', aliases: ['resize', 'cpu', 'memory'] },
  containers: { label: 'Images, environment, resources…', aliases: ['image', 'env', 'set image'] },
  token: { label: 'Request a token…', aliases: ['token'] },
  approve: { label: 'Approve…', aliases: ['approve'] },
  deny: { label: 'Deny…', aliases: ['deny'] },
  bind: { label: 'Bind to a node…', aliases: ['bind'] },
  suspend: { label: 'Suspend', aliases: ['suspend'] },
  unsuspend: { label: 'Go on', aliases: ['unsuspend', 'resume'] },
  trigger: { label: 'Run now…', aliases: ['trigger', 'run'] },
  keys: { label: 'Keys…', aliases: ['keys', 'data'] },
  delete: { label: 'Delete…', aliases: ['delete', 'remove'], keys: 'Delete' },
  deleteCollection: { label: 'Delete all that match…', aliases: ['delete collection'] },
  removeFinalizers: { label: 'Remove finalizers…', aliases: ['finalizers'] },
}
