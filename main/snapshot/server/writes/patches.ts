import { applyJsonPatch } from '../../../../shared/admission/patch/index.ts'
import { isObject, type Json, type JsonObject } from '../../../../shared/admission/values/index.ts'
import { parseYaml } from '../../reading/parseYaml.ts'
import { parseJson, unsupportedMediaType } from '../body.ts'
import { badRequest, StatusError } from '../status.ts'
import { type PatchedType, strategicMerge } from './strategicMerge.ts'

const jsonPatch = 'application/json-patch+json'
const mergePatch = 'application/merge-patch+json'
const strategicPatch = 'application/strategic-merge-patch+json'
const applyPatch = 'application/apply-patch+yaml'

export const isApply = (mediaType: string): boolean => mediaType === applyPatch

/** Operations that a JSON patch may have: the limit of the real server. */
const mostOperations = 10_000

/**
 * @param type of the object, for strategic merge patches; null where its kind takes none
 * @throws StatusError 415 for a patch of a type that is not taken
 */
export function checkPatchType(mediaType: string, type: PatchedType | null): void {
  const takes = [jsonPatch, mergePatch, ...(type === null ? [] : [strategicPatch]), applyPatch]
  if (!takes.includes(mediaType)) throw unsupportedMediaType(takes)
}

/** The body of an apply, which may be YAML. @throws StatusError 400 */
export function appliedBody(body: string): unknown {
  const parsed = parseYaml(body)
  if (!parsed.ok) throw badRequest(`error decoding YAML: ${parsed.message}`)
  return parseJson(JSON.stringify(parsed.value ?? null), 'error decoding YAML')
}

/**
 * The object as a patch of a type that is taken leaves it.
 * @throws StatusError 400, 413, 422
 */
export function patched(
  object: JsonObject,
  body: string,
  mediaType: string,
  type: PatchedType | null,
): JsonObject {
  const patch = parseJson(body, 'error decoding patch')
  if (mediaType === jsonPatch) return byOperations(object, patch)
  if (!isObject(patch)) throw badRequest('error decoding patch: a patch of this type is an object')
  if (mediaType === strategicPatch && type !== null) return strategicMerge(object, patch as JsonObject, type)
  return merged(object, patch as JsonObject)
}

function byOperations(object: JsonObject, patch: unknown): JsonObject {
  if (!Array.isArray(patch)) throw badRequest('error decoding patch: a JSON patch is an array')
  if (patch.length > mostOperations)
    throw new StatusError(
      413,
      'RequestEntityTooLarge',
      `The allowed maximum operations in a JSON patch is ${mostOperations}, got ${patch.length}`,
    )
  const result = applyJsonPatch(object, patch)
  if (result.type === 'undecodable') throw badRequest(`error decoding patch: ${result.message}`)
  if (result.type === 'failed' || !isObject(result.document)) throw notApplicable()
  return result.document as JsonObject
}

/** The real server says no more either. */
const notApplicable = (): StatusError =>
  new StatusError(422, 'Invalid', 'the server rejected our request due to an error in our request', {
    details: {},
  })

/** A JSON merge patch, RFC 7386. */
export function merged(object: JsonObject, patch: JsonObject): JsonObject {
  const result: Record<string, Json> = Object.assign(Object.create(null), object)
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name]
    else if (isObject(value)) {
      const before = result[name]
      result[name] = merged(isObject(before) ? (before as JsonObject) : {}, value as JsonObject)
    } else result[name] = value
  }
  return result
}
