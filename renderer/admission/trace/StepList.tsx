import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { TraceStep } from '../../../shared/admission/index.ts'
import { Button } from '../../ui/index.ts'
import { takesPart } from '../pipeline/outcomes.ts'
import type { ComparedStep } from './comparison.ts'
import styles from './StepList.module.css'
import { ComparedRow, endSigns, StepRow } from './StepRow.tsx'
import { refusingStep, type VerdictWords } from './verdict.ts'

export interface StepListProps {
  readonly steps: readonly ComparedStep[]
  /** Index of the chosen step; null: the end of the way. */
  readonly selected: number | null
  readonly onSelect: (step: number | null) => void
  readonly onOpen: (step: TraceStep) => void
  /** The last line: what comes of it all. */
  readonly end: VerdictWords
  /** Takes the keys of rows when the focus is elsewhere. */
  readonly takesKeys: boolean
}

/** So many steps that do not match are shown among the others; more are left out until asked for. */
const mostIdle = 3

/** The steps in the order of the way, with what is predicted, observed or unknown of each. */
export function StepList({ steps, selected, onSelect, onOpen, end, takesKeys }: StepListProps) {
  const [withIdle, setWithIdle] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const hasMoved = useRef(false)
  const idle = steps.filter(({ step }) => !takesPart(step)).length
  const isLong = idle > mostIdle
  const shown =
    isLong && !withIdle ? steps.filter(({ step, index }) => takesPart(step) || index === selected) : steps
  const order: readonly (number | null)[] = [...shown.map(({ index }) => index), null]
  const place = order.indexOf(selected)
  const move = (to: number) => {
    const next = order[Math.max(0, Math.min(order.length - 1, to))]
    if (next === undefined || next === selected) return
    hasMoved.current = true
    onSelect(next)
  }
  useEffect(() => {
    const option = list.current?.querySelector<HTMLElement>(`[data-step="${selected ?? 'end'}"]`)
    if (hasMoved.current) option?.focus({ preventScroll: true })
    hasMoved.current = false
    option?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  // Who refused it, by the server's own word, is what was asked for.
  const refusing = refusingStep(steps.map(({ step }) => step))
  useEffect(() => {
    if (refusing === null) return
    // The last line stays in sight and lies over what is at the edge.
    list.current?.querySelector(`[data-step="${refusing}"]`)?.scrollIntoView({ block: 'center' })
  }, [refusing])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = targetOf(event.key, place, order.length)
    const chosen = steps.find(({ index }) => index === selected)
    if (to !== null) move(to)
    else if (event.key === 'Enter' && chosen !== undefined) onOpen(chosen.step)
    else if (event.key === 'Escape' && selected !== null) move(order.length - 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.place}>
      {isLong && (
        <div className={styles.tools}>
          <Button look="quiet" isPressed={withIdle} onPress={() => setWithIdle(!withIdle)}>
            {`${withIdle ? 'Hide' : 'Show'} ${idle} that do not match`}
          </Button>
        </div>
      )}
      <div
        ref={list}
        role="listbox"
        aria-label="Steps"
        className={styles.list}
        onKeyDown={onKeyDown}
        tabIndex={-1}
      >
        {shown.map(compared => (
          <ComparedRow
            key={compared.index}
            compared={compared}
            isSelected={compared.index === selected}
            takesKeys={takesKeys}
            onSelect={onSelect}
            onOpen={onOpen}
          />
        ))}
        <StepRow
          id="end"
          look={end.meaning}
          sign={endSigns[end.meaning]}
          isSelected={selected === null}
          takesKeys={takesKeys}
          onSelect={() => onSelect(null)}
          onOpen={() => undefined}
          chips={null}
        >
          <span className={styles.end}>{end.text}</span>
        </StepRow>
      </div>
    </div>
  )
}

function targetOf(key: string, place: number, count: number): number | null {
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return place + 1
    case 'k':
    case 'ArrowUp':
      return place - 1
    case 'g':
    case 'Home':
      return 0
    case 'G':
    case 'End':
      return count - 1
    default:
      return null
  }
}
