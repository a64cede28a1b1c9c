import { AppError, isAppError } from '../../../shared/errors/index.ts'
import { isMapping, type KubeObject } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import { dryRunDeletion } from '../../session/index.ts'
import type { PlannedRequest, WritesSources } from '../types.ts'
import { placeOfRequest } from './place.ts'

export interface Asked {
  /** The object as it would be; null where the answer is none. */
  readonly result: KubeObject | null
  readonly warnings: readonly string[]
}

/** Asks the server about a request by its dry run. @throws AppError what the server says against it */
export async function askDryRun(
  api: ApiClient,
  request: PlannedRequest,
  { refuseUnlessTaken }: Pick<WritesSources, 'refuseUnlessTaken'>,
  signal: AbortSignal,
): Promise<Asked> {
  const { method, path, query, contentType, body } = request
  const place = placeOfRequest({ path })
  if (place === null) throw notAsked('This path is no resource.')
  await refuseUnlessTaken(api, method, place, signal)
  const isDeletion = method === 'DELETE'
  const answer = await api.session.request({
    method,
    path,
    query: { ...query, dryRun: 'All' },
    accept: 'application/json',
    ...(isDeletion
      ? { body: dryRunDeletion(optionsOf(body)) }
      : { ...(body === undefined ? {} : { body }), ...(contentType === undefined ? {} : { contentType }) }),
    purpose: `ask what would come of it to ${request.title}`,
    whenThrottled: 'fail',
    signal,
  })
  const value = await answer.json()
  return { result: isDeletion || !isObject(value) ? null : value, warnings: answer.warnings }
}

function optionsOf(body: string | Uint8Array | undefined): Readonly<Record<string, unknown>> {
  if (typeof body !== 'string') return {}
  const value: unknown = JSON.parse(body)
  return isMapping(value) ? value : {}
}

function isObject(value: unknown): value is KubeObject {
  return isMapping(value) && value.kind !== 'Status' && isMapping(value.metadata)
}

function notAsked(message: string): AppError {
  return new AppError({ kind: 'invalid', reason: 'NoDryRun', message })
}

/** What is live of the object of a request; null where there is none. @throws AppError where it cannot be read */
export async function readLive(
  api: ApiClient,
  { ref, path }: PlannedRequest,
  signal?: AbortSignal,
): Promise<KubeObject | null> {
  if (ref === null) return null
  try {
    // A Scale is an object of its own kind, and lies where it is written.
    if (placeOfRequest({ path })?.subresource === 'scale') return await readScale(api, path, signal)
    return await api.get(ref, signal)
  } catch (error) {
    if (isAppError(error) && error.body.kind === 'gone') return null
    throw error
  }
}

async function readScale(api: ApiClient, path: string, signal?: AbortSignal): Promise<KubeObject | null> {
  const answer = await api.session.request({
    ...{ method: 'GET', path, accept: 'application/json', purpose: 'read the scale of an object' },
    ...(signal === undefined ? {} : { signal }),
  })
  const value = await answer.json()
  return isObject(value) ? value : null
}
