// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot hold rows that are placed by hand
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { Row } from '../../shared/ipc/index.ts'
import type { ShownColumn } from './columns.ts'
import type { Cursor } from './cursor.ts'
import type { RowFigures } from './figures.ts'
import { takesRowKeys } from './focus.ts'
import { keyOfPlace, type OwnCell } from './ownCells.ts'
import type { TableSnapshot } from './snapshot.ts'
import { TableGrid } from './TableGrid.ts'
import { type Sort, TableHead } from './TableHead.tsx'
import styles from './VirtualTable.module.css'
import type { RowWindow } from './window.ts'

export interface VirtualTableProps {
  /** Accessible name, e.g. `Pods`. */
  readonly label: string
  readonly snapshot: TableSnapshot
  readonly columns: readonly ShownColumn[]
  readonly sort: Sort
  /** Pixels: 26 compact, 32 comfortable. */
  readonly rowHeight: number
  readonly setWindow: (window: RowWindow) => void
  readonly onSort: (sort: Sort) => void
  readonly onOpen: (row: Row) => void
  /** The active row or the selection changed. */
  readonly onCursor: (cursor: Cursor) => void
  /**
   * Keys that the table itself has no use for, with the active row and the selected keys as they are
   * when it is pressed: `onCursor` tells of them a little later.
   */
  readonly onKey: (event: KeyboardEvent, row: Row | undefined, selected: ReadonlySet<string>) => void
  readonly contextName: (row: Row) => string
  readonly contextColour: (row: Row) => number
  /** Draws a cell of its own; undefined leaves it to the table. */
  readonly renderCell?: (row: Row, column: ShownColumn) => ReactNode | undefined
  /** What columns of figures show; the same object as long as the table is of the same rows. */
  readonly figures?: RowFigures | undefined
  /** Widths in pixels that were chosen by hand, by name of column; the others fit their content. */
  readonly widths?: Readonly<Record<string, number>> | undefined
  /** Takes the width that a column was given by hand; null: it is to fit its content again. Unset: columns have no handles. */
  readonly onResize?: ((column: string, pixels: number | null) => void) | undefined
}

/**
 * A table of any length on a window of main's rows, as an ARIA grid: the grid has the focus and
 * names the active row, arrows and `j k g G` move it, Space selects, Enter opens.
 */
export function VirtualTable(props: VirtualTableProps) {
  const { columns, label, sort, onSort, onResize } = props
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const grid = useRef<TableGrid | null>(null)
  const id = useId()
  const [own, setOwn] = useState<readonly OwnCell[]>([])
  const [pulled, setPulled] = useState<{ readonly column: string; readonly pixels: number } | null>(null)
  const widths = useWidths(props.widths, pulled)
  const view = { ...props, renderCell: props.renderCell, widths }
  const isRendering = useRef(false)
  useLayoutEffect(() => {
    if (scroller.current === null || body.current === null) return
    // Cells of their own stand in the same frame as the rows around them.
    const showOwn = (cells: readonly OwnCell[]): void => {
      if (isRendering.current) setOwn(cells)
      else flushSync(() => setOwn(cells))
    }
    const made = new TableGrid({ scroller: scroller.current, body: body.current, id, showOwn })
    grid.current = made
    return () => made.dispose()
  }, [id])
  useLayoutEffect(() => {
    isRendering.current = true
    grid.current?.follow(view)
    isRendering.current = false
  })
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="grid"
      aria-label={label}
      aria-colcount={columns.length}
      aria-multiselectable="true"
      tabIndex={0}
      {...takesRowKeys}
      onFocus={event => event.target === event.currentTarget && grid.current?.focus()}
      onKeyDown={event => {
        if (event.target !== event.currentTarget) return
        if (grid.current?.key(event) === true) {
          event.preventDefault()
          event.stopPropagation()
        } else props.onKey(event, grid.current?.activeRow, grid.current?.selected ?? new Set())
      }}
    >
      <TableHead
        columns={columns}
        sort={sort}
        onSort={onSort}
        widthOf={column => grid.current?.widthOf(column) ?? 0}
        onPull={(column, pixels) => setPulled({ column, pixels })}
        onResize={
          onResize === undefined
            ? undefined
            : (column, pixels) => {
                setPulled(null)
                onResize(column, pixels)
              }
        }
      />
      <div
        ref={body}
        className={styles.body}
        role="rowgroup"
        onMouseDown={event => grid.current?.press(event.target as Element, event)}
        onDoubleClick={event => grid.current?.open(event.target as Element)}
      >
        {/* Inside of the body for React too, or presses on these cells would pass it by. */}
        {own.map(({ place, node }) => createPortal(node, place, keyOfPlace(place)))}
      </div>
    </div>
  )
}

/** Widths chosen by hand, with the one that is being pulled at. */
function useWidths(
  chosen: Readonly<Record<string, number>> | undefined,
  pulled: { readonly column: string; readonly pixels: number } | null,
): ReadonlyMap<string, number> {
  return useMemo(() => {
    const widths = new Map(Object.entries(chosen ?? {}))
    if (pulled !== null) widths.set(pulled.column, pulled.pixels)
    return widths
  }, [chosen, pulled])
}
