import type { ContextEntry, Row } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { CellContent, type ShownColumn } from '../table/index.ts'
import { Chip, Icon } from '../ui/index.ts'
import styles from './Contexts.module.css'
import { betweenStates, borrowedText, shortPath } from './rows.ts'
import { meaningOf } from './stateMeaning.ts'

export interface ContextCellProps {
  readonly entry: ContextEntry
  readonly row: Row
  readonly column: ShownColumn
}

/** One cell of the list of contexts. */
export function ContextCell({ entry, row, column }: ContextCellProps) {
  if (column.type === 'name') return <NameCell entry={entry} />
  const cell = column.type === 'cell' ? row.cells[column.index] : null
  switch (column.name) {
    case 'File':
      return <span title={entry.source}>{visibleText(shortPath(String(cell)))}</span>
    case 'Protected':
      return entry.isProtected ? <Lock /> : null
    case 'State': {
      const words = String(cell ?? '').split(betweenStates)
      return words
        .filter(text => text !== '')
        .map(text => (
          <Chip key={text} meaning={meaningOf(entry, text)} title={titleOf(entry, text)}>
            {text}
          </Chip>
        ))
    }
    default:
      return <CellContent column="" cell={cell} />
  }
}

function NameCell({ entry }: { readonly entry: ContextEntry }) {
  return (
    <>
      <span className={styles.dot} data-context-colour={entry.colour} />
      <span className={styles.name} title={entry.name}>
        {visibleText(entry.name)}
      </span>
    </>
  )
}

function titleOf(entry: ContextEntry, text: string): string {
  return text === borrowedText ? entry.borrowed.join('\n') : text
}

function Lock() {
  return (
    <span className={styles.lock} title="Nothing can be changed through this context">
      <Icon name="lock" />
      protected
    </span>
  )
}
