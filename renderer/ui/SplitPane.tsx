import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import styles from './SplitPane.module.css'

export interface SplitPaneProps {
  /** `columns`: beside each other; `rows`: one above the other. */
  readonly direction: 'columns' | 'rows'
  /** Accessible name of the line between, e.g. `Size of the detail`. */
  readonly label: string
  /** Null: only the second is shown. */
  readonly first: ReactNode | null
  /** Null: only the first is shown. */
  readonly second: ReactNode | null
  /** Share of the second in percent, at the start. */
  readonly share?: number
}

/** Two parts with a line between that moves by pointer and by arrow keys. */
export function SplitPane({ direction, label, first, second, share = 35 }: SplitPaneProps) {
  const place = useRef<HTMLDivElement>(null)
  const [percent, setPercent] = useState(share)
  const set = (value: number) => setPercent(Math.min(80, Math.max(15, value)))
  const onPointerMove = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = place.current?.getBoundingClientRect()
    if (box === undefined) return
    const across = direction === 'columns'
    set(
      across
        ? ((box.right - event.clientX) / box.width) * 100
        : ((box.bottom - event.clientY) / box.height) * 100,
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') set(percent + 3)
    else if (event.key === 'ArrowRight' || event.key === 'ArrowDown') set(percent - 3)
    else return
    event.preventDefault()
  }
  return (
    <div ref={place} className={`${styles.pane} ${styles[direction]}`}>
      {first !== null && <div className={styles.part}>{first}</div>}
      {first !== null && second !== null && (
        // biome-ignore lint/a11y/useSemanticElements: a separator that moves is not a rule
        <div
          className={styles.line}
          role="separator"
          aria-label={label}
          aria-orientation={direction === 'columns' ? 'vertical' : 'horizontal'}
          aria-valuenow={Math.round(percent)}
          aria-valuemin={15}
          aria-valuemax={80}
          tabIndex={0}
          onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={onPointerMove}
          onKeyDown={onKeyDown}
        />
      )}
      {second !== null && (
        <div className={styles.part} style={first === null ? undefined : { flex: `0 0 ${percent}%` }}>
          {second}
        </div>
      )}
    </div>
  )
}
