import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../ui/index.ts'
import styles from './Tree.module.css'

export interface TreeRow {
  readonly id: string
  /** From 1. */
  readonly level: number
  /** Undefined: nothing is inside. */
  readonly isExpanded?: boolean | undefined
  readonly isSelected: boolean
  readonly content: ReactNode
}

export interface TreeProps {
  readonly label: string
  /** The rows in sight, in order. */
  readonly rows: readonly TreeRow[]
  readonly onToggle: (id: string) => void
  readonly onSelect: (id: string) => void
}

/** A tree with the keyboard of the APG. One row takes the focus; arrows lead on from there. */
export function Tree({ label, rows, onToggle, onSelect }: TreeProps) {
  const place = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState('')
  const mayFocus = useRef(false)
  const at = Math.max(0, indexOf(rows, focused))
  const current = rows[at]
  useEffect(() => {
    if (!mayFocus.current) return
    mayFocus.current = false
    place.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })
  const focus = (row: TreeRow | undefined) => {
    if (row === undefined) return
    mayFocus.current = true
    setFocused(row.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (current === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    switch (event.key) {
      case 'ArrowDown':
        focus(rows[at + 1])
        break
      case 'ArrowUp':
        focus(rows[at - 1])
        break
      case 'Home':
        focus(rows[0])
        break
      case 'End':
        focus(rows.at(-1))
        break
      case 'ArrowRight':
        if (current.isExpanded === false) onToggle(current.id)
        else if (current.isExpanded === true) focus(rows[at + 1])
        break
      case 'ArrowLeft':
        if (current.isExpanded === true) onToggle(current.id)
        else focus(rows.slice(0, at).findLast(row => row.level < current.level))
        break
      case 'Enter':
      case ' ':
        act(current)
        break
      default:
        return
    }
    event.preventDefault()
  }
  const act = (row: TreeRow) => {
    onSelect(row.id)
    if (row.isExpanded !== undefined) onToggle(row.id)
  }
  return (
    <div ref={place} role="tree" aria-label={label} className={styles.tree} onKeyDown={onKeyDown}>
      {rows.map((row, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the tree
        <div
          key={row.id}
          role="treeitem"
          aria-level={row.level}
          aria-selected={row.isSelected}
          aria-expanded={row.isExpanded}
          tabIndex={index === at ? 0 : -1}
          className={`${styles.row} ${row.isSelected ? styles.selected : ''}`}
          style={{ paddingInlineStart: `calc(var(--space-2) + ${(row.level - 1) * 14}px)` }}
          onFocus={() => setFocused(row.id)}
          onClick={() => act(row)}
        >
          <span className={styles.mark} aria-hidden="true">
            {row.isExpanded !== undefined && <Icon name={row.isExpanded ? 'chevronDown' : 'chevronRight'} />}
          </span>
          {row.content}
        </div>
      ))}
    </div>
  )
}

function indexOf(rows: readonly TreeRow[], id: string): number {
  const known = rows.findIndex(row => row.id === id)
  return known >= 0 ? known : rows.findIndex(row => row.isSelected)
}
