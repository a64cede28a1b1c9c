import { AppError, type AppErrorBody, isAppError } from '../../shared/errors/index.ts'
import { isMapping, type KubeObject, type ObjectRef } from '../../shared/kube/index.ts'
import { type ApiClient, resourcePath } from '../api/index.ts'
import { linesOf } from './lines.ts'

export type SingleEvent =
  | { readonly type: 'present'; readonly object: KubeObject }
  | { readonly type: 'deleted'; readonly object: KubeObject }
  | { readonly type: 'version'; readonly resourceVersion: string }

/** How a watch ended that did not fail. */
export type WatchEnd = 'closed' | 'expired'

/** The server ends the watch by itself after this many seconds, as it does with every watch. */
const watchSeconds = 290

/**
 * Watches one object from a version on and hands each event over, until the server closes the
 * stream or the version is too old.
 * @throws AppError
 */
export async function watchSingle(
  api: ApiClient,
  ref: ObjectRef,
  resourceVersion: string,
  signal: AbortSignal,
  onEvent: (event: SingleEvent) => void,
): Promise<WatchEnd> {
  const purpose = `watch ${ref.resource.resource} ${ref.name}`
  try {
    const response = await api.session.request({
      method: 'GET',
      path: collectionPath(ref),
      query: {
        watch: true,
        fieldSelector: `metadata.name=${ref.name}`,
        resourceVersion,
        allowWatchBookmarks: true,
        timeoutSeconds: watchSeconds,
      },
      accept: 'application/json',
      idleTimeout: null,
      purpose,
      signal,
    })
    try {
      for await (const line of linesOf(bodyOf(response.body, purpose, api.context))) {
        if (line.trim() === '') continue
        const event = readEvent(line, purpose, api.context)
        if (event === 'expired') return 'expired'
        if (event !== null) onEvent(event)
      }
    } finally {
      response.dispose()
    }
    return 'closed'
  } catch (error) {
    if (error instanceof AppError && error.body.status === 410) return 'expired'
    throw error
  }
}

/** A body that breaks off is a lost connection, whatever the HTTP client calls it. */
async function* bodyOf(
  body: AsyncIterable<Uint8Array>,
  purpose: string,
  context: string,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* body
  } catch (error) {
    if (isAppError(error)) throw error
    const message = 'The connection broke off. The object is read again.'
    throw new AppError({ kind: 'unreachable', message, context, resource: purpose }, { cause: error })
  }
}

/** Path of the list that holds the object. */
export function collectionPath({ resource, namespace }: ObjectRef): string {
  return resourcePath(resource, { namespace })
}

function readEvent(line: string, purpose: string, context: string): SingleEvent | 'expired' | null {
  const event = parseLine(line)
  const object = isMapping(event) ? event.object : undefined
  if (!isMapping(event) || !isMapping(object)) throw unreadable(purpose, context)
  if (event.type === 'ERROR') {
    if (object.code === 410 || object.reason === 'Expired' || object.reason === 'Gone') return 'expired'
    throw new AppError({
      kind: 'serverFault',
      message: `The server ended the watch: ${String(object.message ?? 'no reason given')}`,
      context,
      resource: purpose,
    })
  }
  const metadata = object.metadata
  if (!isMapping(metadata)) throw unreadable(purpose, context)
  if (event.type === 'BOOKMARK')
    return { type: 'version', resourceVersion: String(metadata.resourceVersion ?? '') }
  if (event.type === 'DELETED') return { type: 'deleted', object: object as unknown as KubeObject }
  if (event.type === 'ADDED' || event.type === 'MODIFIED')
    return { type: 'present', object: object as unknown as KubeObject }
  return null
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function unreadable(purpose: string, context: string): AppError {
  const body: AppErrorBody = {
    kind: 'serverFault',
    message: 'The server sent a line that is no watch event. The object is read again.',
    context,
    resource: purpose,
  }
  return new AppError(body)
}
