import type { ReactNode } from 'react'
import styles from './DockTable.module.css'

export interface DockTableProps {
  /** Names the place and the table. */
  readonly label: string
  /** Heads of the columns; one for the actions of a row comes last by itself. */
  readonly columns: readonly string[]
  /** A `tbody` for each thing that is listed: its line, and what is to be said of it below. */
  readonly children: ReactNode
}

/** A list of what runs, as the dock shows it: few rows, each with its actions. */
export function DockTable({ label, columns, children }: DockTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus
    <section className={styles.panel} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        {children}
      </table>
    </section>
  )
}
