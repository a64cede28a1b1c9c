import type { ReactNode } from 'react'
import styles from './Banner.module.css'
import { MeaningMark } from './MeaningMark.tsx'
import type { Meaning } from './meaning.ts'
import { visibleNode } from './visibleNode.ts'

export interface BannerProps {
  readonly meaning: Meaning
  readonly children: ReactNode
  readonly actions?: ReactNode
}

/** One line across a view that says what holds for all of it. Announced politely. */
export function Banner({ meaning, children, actions }: BannerProps) {
  return (
    <div className={`${styles.banner} ${styles[meaning]}`} role="status">
      <MeaningMark meaning={meaning} />
      <div className={styles.text}>{visibleNode(children)}</div>
      {actions}
    </div>
  )
}
