import { randomInt, randomUUID } from 'node:crypto'
import { withDefaults } from '../../../../shared/admission/defaults/index.ts'
import { qualityOfService } from '../../../../shared/admission/index.ts'
import { prepareWrite } from '../../../../shared/admission/schema/index.ts'
import type { Json, JsonObject } from '../../../../shared/admission/values/index.ts'
import type { GroupVersionKind } from '../../../../shared/cel/kubernetes/index.ts'
import type { ServedResource } from '../../catalog/index.ts'
import { at, list, mapping, text } from '../../tables/index.ts'

/**
 * Built-in resources whose generation the server counts (`PrepareForCreate` of their strategies in
 * kubernetes/pkg/registry).
 */
const counted = new Set([
  ...['/pods', '/replicationcontrollers', 'apiextensions.k8s.io/customresourcedefinitions'],
  ...['daemonsets', 'deployments', 'replicasets', 'statefulsets'].map(each => `apps/${each}`),
  ...['jobs', 'cronjobs'].map(each => `batch/${each}`),
  ...['ingresses', 'networkpolicies', 'ingressclasses'].map(each => `networking.k8s.io/${each}`),
  ...['flowschemas', 'prioritylevelconfigurations'].map(each => `flowcontrol.apiserver.k8s.io/${each}`),
  'policy/poddisruptionbudgets',
  'scheduling.k8s.io/priorityclasses',
  ...[
    ...['mutatingadmissionpolicies', 'mutatingadmissionpolicybindings', 'mutatingwebhookconfigurations'],
    ...[
      'validatingadmissionpolicies',
      'validatingadmissionpolicybindings',
      'validatingwebhookconfigurations',
    ],
  ].map(each => `admissionregistration.k8s.io/${each}`),
])

/** How an object would be stored. */
export interface Storing {
  readonly resource: ServedResource
  readonly kind: GroupVersionKind
  readonly subresource: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** A new object with what the server itself writes: uid, time, generation, an empty status. */
export function storedNew(object: JsonObject, storing: Storing): JsonObject {
  const { resource, now } = storing
  const hasStatus = resource.subresources.includes('status')
  const prepared = resource.isCustom ? object : prepareWrite(object, null, { subresource: '', hasStatus })
  const filled = hasStatus && !resource.isCustom ? withStatus(prepared, storing) : prepared
  const metadata: Record<string, Json> = { ...(mapping(filled.metadata) as JsonObject) }
  if (!resource.isCustom && !counted.has(keyOf(resource))) delete metadata.generation
  metadata.uid = randomUUID()
  const prefix = text(metadata.generateName)
  if (prefix !== '' && metadata.name === `${prefix}xxxxx`) metadata.name = prefix + randomSuffix()
  metadata.creationTimestamp = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z')
  return { ...filled, metadata }
}

/** The end of a name that the server makes up. Source: apimachinery, util/rand. */
function randomSuffix(): string {
  const letters = 'bcdfghjklmnpqrstvwxz2456789'
  return Array.from({ length: 5 }, () => letters.charAt(randomInt(letters.length))).join('')
}

const keyOf = ({ group, resource }: ServedResource): string => `${group}/${resource}`

/** The status that a new object has before any controller has seen it. */
function withStatus(object: JsonObject, { kind }: Storing): JsonObject {
  if (kind.group === '' && kind.kind === 'Pod')
    return { ...object, status: { phase: 'Pending', qosClass: qualityOfService(object) } }
  if (kind.group === '' && kind.kind === 'Namespace') return { ...object, status: { phase: 'Active' } }
  return withDefaults(kind, object).object
}

/** An object that replaces another one, with what stays of that. */
export function storedAgain(object: JsonObject, old: JsonObject, storing: Storing): JsonObject {
  const { resource, subresource, kind } = storing
  const hasStatus = resource.subresources.includes('status')
  // A generation counts what differs from the object as the server has it, with its defaults.
  const before = resource.isCustom ? old : withDefaults(kind, old).object
  const prepared =
    resource.isCustom || (subresource !== '' && subresource !== 'status')
      ? object
      : prepareWrite(object, before, { subresource, hasStatus })
  const metadata: Record<string, Json> = { ...(mapping(prepared.metadata) as JsonObject) }
  const was = mapping(old.metadata) as JsonObject
  for (const name of ['uid', 'resourceVersion', 'creationTimestamp'] as const)
    if (was[name] !== undefined) metadata[name] = was[name]
  if (!resource.isCustom && !counted.has(keyOf(resource))) delete metadata.generation
  if (was.managedFields !== undefined && metadata.managedFields === undefined)
    metadata.managedFields = was.managedFields
  return { ...prepared, metadata }
}

/** Resources whose deletion answers with the object (`ReturnDeletedObject` of kubernetes/pkg/registry). */
const returned = new Set([
  ...['pods', 'services', 'persistentvolumeclaims', 'persistentvolumes', 'resourcequotas', 'serviceaccounts'],
  ...['podtemplates', 'replicationcontrollers'],
])

/** Seconds that a pod is given to end; none where nothing runs. Source: kubernetes/pkg/registry/core/pod/strategy.go. */
function graceOf(pod: JsonObject): number {
  const isScheduled = (at(pod, 'spec', 'nodeName') ?? '') !== ''
  const hasEnded = ['Failed', 'Succeeded'].includes(String(at(pod, 'status', 'phase')))
  return isScheduled && !hasEnded ? Number(at(pod, 'spec', 'terminationGracePeriodSeconds') ?? 30) : 0
}

/** What a deletion answers: the object where it is still there for a while, else a status. */
export function deletionAnswer(object: JsonObject, { resource, now, subresource }: Storing): object {
  const metadata = mapping(object.metadata) as JsonObject
  const { group } = resource
  const isNamespace = group === '' && resource.resource === 'namespaces'
  const isHeld = list(metadata.finalizers).length > 0 || isNamespace
  const isGraceful = group === '' && resource.resource === 'pods'
  if (subresource === '' && (isHeld || isGraceful || (group === '' && returned.has(resource.resource)))) {
    const seconds = isGraceful ? graceOf(object) : 0
    if (!isHeld && !isGraceful) return object
    const deletionTimestamp = new Date(now + seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z')
    const { generation } = metadata
    const counted = typeof generation === 'number' && generation > 0 ? { generation: generation + 1 } : {}
    const deleted = { ...metadata, ...counted, deletionTimestamp, deletionGracePeriodSeconds: seconds }
    if (!isNamespace) return { ...object, metadata: deleted }
    return {
      ...object,
      metadata: { ...metadata, deletionTimestamp },
      status: { ...mapping(object.status), phase: 'Terminating' },
    }
  }
  const details = {
    name: metadata.name,
    ...(group === '' ? {} : { group }),
    kind: resource.resource,
    ...(metadata.uid === undefined ? {} : { uid: metadata.uid }),
  }
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details }
}
