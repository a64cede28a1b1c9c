import type { ContextEntry, Row } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { CellContent, type ShownColumn } from '../table/index.ts'
import { Chip, Icon, type Meaning } from '../ui/index.ts'
import styles from './Contexts.module.css'
import { shortPath } from './rows.ts'

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
    case 'State': {
      const text = String(cell ?? '')
      if (text === '') return null
      return (
        <Chip meaning={meaningOf(entry, text)} title={text}>
          {text}
        </Chip>
      )
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
      {entry.isProtected && (
        <span className={styles.lock} title="Protected: nothing can be changed through this context">
          <Icon name="lock" />
          <span className="visually-hidden">protected</span>
        </span>
      )}
      {entry.isCurrent && <Chip>current</Chip>}
      {entry.borrowed.length > 0 && <Chip title={entry.borrowed.join('\n')}>from two files</Chip>}
    </>
  )
}

function meaningOf(entry: ContextEntry, text: string): Meaning | undefined {
  if (entry.problem !== undefined || text === 'unreachable') return 'bad'
  if (text === 'login needed' || text === 'asks before it opens') return 'warning'
  return text.startsWith('open') ? 'good' : undefined
}
