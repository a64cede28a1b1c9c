import { randomInt, randomUUID } from 'node:crypto'
import { withDefaults } from '../../../../shared/admission/defaults/index.ts'
import { qualityOfService } from '../../../../shared/admission/index.ts'
import { prepareWrite } from '../../../../shared/admission/schema/index.ts'
import type { Json, JsonObject } from '../../../../shared/admission/values/index.ts'
import type { GroupVersionKind } from '../../../../shared/cel/kubernetes/index.ts'
import type { ServedResource } from '../../catalog/index.ts'
import { mapping, text } from '../../tables/index.ts'
import { withOwnSelector } from './actions.ts'

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
  return ofKind({ ...filled, metadata }, resource)
}

/** What the strategies of single kinds add to a new object. Source: kubernetes/pkg/registry. */
function ofKind(object: JsonObject, { group, resource }: ServedResource): JsonObject {
  if (group === 'batch' && resource === 'jobs') return withOwnSelector(object)
  if (group === '' && resource === 'namespaces')
    return { ...object, spec: { ...(mapping(object.spec) as JsonObject), finalizers: ['kubernetes'] } }
  return object
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
  // What is empty is not there, as Go writes it.
  for (const name of ['annotations', 'labels', 'finalizers', 'ownerReferences'])
    if (isEmpty(metadata[name])) delete metadata[name]
  return { ...prepared, metadata }
}

const isEmpty = (value: Json | undefined): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** Of some subresources one part alone is written. */
export function partWritten(subresource: string, left: JsonObject, old: JsonObject): JsonObject {
  const spec = mapping(old.spec) as JsonObject
  const sent = mapping(left.spec) as JsonObject
  switch (subresource) {
    case 'scale':
      return { ...old, spec: sent }
    case 'finalize':
      return withManagers(left, { ...old, spec: { ...spec, finalizers: sent.finalizers ?? [] } })
    case 'ephemeralcontainers': {
      const ephemeralContainers = sent.ephemeralContainers ?? []
      return withManagers(left, { ...old, spec: { ...spec, ephemeralContainers } })
    }
    case 'approval': {
      const { conditions = [] } = mapping(left.status) as JsonObject
      const status = { ...(mapping(old.status) as JsonObject), conditions }
      return withManagers(left, { ...old, status })
    }
    default:
      return left
  }
}

function withManagers({ metadata }: JsonObject, object: JsonObject): JsonObject {
  const { managedFields } = mapping(metadata) as JsonObject
  if (managedFields === undefined) return object
  return { ...object, metadata: { ...(mapping(object.metadata) as JsonObject), managedFields } }
}
