import { type KeyboardEvent, useRef, useState } from 'react'
import type { Plan, WriteMethod } from '../../shared/ipc/index.ts'
import { type ContextId, parseApiVersion, visibleText } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { addressOf, announce, errorBody, goBack, navigate, useContextEntry } from '../live/index.ts'
import { Banner, Button, Chip, ContextName, EmptyState, Select, SplitPane, TextField } from '../ui/index.ts'
import { ManifestEditor, type ManifestEditorHandle } from '../yaml/index.ts'
import { ConflictList, type Decision, type Decisions } from './ConflictList.tsx'
import { EditDiff } from './EditDiff.tsx'
import { type MethodName, methodOf, methodOptions } from './methods.ts'
import { PlanReview } from './PlanReview.tsx'
import { type OpenDraft, useDraft, useMerging } from './useDraft.ts'
import styles from './Writes.module.css'

export interface EditViewProps {
  readonly context: ContextId
  readonly draft: string
}

/** An object or any YAML in an editor, beside what it would make of what is live; sent after a review. */
export function EditView({ context, draft: id }: EditViewProps) {
  const open = useDraft(id)
  if (open.error !== null)
    return (
      <EmptyState
        title="This draft is not there any more"
        detail="It was written to the cluster or discarded. The journal lists what was written."
        actions={<Button onPress={() => navigate(addressOf.journal(context))}>Journal</Button>}
      />
    )
  return open.draft === null ? null : <Editing context={context} open={open} />
}

interface EditingProps {
  readonly context: ContextId
  readonly open: OpenDraft
}

function Editing({ context, open }: EditingProps) {
  const { text, change } = open
  const entry = useContextEntry(context)
  const editor = useRef<ManifestEditorHandle>(null)
  const merging = useMerging(open, editor)
  const asking = usePlanning(context, open)
  const [isReviewing, setIsReviewing] = useState(false)
  const review = async () => {
    if (await asking.ask()) setIsReviewing(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isChord = event.ctrlKey || event.metaKey
    if (isChord && (event.key === 's' || event.key === 'Enter')) {
      event.preventDefault()
      void review()
    } else if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault()
      event.stopPropagation()
      goBack()
    }
  }
  const { plan } = asking
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the buttons within, not a control of its own
    <div className={styles.view} onKeyDown={onKeyDown}>
      <EditHead open={open} asking={asking} onReview={() => void review()} />
      <EditNotices open={open} merging={merging} asking={asking} isProtected={entry?.isProtected ?? false} />
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
              schemaOf={(apiVersion, kind) => schemaOf(context, apiVersion, kind)}
              onChange={change}
            />
          </div>
        }
        second={<EditDiff open={open} plan={plan} />}
      />
      {plan !== null && <ConflictList plan={plan} decisions={asking.decisions} onDecide={asking.decide} />}
      <footer className={styles.foot} data-context-colour={entry?.colour ?? 11}>
        <span className={styles.stripe} />
        <span>
          Writes to <ContextName entry={entry} />
        </span>
        <span className={styles.gap} />
        <Button onPress={() => discard(open, context)}>Discard</Button>
        <Button
          look="primary"
          isDisabled={
            asking.isBusy || text.trim() === '' || entry?.isProtected === true || merging.conflicts.length > 0
          }
          onPress={() => void review()}
        >
          {`Review and apply to ${entry?.name ?? context}`}
        </Button>
      </footer>
      {isReviewing && plan !== null && (
        <PlanReview key={plan.id} plan={plan} onClose={() => setIsReviewing(false)} />
      )}
    </div>
  )
}

interface PartProps {
  readonly open: OpenDraft
  readonly asking: ReturnType<typeof usePlanning>
}

function EditHead({
  open: { draft, isSaved, saveError },
  asking,
  onReview,
}: PartProps & { readonly onReview: () => void }) {
  const kept = draft?.isOnDisk === false ? 'in memory only: holds Secret values' : 'kept on disk'
  return (
    <div className={styles.bar}>
      <h1 className={styles.title}>{visibleText(draft?.title ?? 'Draft')}</h1>
      <Chip meaning={saveError === null ? (isSaved ? 'good' : undefined) : 'bad'}>
        {saveError === null ? (isSaved ? kept : 'keeping…') : `not kept: ${saveError}`}
      </Chip>
      <span className={styles.gap} />
      <Select
        label="Method"
        value={asking.name}
        options={methodOptions(draft?.ref !== null)}
        onChange={name => asking.setName(name as MethodName)}
      />
      <Select
        label="Unknown fields"
        value={asking.validation}
        options={[
          { id: 'Strict', label: 'refused' },
          { id: 'Warn', label: 'warned of' },
          { id: 'Ignore', label: 'ignored' },
        ]}
        onChange={value => asking.setValidation(value as Validation)}
      />
      {draft?.ref === null && (
        <div className={styles.namespace}>
          <TextField
            label="Namespace where none is named"
            isLabelHidden
            placeholder="default namespace"
            value={asking.namespace}
            onChange={asking.setNamespace}
          />
        </div>
      )}
      <Button look="primary" keys="Mod S" isDisabled={asking.isBusy} onPress={onReview}>
        {asking.isBusy ? 'Asking the server…' : 'Dry run'}
      </Button>
    </div>
  )
}

interface NoticesProps extends PartProps {
  readonly merging: ReturnType<typeof useMerging>
  readonly isProtected: boolean
}

function EditNotices({ open: { draft }, merging, asking, isProtected }: NoticesProps) {
  return (
    <>
      {isProtected && (
        <Banner meaning="warning">
          This context is protected: the draft can be edited and is kept, and nothing of it can be sent.
        </Banner>
      )}
      {draft?.state === 'sent' && (
        <Banner meaning="warning">
          {draft.outcome ?? 'Gatehouse ended after this was sent and before the answer came.'}
        </Banner>
      )}
      {draft?.liveState === 'gone' && (
        <Banner meaning="warning">
          The object was deleted meanwhile. Applying the draft creates it anew.
        </Banner>
      )}
      {draft?.liveState === 'failed' && (
        <Banner meaning="bad">{`What is live cannot be read: ${draft.liveError?.message ?? ''}`}</Banner>
      )}
      {asking.error !== null && <Banner meaning="bad">{asking.error}</Banner>}
      {merging.error !== null && (
        <Banner meaning="bad">{`Live changes could not be merged: ${merging.error}`}</Banner>
      )}
      {merging.taken.length > 0 && (
        <p className={styles.note} role="status">
          {`${merging.taken.length} ${merging.taken.length === 1 ? 'field' : 'fields'} changed meanwhile: taken in. ${merging.taken.slice(0, 3).join('; ')}`}
        </p>
      )}
      {merging.conflicts.map(conflict => (
        <Banner
          key={conflict.field}
          meaning="warning"
          actions={<Button onPress={() => merging.decide(conflict)}>Keep mine</Button>}
        >
          {`${conflict.field} changed in the cluster too: ${conflict.theirs?.trim() ?? 'removed'}. The draft has ${conflict.mine?.trim() ?? 'removed it'}. Keep yours, or write the other value into the draft first.`}
        </Banner>
      ))}
    </>
  )
}

type Validation = 'Strict' | 'Warn' | 'Ignore'

/** The choices of how to send, and the plan that the server was asked for last. */
function usePlanning(context: ContextId, { draft, text, save }: OpenDraft) {
  const [name, setName] = useState<MethodName>('apply')
  const [validation, setValidation] = useState<Validation>('Strict')
  const [namespace, setNamespace] = useState('')
  const [decisions, setDecisions] = useState<Decisions>(new Map())
  const [asked, setAsked] = useState<{ readonly plan: Plan; readonly text: string } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const fieldsOf = (decision: Decision) =>
    [...decisions].filter(([, one]) => one === decision).map(([field]) => field)
  const method: WriteMethod = methodOf(name, fieldsOf('take').length > 0)
  const ask = async (): Promise<boolean> => {
    setIsBusy(true)
    setError(null)
    try {
      await save()
      const plan = await engine.call('writes.plan', {
        ...{ context, text, draft: draft?.id ?? null, method, namespace, fieldValidation: validation },
        ...{ leave: fieldsOf('leave'), release: fieldsOf('release') },
      })
      setAsked({ plan, text })
      // A forced apply takes whatever it meets: nothing goes on that was not decided by name.
      return plan.steps.every(step => step.conflicts.every(({ field }) => decisions.get(field) === 'take'))
    } catch (problem) {
      setError(errorBody(problem).message)
      return false
    } finally {
      setIsBusy(false)
    }
  }
  const decide = (field: string, decision: Decision) => setDecisions(new Map(decisions).set(field, decision))
  return {
    ...{ name, setName, validation, setValidation, namespace, setNamespace, decisions, decide },
    ...{ ask, error, isBusy, plan: asked?.text === text ? asked.plan : null },
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
