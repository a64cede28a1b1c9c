import type { AppErrorBody } from '../../../shared/errors/index.ts'
import { isMapping, type KubeObject } from '../../../shared/kube/index.ts'
import { placeOfRequest } from '../plan/place.ts'
import { isOfSecret } from '../plan/shown.ts'
import type { PlannedStep } from '../plan/step.ts'
import type { PlannedRequest, WritesSources } from '../types.ts'
import { type Before, mostBeforeBytes, type StoredEntry } from './journal.ts'

type Result =
  | {
      readonly outcome: 'done'
      readonly sent: { readonly answer: unknown; readonly before: KubeObject | null }
    }
  | { readonly outcome: 'failed' | 'unknown'; readonly error: AppErrorBody }

const mostFields = 200

/** What is written down of a write that was sent. */
export function entryOf(
  { step, request }: PlannedStep,
  result: Result,
  sources: WritesSources,
): Omit<StoredEntry, 'id'> {
  const { context, ref, kind, title } = step
  const { method, path } = request
  const before = result.outcome === 'done' ? beforeOf(request, result.sent) : null
  const noUndo = whyNoUndo(request, result, before, sources)
  const isKept = noUndo === null && before !== null
  return {
    ...{ at: sources.clock.now(), context, contextName: sources.contextName(context), ref, kind, title },
    ...{ method, path, outcome: result.outcome },
    message: result.outcome === 'done' ? '' : messageOf(result.error, isOfSecret(request, sources)),
    fields: step.changes.slice(0, mostFields).map(({ field }) => field),
    canUndo: isKept,
    ...(noUndo === null ? {} : { noUndo }),
    ...(isKept ? { before } : {}),
  }
}

/** Servers repeat in their messages what was sent. */
function messageOf({ message, status, reason }: AppErrorBody, isSecret: boolean): string {
  return isSecret ? `The server refused it: ${reason ?? ''} ${status ?? ''}`.trim() : message
}

function beforeOf(
  { method }: PlannedRequest,
  { answer, before }: { readonly answer: unknown; readonly before: KubeObject | null },
): Before {
  const after = method !== 'DELETE' && isObject(answer) ? answer : null
  return { object: withoutOwners(before), uid: after?.metadata.uid ?? '', after: withoutOwners(after) }
}

function isObject(value: unknown): value is KubeObject {
  return isMapping(value) && value.kind !== 'Status' && isMapping(value.metadata)
}

function withoutOwners(object: KubeObject | null): KubeObject | null {
  if (object === null) return null
  const { managedFields: _owners, ...metadata } = object.metadata
  return { ...object, metadata }
}

/** Subresources that are written back as they were. */
const reversible = new Set(['', 'scale', 'status'])

function whyNoUndo(
  request: PlannedRequest,
  result: Result,
  before: Before | null,
  sources: WritesSources,
): string | null {
  if (result.outcome === 'failed') return 'It was not carried out.'
  if (result.outcome === 'unknown' || before === null) return 'Nobody knows whether it was carried out.'
  if (request.undo === 'none') return request.noUndo ?? 'It cannot be made undone.'
  if (isOfSecret(request, sources))
    return 'Values of Secrets are never written to disk, so that there is nothing to go back to.'
  if (request.ref === null) return 'It was of no single object.'
  if (!reversible.has(placeOfRequest(request)?.subresource ?? '')) return 'It cannot be made undone.'
  const { object, after, uid } = before
  if (object === null && uid === '') return 'The server did not tell which object it made.'
  if (request.method !== 'DELETE' && object !== null && after === null)
    return 'The answer was lost, so that it is not known what the write left.'
  if (object !== null && hasBinary(object)) return 'It holds binary data, which is not written to disk.'
  if (JSON.stringify(before).length > mostBeforeBytes) return 'The object is too large to be kept.'
  return null
}

function hasBinary(object: KubeObject): boolean {
  return object.kind === 'ConfigMap' && isMapping(object.binaryData)
}
