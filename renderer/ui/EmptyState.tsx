import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { MeaningMark } from './MeaningMark.tsx'
import type { Meaning } from './meaning.ts'
import { visibleNode } from './visibleNode.ts'

export interface EmptyStateProps {
  readonly title: string
  /** Why it is so and what can be done, in a sentence or two. */
  readonly detail?: ReactNode
  /** One line each: the server's causes, a plugin's output. */
  readonly causes?: readonly string[] | undefined
  readonly actions?: ReactNode
  readonly meaning?: Meaning | undefined
}

/** What stands in place of content: empty, loading, denied, failed. Announced politely. */
export function EmptyState({ title, detail, causes, actions, meaning }: EmptyStateProps) {
  return (
    <div className={styles.place}>
      <div className={styles.state} role="status">
        <h2 className={styles.title}>
          {meaning !== undefined && <MeaningMark meaning={meaning} />}
          {visibleNode(title)}
        </h2>
        {detail !== undefined && <div className={styles.detail}>{visibleNode(detail)}</div>}
        {causes !== undefined && causes.length > 0 && (
          <ul className={styles.causes}>
            {causes.map(cause => (
              <li key={cause}>{visibleNode(cause)}</li>
            ))}
          </ul>
        )}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  )
}
