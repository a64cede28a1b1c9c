import { useCallback, useEffect, useRef, useState } from 'react'
import { type AppErrorBody, isCancelled } from '../../shared/errors/index.ts'
import type { Operation } from '../../shared/ipc/index.ts'
import { type KubeObject, visibleText } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { errorBody, type OperationQuestion, openReview, useContextEntry, useStream } from '../live/index.ts'
import { Banner, Button, ContextName, Dialog, EmptyState } from '../ui/index.ts'
import { initialOperation, missingOf, plainTypes } from './draft.ts'
import { OperationForm } from './OperationForm.tsx'
import styles from './Operations.module.css'
import { titleOf } from './words.ts'

export interface OperationDialogProps {
  readonly asked: OperationQuestion
  readonly onClose: () => void
}

/** Asks what an operation needs to know; the plan of it goes to the review. */
export function OperationDialog({ asked, onClose }: OperationDialogProps) {
  const [first] = asked.targets
  const { value, error } = useStream(
    'objects.watch',
    first === undefined || plainTypes.has(asked.type) ? null : { context: asked.context, ref: first },
  )
  const title = titleOf(asked)
  if (plainTypes.has(asked.type))
    return <PlanDialog {...{ asked, title, onClose }} object={null} isReadable isPlain />
  const failure = error ?? (value?.status.phase === 'failed' ? value.status.error : null)
  const object = value?.object ?? null
  if (object === null && failure === null)
    return (
      <Dialog title={title} isOpen onClose={onClose} actions={<Button onPress={onClose}>Cancel</Button>}>
        <EmptyState title="Reading what is there…" />
      </Dialog>
    )
  return <PlanDialog {...{ asked, title, onClose, object }} isReadable={failure === null} isPlain={false} />
}

interface PlanDialogProps extends OperationDialogProps {
  readonly title: string
  readonly object: KubeObject | null
  readonly isReadable: boolean
  readonly isPlain: boolean
}

function PlanDialog({ asked, title, object, isReadable, isPlain, onClose }: PlanDialogProps) {
  const [operation, setOperation] = useState<Operation>(
    () => asked.initial ?? initialOperation(asked.type, object),
  )
  const [problems, setProblems] = useState<Readonly<Record<string, string | null>>>({})
  const problem = Object.values(problems).find(each => each !== null) ?? null
  const { plan, isPlanning, failure } = usePlanning(asked, onClose)
  useEffect(() => {
    if (isPlain) plan(initialOperation(asked.type, null))
  }, [isPlain, asked.type, plan])
  const missing = problem ?? missingOf(operation)
  const mayPlan = missing === null && !isPlanning
  return (
    <Dialog
      title={title}
      isOpen
      isWide={
        asked.type === 'keys' ||
        asked.type === 'rollBack' ||
        asked.type === 'containers' ||
        asked.type === 'resize'
      }
      onClose={onClose}
      actions={
        <>
          {missing !== null && !isPlain && <span className={styles.missing}>{missing}</span>}
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" isDisabled={!mayPlan} onPress={() => plan(operation)}>
            {failure === null ? 'Review' : 'Ask again'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Where asked={asked} />
        {!isReadable && (
          <Banner meaning="unknown">
            {visibleText(asked.targets[0]?.name ?? '')} cannot be read, so what it has now is not shown.
          </Banner>
        )}
        {!isPlain && (
          <OperationForm
            {...{ asked, object, operation }}
            onChange={setOperation}
            onProblem={(field, found) => setProblems(last => ({ ...last, [field]: found }))}
            onSubmit={() => mayPlan && plan(operation)}
          />
        )}
        {isPlanning && (
          <p className={styles.quiet} role="status">
            Asking the server what it would do. Nothing is written yet.
          </p>
        )}
        {failure !== null && <Failure failure={failure} />}
      </div>
    </Dialog>
  )
}

/** Makes the plan and hands it to the review; what is under way ends with the dialog. */
function usePlanning(asked: OperationQuestion, onClose: () => void) {
  const [isPlanning, setIsPlanning] = useState(false)
  const [failure, setFailure] = useState<AppErrorBody | null>(null)
  const asking = useRef<AbortController | null>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => () => asking.current?.abort(), [])
  const plan = useCallback(
    (operation: Operation) => {
      asking.current?.abort()
      const controller = new AbortController()
      asking.current = controller
      setIsPlanning(true)
      setFailure(null)
      const { context, targets } = asked
      engine.call('operations.plan', { context, targets: [...targets], operation }, controller.signal).then(
        made => {
          if (controller.signal.aborted) return
          close.current()
          openReview(made)
        },
        (problem: unknown) => {
          if (isCancelled(problem) || controller.signal.aborted) return
          setFailure(errorBody(problem))
          setIsPlanning(false)
        },
      )
    },
    [asked],
  )
  return { plan, isPlanning, failure }
}

function Where({ asked: { type, context, targets } }: { readonly asked: OperationQuestion }) {
  const entry = useContextEntry(context)
  const names = targets
    .slice(0, 5)
    .map(({ namespace, name }) => (namespace === '' ? name : `${namespace}/${name}`))
  const others = targets.length - names.length
  return (
    <p className={styles.where}>
      <ContextName entry={entry} />
      <span>
        {type === 'deleteCollection' ? 'Whatever matches' : visibleText(names.join(', '))}
        {others > 0 && ` and ${others} more`}
      </span>
    </p>
  )
}

function Failure({ failure }: { readonly failure: AppErrorBody }) {
  return (
    <div className={styles.failure} role="alert">
      <p>{visibleText(failure.message)}</p>
      {failure.causes?.map(cause => (
        <p key={cause}>{visibleText(cause)}</p>
      ))}
    </div>
  )
}
