import type { ReactNode } from 'react'
import styles from './DefinitionList.module.css'

export interface Definition {
  readonly term: string
  readonly description: ReactNode
}

/** Facts as term and value in two columns. */
export function DefinitionList({ items }: { readonly items: readonly Definition[] }) {
  return (
    <dl className={styles.list}>
      {items.map(({ term, description }) => (
        <div key={term} className={styles.item}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.description}>{description}</dd>
        </div>
      ))}
    </dl>
  )
}
