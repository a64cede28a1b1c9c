import { type ReactNode, useId } from 'react'
import type { Meaning } from './meaning.ts'
import styles from './Panel.module.css'
import { visibleNode } from './visibleNode.ts'

export interface PanelProps {
  readonly title?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** Frames the panel in the colour of a meaning. */
  readonly meaning?: Meaning | undefined
}

/** A framed card with an optional head. */
export function Panel({ title, actions, children, meaning }: PanelProps) {
  return (
    <div className={`${styles.panel} ${meaning === undefined ? '' : styles[meaning]}`}>
      {(title !== undefined || actions !== undefined) && (
        <div className={styles.head}>
          <div className={styles.title}>{title}</div>
          {actions}
        </div>
      )}
      {children}
    </div>
  )
}

export interface SectionProps {
  readonly title: string
  /** Behind the title: a count, a chip. */
  readonly aside?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A titled part of a view, reachable as a landmark. */
export function Section({ title, aside, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.sectionTitle}>
          {visibleNode(title)}
        </h2>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
        <span className={styles.gap} />
        {actions}
      </div>
      {children}
    </section>
  )
}
