import type { Row } from '../../shared/ipc/index.ts'
import { rowAt, type TableSnapshot } from './snapshot.ts'

/** The active row and the selected ones, as others see them. */
export interface Cursor {
  readonly row: Row | undefined
  readonly selected: ReadonlySet<string>
  readonly clearSelection: () => void
}

/** The parts of a key or mouse press that matter here. */
export interface Press {
  readonly key?: string
  readonly button?: number
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

/** What a press did: nothing, a change of what is marked, or a row to open. */
export type Outcome =
  | { readonly type: 'nothing' }
  | { readonly type: 'marked' }
  | { readonly type: 'moved'; readonly to: number }
  | { readonly type: 'opened'; readonly row: Row }

const nothing: Outcome = { type: 'nothing' }
const marked: Outcome = { type: 'marked' }
const noKeys: ReadonlySet<string> = new Set()

/**
 * The active row and the selected ones. The active row is followed by its key while it is in the
 * window, so that it stays the same object when others come or go above it.
 */
export class TableCursor {
  #index = -1
  #key: string | null = null
  /** Where a range that is extended with Shift began. */
  #anchor = 0
  #selected = noKeys

  get selected(): ReadonlySet<string> {
    return this.#selected
  }

  /** Place of the active row; -1 when there is none. */
  indexIn(snapshot: TableSnapshot): number {
    if (this.#index < 0 || snapshot.matching === 0) return -1
    const limited = Math.min(this.#index, snapshot.matching - 1)
    if (this.#key === null || rowAt(snapshot, limited)?.key === this.#key) return limited
    const place = snapshot.rows.findIndex(row => row?.key === this.#key)
    return place < 0 ? limited : snapshot.start + place
  }

  rowIn(snapshot: TableSnapshot): Row | undefined {
    const index = this.indexIn(snapshot)
    return index < 0 ? undefined : rowAt(snapshot, index)
  }

  /** @param page rows of a page, for Page Up and Page Down */
  press(press: Press & { readonly key: string }, snapshot: TableSnapshot, page: number): Outcome {
    const isAll = isChord(press) && press.key.toLowerCase() === 'a'
    if (press.altKey || (isChord(press) && !isAll)) return nothing
    const row = this.rowIn(snapshot)
    if (isAll) this.#selected = keysBetween(snapshot, 0, snapshot.matching - 1)
    else if (press.key === ' ' && row !== undefined) this.#toggle(row.key)
    else if (press.key === 'Enter' && row !== undefined) return { type: 'opened', row }
    else if (press.key === 'Escape' && this.#selected.size > 0) this.#selected = noKeys
    else {
      const target = targetOf(press.key, this.indexIn(snapshot), page, snapshot.matching)
      if (target === null) return nothing
      return this.#moveTo(target, press.shiftKey && press.key !== 'G', snapshot)
    }
    return marked
  }

  pressRow(index: number, press: Press, snapshot: TableSnapshot): Outcome {
    const key = rowAt(snapshot, index)?.key
    if (press.button !== 0 || key === undefined) return nothing
    if (isChord(press)) this.#toggle(key)
    else if (press.shiftKey) this.#selected = keysBetween(snapshot, this.#anchor, index)
    else this.#selected = noKeys
    this.#index = index
    this.#key = key
    if (!press.shiftKey) this.#anchor = index
    return marked
  }

  /** The rows got the focus: one of them must show it. */
  focus(snapshot: TableSnapshot): Outcome {
    if (this.indexIn(snapshot) >= 0 || snapshot.matching === 0) return nothing
    this.#index = 0
    this.#key = rowAt(snapshot, 0)?.key ?? null
    this.#anchor = 0
    return marked
  }

  clearSelection(): void {
    this.#selected = noKeys
  }

  #moveTo(wanted: number, isExtending: boolean, snapshot: TableSnapshot): Outcome {
    // The key is taken all the same: it must not scroll the page instead.
    if (snapshot.matching === 0) return marked
    const next = Math.min(snapshot.matching - 1, Math.max(0, wanted))
    if (isExtending) this.#selected = keysBetween(snapshot, this.#anchor, next)
    else this.#anchor = next
    this.#index = next
    this.#key = rowAt(snapshot, next)?.key ?? null
    return { type: 'moved', to: next }
  }

  #toggle(key: string): void {
    const next = new Set(this.#selected)
    if (!next.delete(key)) next.add(key)
    this.#selected = next
  }
}

function isChord(press: Press): boolean {
  return press.ctrlKey || press.metaKey
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
