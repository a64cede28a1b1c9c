import type { Json, JsonObject } from '../../cel/kubernetes/index.ts'
import { convertBuiltIn, withDefaults } from '../defaults/index.ts'
import { fieldsOf, listOf, stringOf } from '../fields.ts'
import { qualityOfService } from '../qualityOfService.ts'
import type { TraceRequest, World } from './types.ts'

/**
 * What the strategy of a built-in kind leaves of a write before anything validating sees it: the status is
 * written by its subresource alone, which leaves the spec as it is. Source: kubernetes, pkg/registry, PrepareForCreate
 * and PrepareForUpdate of each kind.
 */
export function prepareBuiltIn(object: JsonObject, request: TraceRequest, world: World): JsonObject {
  const { operation, oldObject, resource, subresource } = request
  if (subresource !== '' && subresource !== 'status') return object
  const isNamespace = resource.group === '' && resource.resource === 'namespaces'
  const prepared = isNamespace && subresource === '' ? asNamespace(object, oldObject) : object
  const isKept = subresource === '' && keepsStatus.has(`${resource.group}/${resource.resource}`)
  if (isKept || !hasStatus(request, world)) return prepared
  if (operation === 'CREATE') return withNewStatus(prepared, request)
  if (oldObject === null) return prepared
  return keeping(subresource === '' ? 'status' : 'spec', prepared, oldObject, request)
}

/** Whose status is as it is sent: the kubelet says how a node is when it registers. */
const keepsStatus: ReadonlySet<string> = new Set(['/nodes', 'networking.k8s.io/servicecidrs'])

function hasStatus({ resource }: TraceRequest, { served }: World): boolean {
  const info = served.resources.find(
    each =>
      each.group === resource.group &&
      each.version === resource.version &&
      each.resource === resource.resource,
  )
  return info?.subresources.some(({ name }) => name === 'status') ?? false
}

/** Phases that objects of the core group begin with. */
const firstPhases: Readonly<Record<string, string>> = {
  pods: 'Pending',
  persistentvolumeclaims: 'Pending',
  persistentvolumes: 'Pending',
  namespaces: 'Active',
}

function withNewStatus(object: JsonObject, { resource, kind }: TraceRequest): JsonObject {
  const isCore = resource.group === ''
  const phase = isCore && Object.hasOwn(firstPhases, resource.resource) ? firstPhases[resource.resource] : ''
  if (phase !== undefined && phase !== '') {
    const quality = resource.resource === 'pods' ? { qosClass: qualityOfService(object) } : {}
    return { ...object, status: { phase, ...quality } }
  }
  const fresh = asVersion2(kind, [object], ([one = object], as) => withPart('status', one, empty(as)))
  return kind.kind === 'CustomResourceDefinition' ? withStoredVersion(fresh) : fresh
}

/** A definition begins with the version that it stores. Source: apiextensions, customresourcedefinition/strategy.go. */
function withStoredVersion(definition: JsonObject): JsonObject {
  const stored = listOf(fieldsOf(definition.spec).versions)
    .map(fieldsOf)
    .filter(version => version.storage === true)
    .map(version => stringOf(version.name))
  return { ...definition, status: { ...(fieldsOf(definition.status) as JsonObject), storedVersions: stored } }
}

/** An object of a kind as if nothing were said of it. */
const empty = (kind: TraceRequest['kind']): JsonObject => withDefaults(kind, { kind: kind.kind }).object

/**
 * What is made of objects; autoscalers of version 1 are those of version 2 meanwhile: what stands in
 * their annotations belongs to the spec and the status.
 */
function asVersion2(
  kind: TraceRequest['kind'],
  objects: readonly JsonObject[],
  make: (objects: readonly JsonObject[], kind: TraceRequest['kind']) => JsonObject,
): JsonObject {
  const isOld =
    kind.group === 'autoscaling' && kind.version === 'v1' && kind.kind === 'HorizontalPodAutoscaler'
  if (!isOld) return make(objects, kind)
  const target = { ...kind, version: 'v2' }
  const converted = objects.map(object => convertBuiltIn(object, target) ?? object)
  const made = make(converted, target)
  return convertBuiltIn(made, kind) ?? made
}

/** The object with a part of the stored one. */
function keeping(
  part: 'spec' | 'status',
  object: JsonObject,
  old: JsonObject,
  { kind, resource }: TraceRequest,
): JsonObject {
  const kept = asVersion2(kind, [object, old], ([now = object, before = old]) => withPart(part, now, before))
  return part === 'spec' ? withOwnMetadata(kept, old, resource) : kept
}

const ownMetadata: readonly string[] = ['labels', 'annotations', 'finalizers', 'ownerReferences']

/** What a write of the status leaves of the metadata, beside what no client writes: of most kinds nothing. */
const statusKeeps: ReadonlyMap<string, readonly string[]> = new Map([
  ['/pods', ['ownerReferences']],
  ['apps/deployments', ['labels']],
  ...[
    'admissionregistration.k8s.io/validatingadmissionpolicies',
    'apiregistration.k8s.io/apiservices',
    'flowcontrol.apiserver.k8s.io/flowschemas',
    'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations',
    'networking.k8s.io/servicecidrs',
    'resource.k8s.io/resourceclaims',
    'storage.k8s.io/volumeattachments',
  ].map(each => [each, ownMetadata] as const),
])

function withOwnMetadata(
  object: JsonObject,
  old: JsonObject,
  { group, resource }: TraceRequest['resource'],
): JsonObject {
  const names = statusKeeps.get(`${group}/${resource}`) ?? []
  if (names.length === 0) return object
  const before = fieldsOf(old.metadata) as JsonObject
  const metadata: Record<string, Json> = { ...(fieldsOf(object.metadata) as JsonObject) }
  for (const name of names) {
    delete metadata[name]
    const kept = before[name]
    if (kept !== undefined) metadata[name] = kept
  }
  return { ...object, metadata }
}

function withPart(part: 'spec' | 'status', object: JsonObject, old: JsonObject): JsonObject {
  const { [part]: _, ...rest } = object
  const kept = old[part]
  return kept === undefined ? rest : { ...object, [part]: kept }
}

/** A Namespace gets a finalizer of the server’s and a label with its name; it keeps its finalizers. */
function asNamespace(object: JsonObject, old: JsonObject | null): JsonObject {
  const spec = fieldsOf(object.spec) as JsonObject
  const metadata = fieldsOf(object.metadata) as JsonObject
  const labels: JsonObject = {
    ...(fieldsOf(metadata.labels) as JsonObject),
    'kubernetes.io/metadata.name': stringOf(metadata.name),
  }
  const labelled = { ...object, metadata: { ...metadata, labels } }
  if (old !== null) {
    const kept = fieldsOf(old.spec).finalizers as Json | undefined
    return { ...labelled, spec: { ...spec, ...(kept === undefined ? {} : { finalizers: kept }) } }
  }
  const finalizers = listOf(spec.finalizers) as readonly Json[]
  const isFinalized = finalizers.includes('kubernetes')
  return {
    ...labelled,
    spec: { ...spec, finalizers: isFinalized ? finalizers : [...finalizers, 'kubernetes'] },
  }
}
