import type { Json, JsonObject } from '../../../shared/admission/values/index.ts'
import type { StoredResource } from '../store/index.ts'
import { at, list, mapping, text } from '../tables/index.ts'

/** What a deletion makes of an object: marked, and there until its finalizers and its grace are over, or removed. */
export interface Deletion {
  readonly object: JsonObject
  readonly isRemoved: boolean
}

export const orphanFinalizer = 'orphan'
export const foregroundFinalizer = 'foregroundDeletion'
export const definitionFinalizer = 'customresourcecleanup.apiextensions.k8s.io'

const is = (resource: StoredResource, group: string, plural: string): boolean =>
  resource.group === group && resource.resource === plural

/**
 * Source: apiserver, pkg/registry/rest/delete.go and pkg/registry/generic/registry/store.go.
 * @param options of the deletion @param now milliseconds since the epoch
 */
export function deletionOf(
  object: JsonObject,
  resource: StoredResource,
  options: JsonObject,
  now: number,
): Deletion {
  if (is(resource, '', 'namespaces')) return namespaceDeletion(object, now)
  const metadata = mapping(object.metadata) as JsonObject
  const isDefinition = is(resource, 'apiextensions.k8s.io', 'customresourcedefinitions')
  const finalizers = [
    ...new Set([
      ...finalizersOf(metadata, resource, options),
      ...(isDefinition ? [definitionFinalizer] : []),
    ]),
  ]
  const grace = is(resource, '', 'pods') ? graceOf(object, options) : 0
  // A definition is only marked.
  const marked = isDefinition
    ? { ...metadata, deletionTimestamp: metadata.deletionTimestamp ?? stampOf(now) }
    : markedMetadata(metadata, grace, now)
  const { finalizers: _before, ...rest } = marked
  const deleted = {
    ...object,
    metadata: { ...rest, ...(finalizers.length === 0 ? {} : { finalizers }) },
  }
  return {
    object: isDefinition ? terminatingDefinition(deleted, now) : deleted,
    isRemoved:
      finalizers.length === 0 && Number((marked as JsonObject).deletionGracePeriodSeconds ?? 0) === 0,
  }
}

/** The end of the year 9999, in milliseconds since the epoch: no stamp has room for what is later. */
const latest = 253_402_300_799_000

export const stampOf = (at: number): string =>
  new Date(Math.min(at, latest)).toISOString().replace(/\.\d+Z$/, 'Z')

/** A deletion that was asked for before can only be made shorter. */
function markedMetadata(metadata: JsonObject, grace: number, now: number): JsonObject {
  const before = text(metadata.deletionTimestamp)
  if (before !== '') {
    const was = Number(metadata.deletionGracePeriodSeconds ?? 0)
    if (grace >= was) return metadata
    const deletionTimestamp = stampOf(Date.parse(before) - (was - grace) * 1000)
    return { ...metadata, deletionTimestamp, deletionGracePeriodSeconds: grace }
  }
  const { generation } = metadata
  return {
    ...metadata,
    ...(typeof generation === 'number' && generation > 0 ? { generation: generation + 1 } : {}),
    deletionTimestamp: stampOf(now + grace * 1000),
    deletionGracePeriodSeconds: grace,
  }
}

/** Seconds that a pod is given to end; none where nothing runs. Source: kubernetes/pkg/registry/core/pod/strategy.go. */
function graceOf(pod: JsonObject, { gracePeriodSeconds }: JsonObject): number {
  const isScheduled = (at(pod, 'spec', 'nodeName') ?? '') !== ''
  const hasEnded = ['Failed', 'Succeeded'].includes(String(at(pod, 'status', 'phase')))
  if (!isScheduled || hasEnded) return 0
  const own = Number(at(pod, 'spec', 'terminationGracePeriodSeconds') ?? 30)
  const asked = typeof gracePeriodSeconds === 'number' ? gracePeriodSeconds : own
  // A negative one counts as the least there is.
  return asked < 0 ? 1 : asked
}

/** Jobs and replication controllers keep their pods unless told otherwise, as they did from the start. */
const orphaning = new Set(['batch/jobs', '/replicationcontrollers'])

function finalizersOf(
  metadata: JsonObject,
  { group, resource }: StoredResource,
  options: JsonObject,
): string[] {
  const before = list(metadata.finalizers).map(each => text(each))
  const policy = text(options.propagationPolicy)
  const orphan = options.orphanDependents
  const isSaid = policy !== '' || typeof orphan === 'boolean'
  const isOrphaning = isSaid
    ? policy === 'Orphan' || orphan === true
    : before.includes(orphanFinalizer) ||
      (!before.includes(foregroundFinalizer) && orphaning.has(`${group}/${resource}`))
  const isForeground = isSaid ? policy === 'Foreground' : before.includes(foregroundFinalizer)
  return [
    ...before.filter(each => each !== orphanFinalizer && each !== foregroundFinalizer),
    ...(isOrphaning ? [orphanFinalizer] : []),
    ...(isForeground ? [foregroundFinalizer] : []),
  ]
}

/** A namespace goes through a phase of its own, and only once nothing is left in it. */
function namespaceDeletion(object: JsonObject, now: number): Deletion {
  const metadata = mapping(object.metadata) as JsonObject
  const isHeld = [object.metadata, object.spec].some(part => list(at(part, 'finalizers')).length > 0)
  if (text(metadata.deletionTimestamp) !== '') return { object, isRemoved: !isHeld }
  const deleted: JsonObject = {
    ...object,
    metadata: { ...metadata, deletionTimestamp: stampOf(now) },
    status: { ...(mapping(object.status) as JsonObject), phase: 'Terminating' },
  }
  return { object: deleted, isRemoved: false }
}

function terminatingDefinition(object: JsonObject, now: number): JsonObject {
  const status = mapping(object.status) as JsonObject
  const condition = {
    type: 'Terminating',
    status: 'True',
    lastTransitionTime: stampOf(now),
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  }
  const others = list(status.conditions).filter(each => at(each, 'type') !== 'Terminating') as Json[]
  return { ...object, status: { ...status, conditions: [...others, condition] } }
}

/** Whether nothing keeps an object that is marked as deleted. */
export function isOver(object: JsonObject, resource: StoredResource): boolean {
  const { metadata, spec } = object
  if (text(at(metadata, 'deletionTimestamp')) === '' || list(at(metadata, 'finalizers')).length > 0)
    return false
  if (is(resource, '', 'namespaces')) return list(at(spec, 'finalizers')).length === 0
  return Number(at(metadata, 'deletionGracePeriodSeconds') ?? 0) === 0
}

/** Resources whose deletion answers with the object (`ReturnDeletedObject` of kubernetes/pkg/registry). */
const returned = new Set([
  ...['pods', 'services', 'persistentvolumeclaims', 'persistentvolumes', 'resourcequotas', 'serviceaccounts'],
  ...['podtemplates', 'replicationcontrollers'],
])

/** What a deletion answers: the object where it is still there for a while, else a status. */
export function deletionAnswer(
  before: JsonObject,
  { object, isRemoved }: Deletion,
  { group, resource }: StoredResource,
): object {
  if (!isRemoved || (group === '' && resource === 'pods')) return object
  if (group === '' && returned.has(resource)) return before
  const metadata = mapping(object.metadata) as JsonObject
  const details = {
    name: metadata.name,
    ...(group === '' ? {} : { group }),
    kind: resource,
    ...(metadata.uid === undefined ? {} : { uid: metadata.uid }),
  }
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details }
}
