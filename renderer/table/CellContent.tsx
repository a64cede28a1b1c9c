import type { Cell } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { Chip, momentText, useAge } from '../ui/index.ts'
import { isStatusColumn, meaningOfStatus } from './status.ts'
import styles from './VirtualTable.module.css'

export interface CellContentProps {
  readonly column: string
  readonly cell: Cell | undefined
  /** A number is a moment, in milliseconds since the epoch, and shown as its age. */
  readonly isDate?: boolean | undefined
}

/** One cell: states as chips, times that tick, everything else as text. */
export function CellContent({ column, cell, isDate = false }: CellContentProps) {
  if (cell === null || cell === undefined || cell === '') return null
  if (typeof cell === 'object') return <Ticking cell={cell} />
  if (isDate && typeof cell === 'number') return <Ticking cell={{ prefix: '', since: cell, suffix: '' }} />
  const text = String(cell)
  const shown = visibleText(text)
  const meaning = isStatusColumn(column) ? meaningOfStatus(text) : null
  if (meaning !== null) return <Chip meaning={meaning}>{text}</Chip>
  return <span className={text === '<none>' || text === '<unset>' ? styles.faint : ''}>{shown}</span>
}

function Ticking({ cell }: { readonly cell: Exclude<Cell, string | number | boolean | null> }) {
  const age = useAge(cell.since)
  if (cell.prefix === '' && cell.suffix === '') return <span title={momentText(cell.since)}>{age}</span>
  const bracket = cell.prefix.lastIndexOf('(')
  const head = bracket < 0 ? cell.prefix : cell.prefix.slice(0, bracket)
  const tail = bracket < 0 ? '' : cell.prefix.slice(bracket)
  return (
    <span title={momentText(cell.since)}>
      {visibleText(head)}
      <span className={bracket < 0 ? '' : styles.faint}>
        {visibleText(tail)}
        {age}
        {visibleText(cell.suffix)}
      </span>
    </span>
  )
}
