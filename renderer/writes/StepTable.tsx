import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import type { PlanStep } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { counted } from '../../shared/words/index.ts'
import { Button, Checkbox, Chip, FilterField } from '../ui/index.ts'
import { StepDetail } from './StepDetail.tsx'
import { heldBy, sendableOf } from './sendable.ts'
import styles from './Writes.module.css'
import { stepState } from './words.ts'

export interface StepTableProps {
  readonly steps: readonly PlanStep[]
  /** Indices of the steps that will be sent. */
  readonly chosen: ReadonlySet<number>
  readonly onChoose: (chosen: ReadonlySet<number>) => void
}

/** Many requests: which of them are sent, what the server said of each, and the detail of one. */
export function StepTable({ steps, chosen, onChoose }: StepTableProps) {
  const [filter, setFilter] = useState('')
  const [shown, setShown] = useState<number | null>(null)
  const words = filter.toLowerCase()
  const sendable = useMemo(() => new Set(sendableOf(steps)), [steps])
  const held = useMemo(() => heldBy(steps), [steps])
  const rows = steps.filter(step =>
    `${step.title} ${stepState(step, held).text}`.toLowerCase().includes(words),
  )
  const detail = steps.find(step => step.index === shown)
  if (detail !== undefined)
    return (
      <>
        <p className={styles.bar}>
          <Button onPress={() => setShown(null)}>All requests</Button>
          <strong>{visibleText(detail.title)}</strong>
        </p>
        <StepDetail step={detail} />
      </>
    )
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.search}>
          <FilterField label="Filter the requests" value={filter} onChange={setFilter} takesSlash={false} />
        </div>
        <span className={styles.quiet}>{`${chosen.size} of ${counted(steps.length, 'request')} chosen`}</span>
        <Button
          onPress={() =>
            onChoose(new Set(rows.map(({ index }) => index).filter(index => sendable.has(index))))
          }
        >
          Choose those shown
        </Button>
      </div>
      <StepRows {...{ rows, chosen, onChoose, sendable, held }} onShow={setShown} />
    </>
  )
}

interface StepRowsProps {
  readonly rows: readonly PlanStep[]
  readonly chosen: ReadonlySet<number>
  readonly onChoose: (chosen: ReadonlySet<number>) => void
  readonly onShow: (index: number) => void
  readonly sendable: ReadonlySet<number>
  readonly held: ReadonlyMap<number, PlanStep>
}

function StepRows({ rows, chosen, onChoose, onShow, sendable, held }: StepRowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 30,
    overscan: 20,
  })
  const toggle = (index: number, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(index)
    else next.delete(index)
    onChoose(next)
  }
  return (
    <div ref={scroller} className={styles.steps}>
      <ul aria-label="Requests" className={styles.stepList} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const step = rows[index]
          if (step === undefined) return null
          const state = stepState(step, held)
          return (
            <li key={step.index} className={styles.step} style={{ transform: `translateY(${start}px)` }}>
              <Checkbox
                isChecked={chosen.has(step.index)}
                isDisabled={!sendable.has(step.index)}
                onChange={isChosen => toggle(step.index, isChosen)}
              >
                {visibleText(step.title)}
              </Checkbox>
              <span className={styles.gap} />
              {step.changes.length > 0 && (
                <span className={styles.quiet}>{counted(step.changes.length, 'change')}</span>
              )}
              <Chip meaning={state.meaning} title={step.problem?.message ?? heldText(held.get(step.index))}>
                {state.text}
              </Chip>
              <Button look="quiet" label={`Details of ${step.title}`} onPress={() => onShow(step.index)}>
                Details
              </Button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function heldText(by: PlanStep | undefined): string | undefined {
  return by === undefined ? undefined : `It needs what is refused: ${visibleText(by.title)}`
}
