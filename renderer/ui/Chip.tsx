import type { ReactNode } from 'react'
import styles from './Chip.module.css'
import { MeaningMark } from './MeaningMark.tsx'
import type { Meaning } from './meaning.ts'
import { visibleNode } from './visibleNode.ts'

export interface ChipProps {
  /** Left out: a neutral fact without a judgement. */
  readonly meaning?: Meaning | undefined
  readonly children: ReactNode
  /** Longer text on hover; never the only place where something is said. */
  readonly title?: string | undefined
}

/** A short state or fact; with a meaning it carries that meaning's shape and colour. */
export function Chip({ meaning, children, title }: ChipProps) {
  return (
    <span
      className={`${styles.chip} ${meaning === undefined ? styles.neutral : styles[meaning]}`}
      title={title}
    >
      {meaning !== undefined && <MeaningMark meaning={meaning} />}
      <span className={styles.text}>{visibleNode(children)}</span>
    </span>
  )
}
