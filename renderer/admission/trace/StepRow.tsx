import { memo, type ReactNode } from 'react'
import type { TraceStep } from '../../../shared/admission/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { takesRowKeys } from '../../table/index.ts'
import { Chip, type Meaning, meaningColour } from '../../ui/index.ts'
import { BreakableName } from '../parts/BreakableName.tsx'
import { type Look, lookOf, outcomeInWords } from '../pipeline/outcomes.ts'
import { clampedAtWord, sentenceOf, titleOf } from '../pipeline/stepWords.ts'
import type { ComparedStep } from './comparison.ts'
import styles from './StepList.module.css'
import { codeText } from './verdict.ts'

export interface StepRowProps {
  readonly id: string
  readonly look: Look
  readonly sign: string
  readonly isSelected: boolean
  readonly takesKeys: boolean
  readonly onSelect: () => void
  readonly onOpen: () => void
  readonly chips: ReactNode
  readonly children: ReactNode
}

/** One line of the steps. */
export function StepRow({
  id,
  look,
  sign,
  isSelected,
  takesKeys,
  onSelect,
  onOpen,
  chips,
  children,
}: StepRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list listens for keys
    <div
      role="option"
      aria-selected={isSelected}
      data-step={id}
      {...(isSelected && takesKeys ? takesRowKeys : {})}
      className={`${styles.row} ${id === 'end' ? styles.last : ''} ${isSelected ? styles.selected : ''} ${look === 'idle' ? styles.idle : ''}`}
      tabIndex={isSelected ? 0 : -1}
      onClick={onSelect}
      onDoubleClick={onOpen}
    >
      <span className={`${styles.sign} ${look === 'idle' ? '' : meaningColour[look]}`} aria-hidden="true">
        {sign}
      </span>
      <span className={styles.words}>{children}</span>
      <span className={styles.chips}>{chips}</span>
    </div>
  )
}

export interface ComparedRowProps {
  readonly compared: ComparedStep
  readonly isSelected: boolean
  readonly takesKeys: boolean
  readonly onSelect: (step: number) => void
  readonly onOpen: (step: TraceStep) => void
}

/** The line of one step; another one that is chosen leaves all but two as they are. */
export const ComparedRow = memo(function ComparedRow(props: ComparedRowProps) {
  const { compared, isSelected, takesKeys, onSelect, onOpen } = props
  const { index, step } = compared
  return (
    <StepRow
      id={String(index)}
      look={lookOf(step)}
      sign={signOf(step)}
      isSelected={isSelected}
      takesKeys={takesKeys}
      onSelect={() => onSelect(index)}
      onOpen={() => onOpen(step)}
      chips={<StepChips {...compared} />}
    >
      <StepWords step={step} />
    </StepRow>
  )
})

const signs: Readonly<Record<Look, string>> = { good: '✓', warning: '▲', bad: '✕', unknown: '◆', idle: '–' }
export const endSigns: Readonly<Record<Meaning, string>> = { good: '●', warning: '▲', bad: '■', unknown: '◆' }

function signOf(step: TraceStep): string {
  return step.outcome === 'mutated' && step.isNotReached !== true ? '±' : signs[lookOf(step)]
}

const StepWords = memo(function StepWords({ step }: { readonly step: TraceStep }) {
  const { binding, round } = step
  const reason = sentenceOf(step)
  return (
    <>
      <span className={styles.name}>
        <BreakableName name={titleOf(step)} />
        {binding !== undefined && binding !== '' && ` · ${visibleText(binding)}`}
      </span>
      {round > 0 && <span className={styles.round}> again</span>}
      {reason !== '' && (
        <span className={styles.reason}> · {visibleText(clampedAtWord(reason, mostReason))}</span>
      )}
      <span className="visually-hidden">, {outcomeInWords(step)}</span>
    </>
  )
})

/** All of any reason that a person wrote; what goes on for pages stands in the detail. */
const mostReason = 2000

const StepChips = memo(function StepChips({ step, predicted, differs }: ComparedStep) {
  const look = lookOf(step)
  // What was decided here may still come out otherwise: an answer before it is not known.
  const meaning = look === 'idle' ? undefined : step.certainty === 'unknown' ? 'unknown' : look
  if (!differs) return <Chip meaning={meaning}>{certaintyInWords(step)}</Chip>
  return (
    <>
      <Chip>{predicted === null ? 'not predicted' : `predicted: ${outcomeInWords(predicted)}`}</Chip>
      <Chip meaning="warning">{`observed: ${outcomeInWords(step)}`}</Chip>
    </>
  )
})

/** Whether it was predicted, observed or is unknown, with the code where it ended the request. */
export function certaintyInWords({ certainty, status, outcome }: TraceStep): string {
  if (outcome === 'called') return 'unknown'
  return status === undefined ? certainty : `${certainty}: ${codeText(status.code)}`
}
