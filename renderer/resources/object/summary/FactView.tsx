import type { ReactNode } from 'react'
import { visibleText } from '../../../../shared/kube/index.ts'
import { Age, Chip, DefinitionList, Section } from '../../../ui/index.ts'
import styles from '../Object.module.css'
import { ObjectLink } from '../ObjectLink.tsx'
import type { Fact, FactPart, FactTable } from './fact.ts'

export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <DefinitionList
      items={facts.map(({ term, parts }) => ({ term, description: <Parts parts={parts} /> }))}
    />
  )
}

interface FactTableProps {
  readonly table: FactTable
  /** Behind the title. */
  readonly actions?: ReactNode
}

export function FactTableView({ table, actions }: FactTableProps) {
  if (table.rows.length === 0) return null
  return (
    <Section title={table.title} aside={table.rows.length} actions={actions}>
      {/* biome-ignore lint/a11y/useSemanticElements: a group that may scroll sideways, no set of fields */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus */}
      <div className={styles.tablePlace} role="group" aria-label={table.title} tabIndex={0}>
        <table className={styles.table}>
          <caption className="visually-hidden">{table.title}</caption>
          <thead>
            <tr>
              {table.columns.map(column => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity beyond their place
              <tr key={index}>
                {row.map((parts, column) => (
                  <td key={table.columns[column]} className={lookOf(table.columns[column] ?? '')}>
                    <Parts parts={parts} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

/** Names stay whole; what is longest gives way, so that no column is cut off where it is narrow. */
function lookOf(column: string): string {
  if (column === 'Name') return styles.whole ?? ''
  return column === 'Image' ? (styles.breaking ?? '') : ''
}

function Parts({ parts }: { readonly parts: readonly FactPart[] }) {
  return (
    <span className={styles.parts}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity beyond their place
        <Part key={index} part={part} />
      ))}
    </span>
  )
}

function Part({ part }: { readonly part: FactPart }) {
  switch (part.type) {
    case 'text':
      return <span>{visibleText(part.text)}</span>
    case 'code':
      return <span className={styles.mono}>{visibleText(part.text)}</span>
    case 'chip':
      return <Chip meaning={part.meaning ?? undefined}>{part.text}</Chip>
    case 'time':
      return (
        <span>
          <Age since={part.at} /> ago
        </span>
      )
    case 'link':
      return <ObjectLink kind={part.kind} namespace={part.namespace} name={part.name} />
    default:
      return null
  }
}
