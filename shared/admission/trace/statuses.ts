import type { GroupVersionKind, JsonObject } from '../../cel/kubernetes/index.ts'
import { fieldsOf, stringOf } from '../fields.ts'
import type { TraceRequest, TraceStatus } from './types.ts'

/** A failure inside the server. */
export const internalError = (message: string): TraceStatus => ({
  code: 500,
  reason: 'InternalError',
  message: `Internal error occurred: ${message}`,
  causes: [{ message }],
})

/** The server panics while it answers: the client finds its connection closed, and there is no status. */
export const connectionDropped = (why: string): TraceStatus => ({ code: 0, reason: '', message: why })

export const badRequest = (message: string): TraceStatus => ({ code: 400, reason: 'BadRequest', message })

/** `deployments.apps`, or `pods` for the core group. */
function groupResource({ group, resource }: TraceRequest['resource']): string {
  return group === '' ? resource : `${resource}.${group}`
}

/** A refusal that names the request's object; without its name where it is empty. */
export function forbiddenNamed({ resource, name }: TraceRequest, why: string): TraceStatus {
  const named = name === '' ? '' : ` ${JSON.stringify(name)}`
  return {
    code: 403,
    reason: 'Forbidden',
    message: `${groupResource(resource)}${named} is forbidden: ${why}`,
  }
}

/**
 * A refusal of an admission plugin: named after the request, else after the object, which may only have the
 * beginning of a name. Source: apiserver, pkg/admission/errors.go.
 */
export function forbidden(request: TraceRequest, object: JsonObject | null, why: string): TraceStatus {
  if (request.name !== '') return forbiddenNamed(request, why)
  const metadata = fieldsOf(fieldsOf(object).metadata)
  const name = stringOf(metadata.name) || stringOf(metadata.generateName) || 'Unknown'
  return forbiddenNamed({ ...request, name }, why)
}

/** Several errors as the server lists them; equal ones count once. */
export function joined(messages: readonly string[]): string {
  const distinct = [...new Set(messages)]
  return distinct.length === 1 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]`
}

/** `apps/v1, Kind=Deployment`; of the core group `/v1, Kind=Pod`. */
export const kindText = (kind: GroupVersionKind): string => `${kind.group}/${kind.version}, Kind=${kind.kind}`

/** JSON as Go writes a struct: its fields in order, and what could be markup escaped. */
export function structJson(value: unknown): string {
  const unicode = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return (JSON.stringify(value) ?? 'null').replace(/[<>&\u2028\u2029]/g, unicode)
}
