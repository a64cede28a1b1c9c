import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Plan } from '../../shared/ipc/index.ts'
import { counted } from '../../shared/words/index.ts'
import { engine } from '../bridge/index.ts'
import { errorBody, followRun, useContextEntry } from '../live/index.ts'
import { Banner, Button, ContextName, Dialog, TextField } from '../ui/index.ts'
import { Consequences } from './Consequences.tsx'
import { StepDetail } from './StepDetail.tsx'
import { StepTable } from './StepTable.tsx'
import { sendableOf, sentOf } from './sendable.ts'
import styles from './Writes.module.css'

export interface PlanReviewProps {
  readonly plan: Plan
  readonly onClose: () => void
  /** The plan was sent, as this run. */
  readonly onSent?: (run: string) => void
}

/** What a plan would do, asked of the server beforehand. It is sent from here and nowhere else. */
export function PlanReview({ plan, onClose, onSent }: PlanReviewProps) {
  const entry = useContextEntry(plan.context)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(sendableOf(plan.steps)))
  const { send, error, isBusy } = useSend(plan, typed, chosen, run => {
    followRun(run)
    onSent?.(run)
    onClose()
  })
  const isTyped = plan.typed === null || typed === plan.typed.text
  const isReady = plan.canSend && !plan.isProtected && isTyped && chosen.size > 0 && !isBusy
  const content = useRef<HTMLDivElement>(null)
  // No button has the focus: keys that were meant for something else send nothing.
  useEffect(() => {
    if (plan.typed === null) content.current?.focus()
  }, [plan.typed])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (isReady) void send()
  }
  return (
    <Dialog
      title={plan.title}
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <span className={styles.place} data-context-colour={entry?.colour ?? 11}>
            <span className={styles.stripe} />
            Writes to <ContextName entry={entry} />
          </span>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" keys="Mod ↵" isDisabled={!isReady} onPress={() => void send()}>
            {`${sendWord(plan, chosen.size)} ${entry?.name ?? plan.context}`}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the button below, not a control of its own */}
      <div ref={content} className={styles.review} tabIndex={-1} onKeyDown={onKeyDown}>
        {plan.isProtected && (
          <Banner meaning="bad">
            {`${entry?.name ?? plan.context} is protected: nothing is written to it. Settings say which contexts are.`}
          </Banner>
        )}
        {error !== null && <Banner meaning="bad">{error}</Banner>}
        <Consequences consequences={plan.consequences} />
        <Steps plan={plan} chosen={chosen} onChoose={setChosen} />
        {plan.typed !== null && !plan.isProtected && (
          <TextField
            label={`Type ${plan.typed.text} to confirm`}
            description={plan.typed.why}
            value={typed}
            isMono
            autoFocus
            onChange={setTyped}
          />
        )}
      </div>
    </Dialog>
  )
}

interface StepsProps {
  readonly plan: Plan
  readonly chosen: ReadonlySet<number>
  readonly onChoose: (chosen: ReadonlySet<number>) => void
}

function Steps({ plan, chosen, onChoose }: StepsProps) {
  const [first] = plan.steps
  if (plan.steps.length > 1) return <StepTable steps={plan.steps} chosen={chosen} onChoose={onChoose} />
  return first === undefined ? <p>There is nothing to send.</p> : <StepDetail step={first} />
}

function sendWord(plan: Plan, count: number): string {
  return plan.steps.length > 1 ? `Send ${counted(count, 'request')} to` : 'Send to'
}

function useSend(plan: Plan, typed: string, chosen: ReadonlySet<number>, onRun: (run: string) => void) {
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const send = async () => {
    setIsBusy(true)
    setError(null)
    try {
      const only = sentOf(plan.steps, chosen)
      const { run } = await engine.call('writes.send', { plan: plan.id, typed, only: [...only] })
      onRun(run)
    } catch (problem) {
      setError(errorBody(problem).message)
    }
    setIsBusy(false)
  }
  return { send, error, isBusy }
}
