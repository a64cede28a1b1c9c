// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot hold rows that are placed by transform
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row

import { type MouseEvent, memo, type ReactNode, useEffect, useRef } from 'react'
import type { Row } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { Chip } from '../ui/index.ts'
import { CellContent } from './CellContent.tsx'
import type { ShownColumn } from './columns.ts'
import styles from './VirtualTable.module.css'

export interface TableRowProps {
  readonly id: string
  readonly row: Row | undefined
  readonly index: number
  readonly top: number
  readonly columns: readonly ShownColumn[]
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly contextName: (row: Row) => string
  readonly contextColour: (row: Row) => number
  /** Draws a cell of its own; undefined leaves it to the table. */
  readonly renderCell?: ((row: Row, column: ShownColumn) => ReactNode | undefined) | undefined
  readonly onPress: (index: number, event: MouseEvent) => void
  readonly onOpen: (row: Row) => void
}

/** How long a changed row is highlighted, in milliseconds. */
const highlight = 600

/** One row. Drawn again only when its own object changes. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, index, columns, isActive, isSelected } = props
  const element = useRef<HTMLDivElement>(null)
  const changed = row?.changed ?? 0
  const key = row?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row in this element ends the highlight
  useEffect(() => {
    const age = Date.now() - changed
    if (age < 0 || age > highlight || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const frames = [{ backgroundColor: 'var(--changed)' }, { backgroundColor: 'transparent' }]
    const animation = element.current?.animate(frames, { duration: highlight - age, easing: 'ease-out' })
    return () => animation?.cancel()
  }, [key, changed])
  return (
    <div
      ref={element}
      id={props.id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={`${styles.row} ${isActive ? styles.active : ''} ${isSelected ? styles.selected : ''}`}
      style={{ transform: `translateY(${props.top}px)` }}
      onMouseDown={event => props.onPress(index, event)}
      onDoubleClick={() => row !== undefined && props.onOpen(row)}
    >
      {columns.map((column, place) => (
        <div
          key={`${column.type} ${column.name}`}
          role="gridcell"
          aria-colindex={place + 1}
          className={cellClass(column)}
        >
          {row === undefined ? (
            <span className={styles.blank} />
          ) : (
            <Content {...props} row={row} column={column} />
          )}
        </div>
      ))}
    </div>
  )
})

function cellClass(column: ShownColumn): string {
  const isNumber = column.type === 'cell' && column.isNumber
  return `${styles.cell} ${styles[column.type]} ${isNumber ? styles.number : ''}`
}

type ContentProps = Pick<TableRowProps, 'contextName' | 'contextColour' | 'renderCell'> & {
  readonly row: Row
  readonly column: ShownColumn
}

function Content({ row, column, contextName, contextColour, renderCell }: ContentProps) {
  const own = renderCell?.(row, column)
  if (own !== undefined) return own
  switch (column.type) {
    case 'name':
      return (
        <>
          <Whole text={row.name} />
          {row.deleting && <Chip meaning="warning">deleting</Chip>}
        </>
      )
    case 'namespace':
      return <Whole text={row.namespace} />
    case 'context':
      return (
        <>
          <span className={styles.dot} data-context-colour={contextColour(row)} />
          <Whole text={contextName(row)} />
        </>
      )
    case 'cell':
      return <CellContent column={column.name} cell={row.cells[column.index]} isDate={column.isDate} />
  }
}

/** A name that may be cut short, whole on hover. */
function Whole({ text }: { readonly text: string }) {
  const shown = visibleText(text)
  return <span title={shown}>{shown}</span>
}
