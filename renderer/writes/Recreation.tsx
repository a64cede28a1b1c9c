import { useEffect, useState } from 'react'
import type { Plan } from '../../shared/ipc/index.ts'
import type { ContextId, ObjectRef } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { errorBody } from '../live/index.ts'
import { Banner, Button, Dialog } from '../ui/index.ts'
import { PlanReview } from './PlanReview.tsx'
import styles from './Writes.module.css'

export interface RecreationProps {
  readonly context: ContextId
  readonly plan: Plan
  /** The object of the draft was deleted by now. */
  readonly isGone: boolean
  /** Asks what creating the draft anew would do, and shows that. */
  readonly onCreate: () => void
  /** It was decided, and is under way until the object is gone. */
  readonly onClose: () => void
}

/**
 * What it means to delete an object and create it anew, which is the only way past a field that cannot be changed. The
 * deletion is reviewed like any other; once the object is gone, so is the creation. Neither follows without a press.
 */
export function Recreation({ context, plan, isGone, onCreate, onClose }: RecreationProps) {
  const [deletion, setDeletion] = useState<Plan | null>(null)
  const [isSent, setIsSent] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const step = plan.steps.find(({ immutable }) => immutable.length > 0)
  useEffect(() => {
    if (!isSent || !isGone) return
    onCreate()
    onClose()
  }, [isSent, isGone, onCreate, onClose])
  if (isSent)
    return (
      <Banner meaning="unknown" actions={<Button onPress={onClose}>Stop waiting</Button>}>
        The object is being deleted. Once it is gone, the draft is shown for review as a new object.
      </Banner>
    )
  if (deletion !== null)
    return (
      <PlanReview
        key={deletion.id}
        plan={deletion}
        onClose={() => setDeletion(null)}
        onSent={() => setIsSent(true)}
      />
    )
  const { ref } = step ?? { ref: null }
  return (
    <Dialog
      title={`Delete and recreate ${ref?.name ?? 'the object'}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            look="primary"
            isDisabled={ref === null}
            onPress={() => {
              if (ref !== null)
                deletionOf(context, ref).then(setDeletion, problem => setError(errorBody(problem).message))
            }}
          >
            Review the deletion
          </Button>
        </>
      }
    >
      <div className={styles.detail}>
        {error !== null && <Banner meaning="bad">{error}</Banner>}
        <p>
          {`The server keeps ${(step?.immutable ?? []).map(({ field }) => field).join(', ')} as it is for as long as the object lives. Another value takes a new object:`}
        </p>
        <ol className={styles.stages}>
          <li>The object is deleted, with all that belongs to it. A review shows what goes, and sends it.</li>
          <li>
            Once it is gone, the draft is reviewed as a new object. Until that is sent there is none, and what
            it served is down.
          </li>
        </ol>
        <p>Its status, its uid and its history do not come back. The draft is kept throughout.</p>
      </div>
    </Dialog>
  )
}

function deletionOf(context: ContextId, ref: ObjectRef): Promise<Plan> {
  return engine.call('operations.plan', {
    context,
    targets: [ref],
    operation: { type: 'delete', propagation: 'Foreground', grace: -1, preconditions: 'uid' },
  })
}
