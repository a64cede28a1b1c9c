import type { JsonObject } from '../../cel/kubernetes/index.ts'
import { fieldsOf, stringOf } from '../fields.ts'
import type { TraceRequest, TraceStatus } from '../trace/types.ts'

/** `deployments.apps`, or `pods` for the core group. */
export function groupResource(resource: { readonly group: string; readonly resource: string }): string {
  return resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`
}

/** `<resource> "<name>" is forbidden: …` as the server words a refusal; without the name where it is empty. */
export function forbidden(
  resource: { readonly group: string; readonly resource: string },
  name: string,
  why: string,
): TraceStatus {
  const named = name === '' ? '' : ` ${JSON.stringify(name)}`
  return {
    code: 403,
    reason: 'Forbidden',
    message: `${groupResource(resource)}${named} is forbidden: ${why}`,
  }
}

/**
 * A refusal of an admission plugin: named after the request, else after the object, as a generated name is
 * not there yet. Source: apiserver, pkg/admission/errors.go.
 */
export function refused(request: TraceRequest, object: JsonObject | null, why: string): TraceStatus {
  return forbidden(request.resource, nameOf(request, object), why)
}

function nameOf(request: TraceRequest, object: JsonObject | null): string {
  if (request.name !== '') return request.name
  const metadata = fieldsOf(fieldsOf(object).metadata)
  return stringOf(metadata.name) || stringOf(metadata.generateName) || 'Unknown'
}

/** `namespaces "x" not found`. */
export function notFound(
  resource: { readonly group: string; readonly resource: string },
  name: string,
): TraceStatus {
  return {
    code: 404,
    reason: 'NotFound',
    message: `${groupResource(resource)} ${JSON.stringify(name)} not found`,
  }
}
