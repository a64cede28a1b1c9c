import type { TraceRequest } from '../../../shared/admission/index.ts'
import type { JsonObject } from '../../../shared/cel/kubernetes/index.ts'
import { AppError, type AppErrorBody, isAppError } from '../../../shared/errors/index.ts'
import type { TraceQuestion } from '../../../shared/ipc/index.ts'
import { isMapping } from '../../../shared/kube/index.ts'
import { type ApiClient, resourcePath } from '../../api/index.ts'
import { type ApiRequest, dryRunDeleteBody } from '../../session/index.ts'
import { whoRefused } from './attribution.ts'
import { refuseUnlessTaken, unasked } from './takesDryRun.ts'

/** What a server did with a dry run. */
export interface Observation {
  readonly allowed: boolean
  /** Status of HTTP. */
  readonly code: number
  readonly reason: string
  readonly message: string
  readonly causes: readonly string[]
  readonly warnings: readonly string[]
  /** The object as it would be stored; null where the answer holds none. */
  readonly object: JsonObject | null
  /** Milliseconds. */
  readonly took: number
}

/** The field manager that dry runs go under. */
const fieldManager = 'gatehouse'

/**
 * Asks the server by a dry run, which goes through the whole of admission and stores nothing.
 * @param user whom to act as; null: whom the context signs in as
 * @throws AppError where the server was not reached, the user may not act as that one, or a request of
 * the kind takes no dry run
 */
export async function dryRun(
  api: ApiClient,
  request: TraceRequest,
  user: TraceQuestion['user'],
  signal: AbortSignal,
): Promise<Observation> {
  const sent = requestOf(request, user, signal)
  await refuseUnlessTaken(api, sent.method, { ...request.resource, subresource: request.subresource }, signal)
  const began = performance.now()
  try {
    const response = await api.session.request(sent)
    const body: unknown = await response.json()
    return {
      allowed: true,
      code: response.status,
      reason: '',
      message: '',
      causes: [],
      warnings: response.warnings,
      object: isStatus(body) ? null : asObject(body),
      took: performance.now() - began,
    }
  } catch (error) {
    if (!isAppError(error)) throw error
    if (user !== null && isImpersonationRefused(error.body))
      throw new AppError({
        ...error.body,
        message: `You may not act as ${user.username}: ${error.body.message}`,
      })
    return refused(error, performance.now() - began)
  }
}

/**
 * A server at fault says nothing of the request, unless somebody in its admission is named as the one who
 * failed: a webhook that cannot be called, for example.
 * @throws AppError of whatever is no answer of admission
 */
function refused(error: AppError, took: number): Observation {
  const { status = 0, reason = '', message, causes = [], warnings = [], kind } = error.body
  if (status < 400 || kind === 'loginNeeded' || kind === 'throttled') throw error
  if (status >= 500 && whoRefused(message, status) === null) throw error
  return { allowed: false, code: status, reason, message, causes, warnings, object: null, took }
}

function requestOf(request: TraceRequest, user: TraceQuestion['user'], signal: AbortSignal): ApiRequest {
  const { resource, subresource, namespace, name, operation, object } = request
  if (operation === 'CONNECT')
    throw unasked('A connection is opened or it is not: servers take no dry run of one.')
  if (request.verb === 'patch')
    throw unasked(
      'A dry run of a patch would need the patch itself: only what it results in is given. Ask about an update.',
    )
  if (!request.isObjectKnown) throw unasked('A dry run needs an object: only its kind was chosen.')
  const isPost = request.verb === 'create'
  const isNamespace = resource.group === '' && resource.resource === 'namespaces'
  const place = {
    ...(namespace === '' || isNamespace ? {} : { namespace }),
    ...(isPost && subresource === '' ? {} : { name }),
    ...(subresource === '' ? {} : { subresource }),
  }
  const body = operation === 'DELETE' ? dryRunDeleteBody : object === null ? null : JSON.stringify(object)
  return {
    method: operation === 'DELETE' ? 'DELETE' : isPost ? 'POST' : 'PUT',
    path: resourcePath(resource, place),
    query: { dryRun: 'All', fieldManager: operation === 'DELETE' ? undefined : fieldManager },
    accept: 'application/json',
    ...(body === null ? {} : { contentType: 'application/json', body }),
    ...(user === null ? {} : { headers: impersonation(user) }),
    purpose: `dry-run ${request.verb} of ${resource.resource}${name === '' ? '' : ` ${name}`}`,
    signal,
  }
}

/** Headers carry bytes, and the server reads UTF-8. */
function impersonation({
  username,
  groups,
}: NonNullable<TraceQuestion['user']>): NonNullable<ApiRequest['headers']> {
  const bytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')
  return {
    'impersonate-user': bytes(username),
    ...(groups.length === 0 ? {} : { 'impersonate-group': groups.map(bytes) }),
  }
}

function isImpersonationRefused({ status, message }: AppErrorBody): boolean {
  return status === 403 && /cannot impersonate resource/.test(message)
}

function isStatus(body: unknown): boolean {
  return isMapping(body) && body.kind === 'Status' && body.apiVersion === 'v1'
}

function asObject(body: unknown): JsonObject | null {
  return isMapping(body) ? (body as unknown as JsonObject) : null
}
