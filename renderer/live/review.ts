import { create } from 'zustand'
import type { Plan } from '../../shared/ipc/index.ts'
import type { ContextId, ObjectRef } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { addressOf } from './address.ts'
import { announce } from './announcement.ts'
import { errorBody } from './call.ts'
import { openInDock } from './dock.ts'
import { navigate } from './navigation.ts'
import { currentContexts } from './stores.ts'

/** What is reviewed, and which run is shown in the dock. */
const review = create<{ readonly plan: Plan | null; readonly run: string | null }>()(() => ({
  plan: null,
  run: null,
}))

/** Shows a plan: what it would change, by whom, and what follows; it is sent from there. */
export function openReview(plan: Plan): void {
  review.setState({ plan })
}

export function useReview(): Plan | null {
  return review(state => state.plan)
}

export function closeReview(): void {
  review.setState({ plan: null })
}

/** Shows how a run goes, in the dock. */
export function followRun(run: string): void {
  review.setState({ run })
  openInDock({ kind: 'runs' })
}

/** The run that is shown; null for the newest. */
export function useFollowedRun(): string | null {
  return review(state => state.run)
}

/** Where a draft is edited. */
export function editPlaceOf(context: ContextId, draft: string): string {
  return addressOf.edit(context, draft)
}

export interface EditorPlace {
  readonly context: ContextId
  /** Null: a text of any number of documents. */
  readonly ref: ObjectRef | null
  readonly text?: string
  readonly title?: string
}

/** Opens an object for editing, or says why not. */
export function editObject(context: ContextId, ref: ObjectRef): void {
  const entry = currentContexts().find(({ id }) => id === context)
  if (entry?.origin === 'snapshot') announce('A dump is data alone: nothing in it can be changed.')
  else openEditor({ context, ref }).catch((error: unknown) => announce(errorBody(error).message))
}

/** Opens manifests of files and folders as one text, to be applied after a review. @throws AppError */
export async function openFilesToApply(context: ContextId, paths: readonly string[]): Promise<void> {
  const { id } = await engine.call('writes.openFiles', { context, paths: [...paths] })
  navigate(editPlaceOf(context, id))
}

/** Opens an object or a text for editing, or goes on with the draft of it. @throws AppError */
export async function openEditor(place: EditorPlace): Promise<void> {
  const { id } = await engine.call('writes.openDraft', place)
  navigate(editPlaceOf(place.context, id))
}
