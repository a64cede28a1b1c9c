// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot hold rows that are placed by transform
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { Row } from '../../shared/ipc/index.ts'
import { fitWidths, gridTemplate, leastWidth, type ShownColumn } from './columns.ts'
import { takesRowKeys } from './focus.ts'
import { rowAt, type TableSnapshot } from './snapshot.ts'
import { type Sort, TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import { type Cursor, useCursor } from './useCursor.ts'
import styles from './VirtualTable.module.css'
import { planWindow, type RowWindow } from './window.ts'

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
  readonly onCursor: (cursor: Pick<Cursor, 'row' | 'selected' | 'clearSelection'>) => void
  /** Keys that the table itself has no use for, with the active row. */
  readonly onKey: (event: KeyboardEvent, row: Row | undefined) => void
  readonly contextName: (row: Row) => string
  readonly contextColour: (row: Row) => number
  /** Draws a cell of its own; undefined leaves it to the table. */
  readonly renderCell?: (row: Row, column: ShownColumn) => ReactNode | undefined
}

const overscan = 8

/**
 * A table of any length on a window of main's rows, as an ARIA grid: the grid has the focus and
 * names the active row, arrows and `j k g G` move it, Space selects, Enter opens.
 */
export function VirtualTable(props: VirtualTableProps) {
  const { snapshot, columns, rowHeight, setWindow } = props
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const virtualizer = useVirtualizer({
    count: snapshot.matching,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes depend on the density alone
  useEffect(() => virtualizer.measure(), [rowHeight])
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = (items.at(-1)?.index ?? -1) + 1
  useWindow(snapshot, first, last, setWindow)
  const widths = useWidths(props)
  const cursor = useCursor({
    snapshot,
    pageSize: Math.max(1, last - first - 2 * overscan - 2),
    scrollTo: index => showRow(scroller.current, index, rowHeight),
    onOpen: props.onOpen,
  })
  useTellCursor(cursor, props.onCursor)
  const onPress = useSteady(cursor.onPress)
  const onOpen = useSteady(props.onOpen)
  const places = placesFor(items.length)
  const template = gridTemplate(columns, widths)
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="grid"
      aria-label={props.label}
      aria-rowcount={snapshot.matching + 1}
      aria-colcount={columns.length}
      aria-multiselectable="true"
      aria-activedescendant={
        cursor.index >= first && cursor.index < last ? `${id}${cursor.index}` : undefined
      }
      tabIndex={0}
      {...takesRowKeys}
      style={{ '--columns': template, '--least': `${leastWidth(columns, widths)}px` } as React.CSSProperties}
      onFocus={cursor.onFocus}
      onKeyDown={event => {
        if (event.target !== event.currentTarget) return
        cursor.onKeyDown(event)
        if (!event.defaultPrevented) props.onKey(event, cursor.row)
      }}
    >
      <TableHead columns={columns} sort={props.sort} onSort={props.onSort} />
      <div className={styles.body} role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(item => (
          <TableRow
            key={item.index % places}
            id={`${id}${item.index}`}
            row={rowAt(snapshot, item.index)}
            index={item.index}
            top={item.start}
            columns={columns}
            isActive={item.index === cursor.index}
            isSelected={cursor.selected.has(rowAt(snapshot, item.index)?.key ?? '')}
            contextName={props.contextName}
            contextColour={props.contextColour}
            renderCell={props.renderCell}
            onPress={onPress}
            onOpen={onOpen}
          />
        ))}
      </div>
    </div>
  )
}

/**
 * Elements of rows are used again as rows scroll by, which costs far less than new ones: a row
 * stands in the element of its place modulo this number, a power of two so that it rarely changes.
 */
function placesFor(visible: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(64, visible)))
}

/** The same function at every render, doing what the latest one does: rows need not be drawn again for it. */
function useSteady<Args extends readonly unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(run)
  latest.current = run
  return useCallback((...args: Args) => latest.current(...args), [])
}

/**
 * Scrolls as little as shows the row whole, below the head that sticks to the top and is as high
 * as a row. All rows are of one height, so nothing is measured: the virtualizer's own way lays the
 * page out again and again, some 17 ms for each key.
 */
function showRow(scroller: HTMLElement | null, index: number, rowHeight: number): void {
  if (scroller === null) return
  const top = index * rowHeight
  const bottom = top + 2 * rowHeight
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (bottom > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = bottom - scroller.clientHeight
}

/** Asks for the rows around what is visible, ahead of the scroll. */
function useWindow(
  snapshot: TableSnapshot,
  first: number,
  last: number,
  setWindow: (window: RowWindow) => void,
): void {
  const asked: RefObject<RowWindow> = useRef({ start: 0, count: 120 })
  useEffect(() => {
    if (!snapshot.isKnown || last <= first) return
    const next = planWindow(asked.current, first, last, snapshot.matching)
    if (next === asked.current) return
    asked.current = next
    setWindow(next)
  }, [snapshot.isKnown, snapshot.matching, first, last, setWindow])
}

function useWidths({ columns, snapshot, contextName }: VirtualTableProps): ReadonlyMap<string, number> {
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map())
  const next = fitWidths(columns, snapshot.rows, widths, contextName)
  if (next !== widths) setWidths(next)
  return next
}

function useTellCursor(cursor: Cursor, tell: VirtualTableProps['onCursor']): void {
  const { row, selected } = cursor
  const latest = useRef(cursor)
  latest.current = cursor
  useEffect(() => {
    tell({ row, selected, clearSelection: () => latest.current.clearSelection() })
  }, [row, selected, tell])
}
