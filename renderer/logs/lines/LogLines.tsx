// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot hold lines that are placed by hand
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active line
import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import type { LogEntry } from '../../../shared/ipc/index.ts'
import { takesRowKeys } from '../../table/index.ts'
import styles from './Lines.module.css'
import { type LinesView, LogGrid } from './LogGrid.ts'
import { columnsBefore } from './layout.ts'

/** A line, and the column that is meant of it; where on screen. */
export interface LinePoint {
  readonly entry: LogEntry
  readonly column: string | null
  readonly at: { readonly x: number; readonly y: number }
}

export interface LogLinesProps extends LinesView {
  /** Accessible name, e.g. `Log of Deployment web`. */
  readonly label: string
  readonly grid: Ref<LogGrid>
  /** Shows a line in full. */
  readonly onOpen: () => void
  /** Opens the menu of a line. */
  readonly onMenu: (point: LinePoint) => void
  /** Opens the menu of a column. */
  readonly onColumn: (column: string, at: { readonly x: number; readonly y: number }) => void
}

/**
 * Lines of a log of any length on a window of main's, as an ARIA grid: arrows and `j k g G` move,
 * Shift selects, Space pauses, Enter shows the line in full.
 */
export function LogLines(props: LogLinesProps) {
  const { label, columns, isWrapped, lineHeight } = props
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const grid = useRef<LogGrid | null>(null)
  const first = useRef(props)
  const id = useId()
  useLayoutEffect(() => {
    if (scroller.current === null || body.current === null || sheet.current === null) return
    const place = { scroller: scroller.current, body: body.current, sheet: sheet.current, id }
    const made = new LogGrid(place, first.current)
    grid.current = made
    return () => made.dispose()
  }, [id])
  useLayoutEffect(() => grid.current?.follow(props))
  useImperativeHandle(props.grid, () => grid.current as LogGrid)
  const isTabular = columns.length > 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    if (grid.current?.key(event.nativeEvent) === true) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const active = grid.current?.active
    if (active == null || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') props.onOpen()
    else if (event.key === 'm' || event.key === 'ContextMenu')
      props.onMenu({
        entry: active.entry,
        column: null,
        at: { x: active.box.left + 40, y: active.box.bottom },
      })
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onMouseDown = (event: MouseEvent) => {
    if (event.button !== 0 || !(event.target instanceof Element)) return
    // Shift would select text from somewhere else up to here.
    if (event.shiftKey) {
      event.preventDefault()
      scroller.current?.focus()
    }
    grid.current?.press(event.target, event.shiftKey)
    const isOpening = event.target.closest(`.${styles.gutter}, [data-cut]`) !== null
    if (isOpening && !event.shiftKey) props.onOpen()
  }
  const onContextMenu = (event: MouseEvent) => {
    // Over text that is selected the menu of the browser copies it.
    if (!(event.target instanceof Element) || getSelection()?.isCollapsed === false) return
    const found = grid.current?.lineAt(event.target)
    if (found == null) return
    event.preventDefault()
    grid.current?.press(event.target, false)
    props.onMenu({ ...found, at: { x: event.clientX, y: event.clientY } })
  }
  return (
    <div
      ref={scroller}
      className={`${styles.scroller} ${isTabular ? styles.tabular : isWrapped ? styles.wrapped : styles.unwrapped}`}
      style={{ ...columnsBefore(props), '--line-height': `${lineHeight}px` } as React.CSSProperties}
      role="grid"
      aria-label={label}
      aria-multiselectable="true"
      aria-readonly="true"
      tabIndex={0}
      {...takesRowKeys}
      data-dock-focus=""
      onKeyDown={onKeyDown}
    >
      {isTabular && <Head {...props} />}
      <div
        ref={body}
        className={styles.body}
        role="rowgroup"
        onMouseDown={onMouseDown}
        onContextMenu={onContextMenu}
      >
        <div ref={sheet} className={styles.sheet} role="presentation" />
      </div>
    </div>
  )
}

function Head({ columns, time, hasSources, onColumn }: LogLinesProps) {
  return (
    <div className={styles.headGroup} role="rowgroup">
      <div className={styles.head} role="row">
        {time !== 'off' && <HeadCell text="time" />}
        {hasSources && <HeadCell text="source" />}
        <HeadCell text="level" isHidden />
        {columns.map(column => (
          <div key={column} className={styles.headCell} role="columnheader">
            <button
              type="button"
              className={styles.headButton}
              title={column}
              onClick={event => {
                const box = event.currentTarget.getBoundingClientRect()
                onColumn(column, { x: box.left, y: box.bottom })
              }}
            >
              {column}
            </button>
          </div>
        ))}
      </div>
    </div>
  )
}

function HeadCell({ text, isHidden = false }: { readonly text: string; readonly isHidden?: boolean }) {
  return (
    <div className={`${styles.headCell} ${styles.plainHead}`} role="columnheader">
      <span className={isHidden ? 'visually-hidden' : ''}>{text}</span>
    </div>
  )
}
