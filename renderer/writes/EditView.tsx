import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import type { Draft } from '../../shared/ipc/index.ts'
import { type ContextId, parseApiVersion, visibleText } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import {
  addressOf,
  announce,
  errorBody,
  goBack,
  historyReach,
  navigate,
  useContextEntry,
} from '../live/index.ts'
import { Button, ContextName, EmptyState, SplitPane } from '../ui/index.ts'
import { ManifestEditor, type ManifestEditorHandle } from '../yaml/index.ts'
import { ConflictList } from './ConflictList.tsx'
import { EditDiff } from './EditDiff.tsx'
import { EditHead } from './EditHead.tsx'
import { EditNotices } from './EditNotices.tsx'
import { leavesOutFields, type MethodName } from './methods.ts'
import { PlanReview } from './PlanReview.tsx'
import { Recreation } from './Recreation.tsx'
import { type OpenDraft, useDraft } from './useDraft.ts'
import { useMerging } from './useMerging.ts'
import { usePlanning } from './usePlanning.ts'
import styles from './Writes.module.css'

export interface EditViewProps {
  readonly context: ContextId
  readonly draft: string
}

/** An object or any YAML in an editor, beside what it would make of what is live; sent after a review. */
export function EditView({ context, draft: id }: EditViewProps) {
  const open = useDraft(id)
  if (open.error !== null) return <Over context={context} draft={open.draft} />
  return open.draft === null ? null : <Editing context={context} open={open} />
}

interface OverProps {
  readonly context: ContextId
  /** Null where the page never had it open. */
  readonly draft: Draft | null
}

/** In place of a draft that was written or discarded. */
function Over({ context, draft }: OverProps) {
  const ref = draft?.ref ?? null
  return (
    <EmptyState
      title={draft === null ? 'This draft is not there any more' : 'Nothing is left to edit here'}
      detail="The text was written to the cluster or discarded. What was written stands in the dock under Writes and in the journal, from where it can be undone."
      actions={
        <>
          {ref !== null && (
            <Button look="primary" onPress={() => navigate(addressOf.object(context, ref))}>
              {`Open ${visibleText(ref.name)}`}
            </Button>
          )}
          <Button onPress={() => navigate(addressOf.journal(context))}>Journal</Button>
        </>
      }
    />
  )
}

interface EditingProps {
  readonly context: ContextId
  readonly open: OpenDraft
}

function Editing({ context, open }: EditingProps) {
  const { draft, text, change } = open
  const entry = useContextEntry(context)
  const editor = useRef<ManifestEditorHandle>(null)
  const merging = useMerging(open, editor)
  const planning = usePlanning(context, open)
  const recreation = useRecreation(planning.plan)
  const [isReviewing, setIsReviewing] = useState(false)
  const isUndecided = merging.conflicts.length > 0
  const review = async (method?: MethodName) => {
    if (!(await planning.ask(method))) return
    if (isUndecided) announce('Decide first what both changed: keep mine, or take theirs.')
    else setIsReviewing(true)
  }
  const latest = useRef(review)
  latest.current = review
  const create = useCallback(() => void latest.current('create'), [])
  const { plan } = planning
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the buttons within, not a control of its own
    <div
      className={styles.view}
      tabIndex={-1}
      onKeyDown={event => onKeyDown(event, context, () => void review())}
    >
      <EditHead open={open} planning={planning} onReview={() => void review()} />
      <EditNotices
        draft={draft}
        merging={merging}
        error={planning.error}
        isProtected={entry?.isProtected ?? false}
      />
      {recreation.plan !== null && (
        <Recreation
          context={context}
          plan={recreation.plan}
          isGone={draft?.liveState === 'gone'}
          onCreate={create}
          onClose={recreation.close}
        />
      )}
      <SplitPane
        direction="columns"
        label="Size of the differences"
        share={45}
        first={
          <div className={styles.editor}>
            <ManifestEditor
              ref={editor}
              label="Manifest"
              text={text}
              autoFocus
              placeholder="Paste or write YAML: any number of documents, parted by ---"
              isPartial={leavesOutFields(planning.name)}
              problems={planning.problems}
              schemaOf={(apiVersion, kind) => schemaOf(context, apiVersion, kind)}
              onChange={change}
            />
          </div>
        }
        second={<EditDiff open={open} plan={plan} onRecreate={recreation.start} />}
      />
      {plan !== null && (
        <ConflictList plan={plan} decisions={planning.decisions} onDecide={planning.decide} />
      )}
      <EditFoot
        context={context}
        open={open}
        isDisabled={planning.isBusy || text.trim() === '' || entry?.isProtected === true || isUndecided}
        onReview={() => void review()}
      />
      {isReviewing && plan !== null && (
        <PlanReview key={plan.id} plan={plan} onClose={() => setIsReviewing(false)} />
      )}
    </div>
  )
}

interface EditFootProps extends EditingProps {
  readonly isDisabled: boolean
  readonly onReview: () => void
}

function EditFoot({ context, open, isDisabled, onReview }: EditFootProps) {
  const entry = useContextEntry(context)
  return (
    <footer className={styles.foot} data-context-colour={entry?.colour ?? 11}>
      <span className={styles.stripe} />
      <span>
        Writes to <ContextName entry={entry} />
      </span>
      <span className={styles.gap} />
      <Button onPress={() => discard(open, context)}>Discard</Button>
      <Button look="primary" isDisabled={isDisabled} onPress={onReview}>
        {`Review and apply to ${entry?.name ?? context}`}
      </Button>
    </footer>
  )
}

/** The plan whose object is to be deleted and created anew; it outlives its text. */
function useRecreation(current: OpenPlan) {
  const [plan, setPlan] = useState<OpenPlan>(null)
  const close = useCallback(() => setPlan(null), [])
  return { plan, start: () => setPlan(current), close }
}

type OpenPlan = ReturnType<typeof usePlanning>['plan']

function onKeyDown(event: KeyboardEvent<HTMLElement>, context: ContextId, review: () => void): void {
  const { currentTarget, target } = event
  // Events of dialogs come through here too, though they stand elsewhere in the page.
  if (event.defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target)) return
  if ((event.ctrlKey || event.metaKey) && (event.key === 's' || event.key === 'Enter')) {
    event.preventDefault()
    review()
  } else if (event.key === 'Escape') {
    event.preventDefault()
    event.stopPropagation()
    if (target.closest('[role="textbox"]') !== null) {
      currentTarget.focus()
      announce('Left the editor. Escape again leaves the view; the draft stays.')
    } else if (historyReach().back) goBack()
    else navigate(addressOf.drafts(context))
  }
}

async function schemaOf(context: ContextId, apiVersion: string, kind: string) {
  const { group, version } = parseApiVersion(apiVersion)
  return engine.call('resources.schema', { context, group, version, kind }).catch(() => null)
}

function discard({ draft }: OpenDraft, context: ContextId): void {
  if (draft === null) return
  engine.call('writes.discardDraft', { id: draft.id }).then(
    () => navigate(addressOf.drafts(context)),
    (error: unknown) => announce(errorBody(error).message),
  )
}
