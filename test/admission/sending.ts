import { pathOf } from './address.ts'
import type { CaseRequest } from './case.ts'
import { fieldsOf, merged, textOf } from './json.ts'
import type { ApiServer, CallOptions, ServerAnswer } from './server.ts'

/** A request, whatever is expected of it. */
type Asked = Omit<CaseRequest, 'expect'>

/** Who writes, in `managedFields` and in options. */
export const fieldManager = 'cases'

/**
 * The object that an update or a patch comes to: as given, or merged into the stored one.
 * @param stored null where there is none
 */
export function sentObject(request: Asked, stored: unknown): unknown {
  if (request.replaceFrom !== undefined) return merged(stored, request.replaceFrom)
  if (request.operation === 'patch') return merged(stored, request.patch)
  return request.object ?? null
}

/** Makes the request of a case. */
export async function send(server: ApiServer, request: Asked): Promise<ServerAnswer> {
  const { operation, query = {}, as, dryRun = false } = request
  const place = pathOf(request)
  const options = (more: CallOptions = {}): CallOptions => ({
    ...more,
    ...(as === undefined ? {} : { as }),
    query: { ...query, ...more.query, ...(dryRun ? { dryRun: 'All' } : {}) },
  })
  switch (operation) {
    case 'create': {
      const isPart = (request.subresource ?? '') !== ''
      const path = isPart ? place : pathOf({ ...request, name: '' })
      return await server.call('POST', path, options({ body: request.object, query: { fieldManager } }))
    }
    case 'update': {
      const stored = request.replaceFrom === undefined ? null : await server.read(place)
      const body = sentObject(request, stored)
      return await server.call('PUT', place, options({ body, query: { fieldManager } }))
    }
    case 'patch': {
      const type = 'application/merge-patch+json'
      return await server.call(
        'PATCH',
        place,
        options({ body: request.patch, type, query: { fieldManager } }),
      )
    }
    case 'apply': {
      const type = 'application/apply-patch+yaml'
      const forced = { fieldManager, force: 'true' }
      return await server.call('PATCH', place, options({ body: request.object, type, query: forced }))
    }
    case 'delete':
      return await server.call('DELETE', place, options())
    case 'deletecollection':
      return await server.call('DELETE', pathOf({ ...request, name: '' }), options())
    case 'connect':
      return await server.call('POST', place, options())
    case 'get':
    case 'list':
      return await server.call('GET', place, options())
  }
}

/** Message and reason of an answer that is a Status; empty for any other. */
export function statusOf({ code, body }: ServerAnswer): {
  readonly reason: string
  readonly message: string
  readonly causes: readonly unknown[]
} {
  if (code < 400) return { reason: '', message: '', causes: [] }
  const { reason, message, details } = fieldsOf(body)
  const { causes } = fieldsOf(details)
  return {
    reason: textOf(reason),
    message: typeof body === 'string' ? body : textOf(message),
    causes: Array.isArray(causes) ? causes : [],
  }
}
