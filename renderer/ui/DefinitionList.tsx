import type { ReactNode } from 'react'
import styles from './DefinitionList.module.css'
import { visibleNode } from './visibleNode.ts'

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
          <dt className={styles.term}>{visibleNode(term)}</dt>
          <dd className={styles.description}>{visibleNode(description)}</dd>
        </div>
      ))}
    </dl>
  )
}
