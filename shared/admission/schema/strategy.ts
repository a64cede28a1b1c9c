import { type Json, type JsonObject, own, sameJson } from '../values/index.ts'
import { metadataOf } from './objectMeta.ts'

export interface WriteOptions {
  /** Empty for the object itself. */
  readonly subresource: string
  /** Whether the status is written by a subresource of its own. */
  readonly hasStatus: boolean
}

/**
 * What of a write the server takes over: the status is written by its subresource alone, which writes
 * nothing else, and what only the server writes in the metadata is as it was stored.
 */
export function prepareWrite(
  object: JsonObject,
  old: JsonObject | null,
  { subresource, hasStatus }: WriteOptions,
): JsonObject {
  if (subresource === 'status' && old !== null) return preparedStatus(object, old)
  const prepared: Record<string, Json> = Object.assign(Object.create(null), object)
  if (hasStatus) {
    delete prepared.status
    if (old !== null && Object.hasOwn(old, 'status')) prepared.status = old.status ?? null
  }
  prepared.metadata = old === null ? newMetadata(object) : updatedMetadata(prepared, old)
  return prepared
}

function preparedStatus(object: JsonObject, old: JsonObject): JsonObject {
  const prepared: Record<string, Json> = Object.assign(Object.create(null), old)
  delete prepared.status
  if (Object.hasOwn(object, 'status')) prepared.status = object.status ?? null
  const metadata: Record<string, Json> = Object.assign(Object.create(null), metadataOf(old))
  const managed = own(metadataOf(object), 'managedFields')
  delete metadata.managedFields
  if (managed !== undefined) metadata.managedFields = managed as Json
  return { ...prepared, metadata }
}

/** What a client may not say of an object that is new. */
function newMetadata(object: JsonObject): JsonObject {
  const metadata: Record<string, Json> = Object.assign(Object.create(null), metadataOf(object))
  for (const name of ['deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink']) delete metadata[name]
  metadata.generation = 1
  return metadata
}

/** What stays whatever a client says, and the generation, which goes up with any change outside of the metadata. */
function updatedMetadata(object: JsonObject, old: JsonObject): JsonObject {
  const metadata: Record<string, Json> = Object.assign(Object.create(null), metadataOf(object))
  const before = metadataOf(old)
  if (own(metadata, 'uid') === undefined && own(before, 'uid') !== undefined)
    metadata.uid = own(before, 'uid') as Json
  for (const name of ['creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds']) {
    const value = own(before, name)
    if (value !== undefined) metadata[name] = value as Json
    else if (name === 'creationTimestamp') delete metadata[name]
  }
  const rest = (whole: JsonObject): JsonObject => ({ ...whole, metadata: null })
  const generation = own(before, 'generation')
  const current = typeof generation === 'number' ? generation : 0
  metadata.generation = sameJson(rest(object), rest(old)) ? current : current + 1
  if (metadata.generation === 0) delete metadata.generation
  return metadata
}
