import { compare, withoutServerFields } from '../../../shared/diff/index.ts'
import type { AppErrorBody } from '../../../shared/errors/index.ts'
import type { Draft, DraftSummary } from '../../../shared/ipc/index.ts'
import type { KubeObject } from '../../../shared/kube/index.ts'
import type { FollowedObject } from '../types.ts'
import type { DraftHead } from './disk.ts'

/** A draft as it is in memory. */
export interface OpenDraft {
  head: DraftHead
  text: string
  version: number
  /** The latest version that is on disk. */
  savedVersion: number
  changedAt: number
  isOnDisk: boolean
  /** What the object is now, while somebody looks at the draft. */
  followed: FollowedObject | null
  /** The state that a rebase told of, until it is taken. */
  told: KubeObject | null
}

/** What is edited of an object: neither its status nor what servers set. */
export function editedOf(object: KubeObject): KubeObject {
  return withoutServerFields(object)
}

/** The object as it is kept beside a draft. */
export function baseOf(object: KubeObject): KubeObject {
  const { managedFields: _owners, ...metadata } = object.metadata
  return { ...object, metadata }
}

export function summaryOf({ head, changedAt, isOnDisk }: OpenDraft): DraftSummary {
  const { id, context, ref, kind, title, state, outcome } = head
  return {
    id,
    context,
    ref,
    kind,
    title,
    changedAt,
    state,
    isOnDisk,
    ...(outcome === undefined ? {} : { outcome }),
  }
}

export function draftOf(draft: OpenDraft, mask: (object: KubeObject) => KubeObject): Draft {
  const { text, version, head, followed } = draft
  const { liveState, liveError } = liveStateOf(draft)
  const live = followed === null || followed.phase === 'deleted' ? null : followed.object
  return {
    ...summaryOf(draft),
    ...{ text, version, opened: head.opened, liveState },
    live: live === null ? null : mask(live),
    ...(liveError === undefined ? {} : { liveError }),
  }
}

function liveStateOf({ head, followed }: OpenDraft): {
  readonly liveState: Draft['liveState']
  readonly liveError?: AppErrorBody
} {
  if (head.ref === null) return { liveState: 'new' }
  if (followed === null || followed.phase === 'loading') return { liveState: 'loading' }
  if (followed.phase === 'deleted') return { liveState: head.base === null ? 'new' : 'gone' }
  const { object, error } = followed
  if (object === null) {
    if (error?.kind === 'gone') return { liveState: head.base === null ? 'new' : 'gone' }
    return { liveState: 'failed', ...(error === undefined ? {} : { liveError: error }) }
  }
  return {
    liveState: isSameEdited(head.base, object) ? 'same' : 'changed',
    ...(error === undefined ? {} : { liveError: error }),
  }
}

function isSameEdited(base: KubeObject | null, live: KubeObject): boolean {
  if (base === null) return false
  if (base.metadata.resourceVersion === live.metadata.resourceVersion) return true
  if (base.metadata.uid !== live.metadata.uid) return false
  return compare(editedOf(base), editedOf(live)).type === 'same'
}
