import type { AppErrorBody } from '../../../shared/errors/index.ts'
import { isMapping, type KubeObject, type ManagedFieldsEntry } from '../../../shared/kube/index.ts'
import { isSame } from '../plan/changes.ts'
import { bodyOf, placeOfRequest } from '../plan/place.ts'
import type { PlannedRequest } from '../types.ts'

/** What became of a write whose answer was lost. */
export interface Outcome {
  readonly state: 'done' | 'notDone' | 'unknown'
  /** In a sentence. */
  readonly text: string
  /** The object as it was read, where it was done. */
  readonly object?: KubeObject | null
}

/** Whether a write may have been carried out all the same: nobody said that it was not. */
export function mayBeDone(error: AppErrorBody): boolean {
  if (error.kind === 'unreachable') return !isNeverSent(error)
  if (error.kind === 'cancelled') return true
  // Admission comes before the storage: what it could not decide on was not stored.
  return error.kind === 'serverFault' && !/failed calling webhook/.test(error.message)
}

/** The connection was never made, so that nothing can have left. */
function isNeverSent({ reason = '' }: AppErrorBody): boolean {
  return /^(?:ENOTFOUND|EAI_|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(
    reason,
  )
}

/** Whether reading the object can tell what became of a request at all. */
export function canBeFoundOut(request: PlannedRequest): boolean {
  if (request.ref === null || request.method === 'GET') return false
  const subresource = placeOfRequest(request)?.subresource ?? ''
  return subresource !== 'token' && !subresource.startsWith('proxy')
}

/**
 * What an object tells of a write that was sent to it. What it cannot tell is unknown, never guessed.
 * @param before as it was last seen before sending
 * @param now as it is; null: not there
 * @param wanted as the dry run said that it would be
 */
export function outcomeOf(
  request: PlannedRequest,
  before: KubeObject | null,
  now: KubeObject | null,
  wanted: KubeObject | null,
): Outcome {
  const subresource = placeOfRequest(request)?.subresource ?? ''
  if (request.method === 'DELETE' || subresource === 'eviction') return ofDeletion(before, now)
  if (now === null) return ofAbsent(before)
  if (before !== null && before.metadata.uid !== now.metadata.uid)
    return {
      state: 'unknown',
      text: 'The object was made anew meanwhile, so that it does not tell what became of the write.',
    }
  if (before !== null && before.metadata.resourceVersion === now.metadata.resourceVersion)
    return { state: 'notDone', text: 'The object is as it was before: the write was not carried out.' }
  if (subresource === 'binding') return ofBinding(request, now)
  return ofFields(request, before, now, wanted)
}

function ofDeletion(before: KubeObject | null, now: KubeObject | null): Outcome {
  if (now === null) return { state: 'done', text: 'The object is gone.' }
  if (before !== null && before.metadata.uid !== now.metadata.uid)
    return { state: 'done', text: 'The object is gone; another one of this name was made.' }
  if (now.metadata.deletionTimestamp === undefined)
    return { state: 'notDone', text: 'The object is there and not being deleted.' }
  return before?.metadata.deletionTimestamp === undefined
    ? { state: 'done', text: 'The object is being deleted.' }
    : { state: 'unknown', text: 'The object was being deleted before.' }
}

function ofAbsent(before: KubeObject | null): Outcome {
  return before === null
    ? { state: 'notDone', text: 'There is no such object: the write was not carried out.' }
    : {
        state: 'unknown',
        text: 'The object was deleted meanwhile, so that it does not tell what became of the write.',
      }
}

function ofBinding(request: PlannedRequest, now: KubeObject): Outcome {
  const target = bodyOf(request)?.target
  const node = isMapping(target) ? target.name : undefined
  const bound = isMapping(now.spec) ? now.spec.nodeName : undefined
  if (bound === node) return { state: 'done', text: `The pod is bound to node ${String(node)}.` }
  return { state: 'notDone', text: 'The pod is not bound to that node.' }
}

function ofFields(
  request: PlannedRequest,
  before: KubeObject | null,
  now: KubeObject,
  wanted: KubeObject | null,
): Outcome {
  const manager = String(request.query?.fieldManager ?? '')
  const isOurs = manager !== '' && entriesOf(now, manager) !== entriesOf(before, manager)
  if (isOurs)
    return { state: 'done', text: `The object says that ${manager} wrote it: the write was carried out.` }
  if (before === null)
    return {
      state: 'notDone',
      text: 'Somebody else made an object of this name: the write was not carried out.',
    }
  const isAsked = wanted !== null && isSame(contentOf(now), contentOf(wanted))
  if (isAsked) return { state: 'done', text: 'The object is as this write makes it.' }
  if ((now.metadata.managedFields ?? []).length > 0)
    return { state: 'notDone', text: 'The object was changed by others and not by this write.' }
  return { state: 'unknown', text: 'The object was changed meanwhile, and does not say by whom.' }
}

/** What a manager wrote and when, as the object tells it. */
function entriesOf(object: KubeObject | null, manager: string): string {
  const entries: readonly ManagedFieldsEntry[] = object?.metadata.managedFields ?? []
  return JSON.stringify(entries.filter(entry => entry.manager === manager))
}

function contentOf(object: KubeObject): unknown {
  const { metadata, status: _status, ...rest } = object
  const { managedFields: _owners, resourceVersion: _version, generation: _generation, ...kept } = metadata
  return { ...rest, metadata: kept }
}
