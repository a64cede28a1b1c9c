import type { Figure } from '../../shared/ipc/index.ts'
import type { Unit } from './amounts.ts'
import { type BoundWord, drawnFigure } from './figure.ts'
import styles from './UsageBar.module.css'

export interface UsageBarProps {
  readonly unit: Unit
  readonly figure: Figure
  readonly bound?: BoundWord
}

/** The use of one resource with a bar against its limit or request. All of it is in its title, and read out. */
export function UsageBar({ unit, figure, bound = 'limit' }: UsageBarProps) {
  const { text, share, mark, level, words } = drawnFigure(unit, figure, bound)
  return (
    <span className={styles.usage} title={words}>
      <span className={styles.text} aria-hidden="true">
        {text === '' ? '–' : text}
      </span>
      <span className="visually-hidden">{words}</span>
      <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.track} width="100" height="4" />
        {share !== null && <rect className={styles[level]} width={share * 100} height="4" />}
        {mark !== null && (
          <rect className={styles.mark} x={Math.min(98.5, mark * 100)} width="1.5" height="4" />
        )}
      </svg>
    </span>
  )
}
