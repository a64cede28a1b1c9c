import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { narrowest } from './layout.ts'
import styles from './VirtualTable.module.css'

export interface ColumnHandleProps {
  /** Of the column. */
  readonly name: string
  /** Pixels the column takes now. */
  readonly width: () => number
  /** While the handle is being pulled. */
  readonly onPull: (pixels: number) => void
  /** Null: the column is to fit its content. */
  readonly onResize: (pixels: number | null) => void
}

/** Pixels of one press of an arrow key, and with Shift. */
const step = 8
const largeStep = 40
/** Widest that a column can be made. Pixels. */
const widest = 2000

/**
 * The edge of a column: pulled by pointer, moved by the left and right arrow keys, and set back to
 * what fits by a double click or by Enter.
 */
export function ColumnHandle({ name, width, onPull, onResize }: ColumnHandleProps) {
  const pull = useRef<{ readonly from: number; readonly width: number; last: number } | null>(null)
  // What the keys have made of it so far: they come faster than the table is laid out. Null: as it stands.
  const [aimed, setAimed] = useState<number | null>(null)
  const now = aimed ?? 0
  const limited = (pixels: number) => Math.round(Math.min(widest, Math.max(narrowest, pixels)))
  const onPointerMove = (event: PointerEvent) => {
    if (pull.current === null) return
    pull.current.last = limited(pull.current.width + event.clientX - pull.current.from)
    onPull(pull.current.last)
  }
  const onPointerUp = () => {
    if (pull.current !== null && pull.current.last !== pull.current.width) {
      setAimed(pull.current.last)
      onResize(pull.current.last)
    }
    pull.current = null
  }
  const fitContent = () => {
    setAimed(null)
    onResize(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.shiftKey ? largeStep : step
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const next = limited((aimed ?? width()) + (event.key === 'ArrowLeft' ? -by : by))
      setAimed(next)
      onResize(next)
    } else if (event.key === 'Enter') fitContent()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is not a rule
    <div
      className={styles.handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${name}`}
      aria-valuenow={now}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuetext={`${now} pixels`}
      tabIndex={0}
      onFocus={() => setAimed(width())}
      onPointerDown={event => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        pull.current = { from: event.clientX, width: width(), last: width() }
      }}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onDoubleClick={fitContent}
      onKeyDown={onKeyDown}
    />
  )
}
