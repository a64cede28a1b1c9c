// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot hold rows that are placed by transform
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of a table that is only read take no focus
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus

import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import styles from './LineTable.module.css'

export interface LineTableProps {
  readonly label: string
  readonly className?: string | undefined
  /** Stands above the lines while they scroll. */
  readonly head?: ReactNode
  readonly count: number
  /** The cells of a line. */
  readonly children: (index: number) => ReactNode
}

/** Lines of text by the thousand: those in sight are drawn, and each is as high as its text. */
export function LineTable({ label, className = '', head, count, children }: LineTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => 20,
    overscan: 20,
  })
  return (
    <div
      ref={scroller}
      className={`${styles.table} ${className}`}
      role="table"
      aria-label={label}
      aria-rowcount={count}
      tabIndex={0}
    >
      {head}
      <div role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(item => (
          <div
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
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
  )
}

/** A line too long for its column goes on below where its value began, and not at the edge. */
export function hanging(text: string): { readonly paddingLeft: string; readonly textIndent: string } {
  const indent = text.length - text.trimStart().length + 2
  return { paddingLeft: `${indent}ch`, textIndent: `-${indent}ch` }
}
