import { memo } from 'react'
import type { TraceStep } from '../../../shared/admission/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { counted } from '../../../shared/words/index.ts'
import { Chip, type Meaning } from '../../ui/index.ts'
import { BreakableName } from '../parts/BreakableName.tsx'
import { outcomeInWords } from './outcomes.ts'
import styles from './StationCardContent.module.css'
import type { StationCard } from './stations.ts'
import { clampedAtWord, reasonInWords, sourceInWords } from './stepWords.ts'

/** How a webhook is doing, beside what it does with the request. */
export interface CardHealth {
  /** In the line of facts, e.g. `cert 61 d`. */
  readonly facts: readonly string[]
  readonly chips: readonly { readonly meaning: Meaning; readonly label: string; readonly title: string }[]
}

export interface StationCardContentProps {
  readonly card: StationCard
  /** Place in the calling order, from 1; null where the order says nothing. */
  readonly position: number | null
  readonly health: CardHealth | null
}

/** Most characters of a reason on a card; all of it stands in the step's detail. */
const mostReason = 160

export const StationCardContent = memo(function StationCardContent({
  card,
  position,
  health,
}: StationCardContentProps) {
  const { step } = card.main
  const facts = [...settingsOf(step), ...(card.isActing ? (health?.facts ?? []) : [])]
  return (
    <>
      <div className={styles.head}>
        {position !== null && <span className={styles.position}>{position} · </span>}
        <BreakableName name={card.name} />
      </div>
      {card.detail !== '' && (
        <div className={styles.detail}>
          <BreakableName name={card.detail} />
        </div>
      )}
      {step.reason !== '' && (
        <div className={styles.reason}>
          <BreakableName name={clampedAtWord(reasonInWords(step), mostReason)} />
        </div>
      )}
      {facts.length > 0 && <div className={styles.facts}>{facts.join(' · ')}</div>}
      {card.bindings.length > 0 && <div className={styles.facts}>{bindingsOf(card)}</div>}
      <div className={styles.chips}>
        {card.isActing && (
          <Chip meaning={card.look === 'idle' ? undefined : card.look}>{outcomeInWords(step)}</Chip>
        )}
        {card.rounds > 1 && <Chip>{counted(card.rounds, 'round')}</Chip>}
        {card.main.step.matchedAs !== undefined && (
          <Chip title="Matched by an equivalent version">as {card.main.step.matchedAs}</Chip>
        )}
        {card.isActing &&
          health?.chips.map(({ meaning, label, title }) => (
            <Chip key={label} meaning={meaning} title={title}>
              {label}
            </Chip>
          ))}
      </div>
    </>
  )
})

/** Failure policy and timeout, or where an answer comes from, as short as they are said on every card. */
function settingsOf(step: TraceStep): readonly string[] {
  const { failurePolicy, timeoutSeconds, actions, param } = step
  const source = sourceInWords(step)
  const facts: string[] = source === null ? [] : [source]
  if (failurePolicy !== undefined && failurePolicy !== '') facts.push(failurePolicy)
  if (timeoutSeconds !== undefined) facts.push(`${timeoutSeconds} s`)
  if (actions !== undefined && actions.length > 0) facts.push(actions.join(', '))
  if (param !== undefined && param !== '') facts.push(`param ${visibleText(param)}`)
  return facts
}

function bindingsOf({ bindings }: StationCard): string {
  const [first = ''] = bindings
  return bindings.length === 1
    ? `bound by ${visibleText(first)}`
    : `bound by ${visibleText(first)} and ${counted(bindings.length - 1, 'other')}`
}
