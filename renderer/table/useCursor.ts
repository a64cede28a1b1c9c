import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { Row } from '../../shared/ipc/index.ts'
import { rowAt, type TableSnapshot } from './snapshot.ts'

export interface Cursor {
  /** Place of the active row; -1 when there is none. */
  readonly index: number
  readonly row: Row | undefined
  readonly selected: ReadonlySet<string>
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onPress: (index: number, event: MouseEvent) => void
  /** The rows got the focus: one of them must show it. */
  readonly onFocus: () => void
  readonly clearSelection: () => void
}

export interface CursorOptions {
  readonly snapshot: TableSnapshot
  /** Rows of a page, for Page Up and Page Down. */
  readonly pageSize: number
  readonly scrollTo: (index: number) => void
  readonly onOpen: (row: Row) => void
}

interface Position {
  readonly index: number
  readonly key: string | null
  /** Where a range that is extended with Shift began. */
  readonly anchor: number
}

/**
 * The active row and the selected ones. The active row is followed by its key while it is in
 * the window, so that it stays the same object when others come or go above it.
 */
export function useCursor({ snapshot, pageSize, scrollTo, onOpen }: CursorOptions): Cursor {
  const [position, setPosition] = useState<Position>({ index: -1, key: null, anchor: 0 })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const index = currentIndex(snapshot, position)
  const row = index < 0 ? undefined : rowAt(snapshot, index)
  const moveTo = (wanted: number, extends_: boolean) => {
    if (snapshot.matching === 0) return
    const next = Math.min(snapshot.matching - 1, Math.max(0, wanted))
    const anchor = extends_ ? position.anchor : next
    setPosition({ index: next, key: rowAt(snapshot, next)?.key ?? null, anchor })
    if (extends_) setSelected(keysBetween(snapshot, anchor, next))
    scrollTo(next)
  }
  const toggle = (key: string) => {
    const next = new Set(selected)
    if (!next.delete(key)) next.add(key)
    setSelected(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || (isChord(event) && event.key.toLowerCase() !== 'a')) return
    if (isChord(event)) setSelected(keysBetween(snapshot, 0, snapshot.matching - 1))
    else if (event.key === ' ' && row !== undefined) toggle(row.key)
    else if (event.key === 'Enter' && row !== undefined) onOpen(row)
    else if (event.key === 'Escape' && selected.size > 0) setSelected(new Set())
    else {
      const target = targetOf(event.key, index, pageSize, snapshot.matching)
      if (target === null) return
      moveTo(target, event.shiftKey && event.key !== 'G')
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const onPress = (pressed: number, event: MouseEvent) => {
    const key = rowAt(snapshot, pressed)?.key
    if (event.button !== 0 || key === undefined) return
    if (isChord(event)) toggle(key)
    else if (event.shiftKey) setSelected(keysBetween(snapshot, position.anchor, pressed))
    else setSelected(new Set())
    setPosition({ index: pressed, key, anchor: event.shiftKey ? position.anchor : pressed })
  }
  const onFocus = () => {
    if (index < 0 && snapshot.matching > 0)
      setPosition({ index: 0, key: rowAt(snapshot, 0)?.key ?? null, anchor: 0 })
  }
  return { index, row, selected, onKeyDown, onPress, onFocus, clearSelection: () => setSelected(new Set()) }
}

function isChord(event: { readonly ctrlKey: boolean; readonly metaKey: boolean }): boolean {
  return event.ctrlKey || event.metaKey
}

function currentIndex(snapshot: TableSnapshot, position: Position): number {
  if (position.index < 0 || snapshot.matching === 0) return -1
  const limited = Math.min(position.index, snapshot.matching - 1)
  if (position.key === null || rowAt(snapshot, limited)?.key === position.key) return limited
  const place = snapshot.rows.findIndex(row => row?.key === position.key)
  return place < 0 ? limited : snapshot.start + place
}

/** Where a key of the keyboard leads; null for keys that do not move. */
export function targetOf(key: string, index: number, pageSize: number, matching: number): number | null {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return index + 1
    case 'ArrowUp':
    case 'k':
      return index - 1
    case 'PageDown':
      return index + pageSize
    case 'PageUp':
      return index - pageSize
    case 'Home':
    case 'g':
      return 0
    case 'End':
    case 'G':
      return matching - 1
    default:
      return null
  }
}

/** Keys of the rows of a range that are at hand. */
function keysBetween(snapshot: TableSnapshot, a: number, b: number): ReadonlySet<string> {
  const keys = new Set<string>()
  for (let index = Math.max(Math.min(a, b), snapshot.start); index <= Math.max(a, b); index++) {
    if (index >= snapshot.start + snapshot.rows.length) break
    const key = rowAt(snapshot, index)?.key
    if (key !== undefined) keys.add(key)
  }
  return keys
}
