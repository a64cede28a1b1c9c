// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot hold rows that are placed by transform
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of a table that is only read take no focus
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus

import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import styles from './LineTable.module.css'

export interface LineTableProps {
  readonly label: string
  readonly className?: string | undefined
  /** Stands above the lines while they scroll. */
  readonly head?: ReactNode
  readonly count: number
  /** Lines where changes begin, in their order: `n` and `p` go to the next and the one before. */
  readonly changes?: readonly number[]
  /** The cells of a line. */
  readonly children: (index: number) => ReactNode
}

const none: readonly number[] = []

/** Lines of text by the thousand: those in sight are drawn, and each is as high as its text. */
export function LineTable({ label, className = '', head, count, changes = none, children }: LineTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => 20,
    overscan: 20,
  })
  const [reached, setReached] = useState<number | null>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if ((event.key !== 'n' && event.key !== 'p') || changes.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    const at = nextChange(changes, reached, event.key === 'n' ? 1 : -1)
    const line = changes[at] ?? 0
    setReached(line)
    virtualizer.scrollToIndex(line, { align: 'center' })
  }
  const place = reached === null ? -1 : changes.indexOf(reached)
  return (
    <>
      <span role="status" className={styles.told}>
        {place < 0 ? '' : `Change ${place + 1} of ${changes.length}`}
      </span>
      <div
        ref={scroller}
        className={`${styles.table} ${className}`}
        role="table"
        aria-label={label}
        aria-rowcount={count}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {head}
        <div role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(item => (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              data-reached={item.index === reached ? '' : undefined}
              role="row"
              aria-rowindex={item.index + 1}
              className={styles.placed}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {children(item.index)}
            </div>
          ))}
        </div>
      </div>
    </>
  )
}

/** Place of the change after, or before, the line that was reached last; round at the end. */
function nextChange(changes: readonly number[], reached: number | null, step: 1 | -1): number {
  if (reached === null) return step === 1 ? 0 : changes.length - 1
  const next =
    step === 1 ? changes.findIndex(line => line > reached) : changes.findLastIndex(line => line < reached)
  if (next >= 0) return next
  return step === 1 ? 0 : changes.length - 1
}

/** A line too long for its column goes on below where its value began, and not at the edge. */
export function hanging(text: string): { readonly paddingLeft: string; readonly textIndent: string } {
  const indent = text.length - text.trimStart().length + 2
  return { paddingLeft: `${indent}ch`, textIndent: `-${indent}ch` }
}
