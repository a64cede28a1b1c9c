/** A line of the list, by its place and by what it keeps when places move. */
export interface Marked {
  readonly place: number
  readonly number: number
}

/** The line that keys act on, and where the lines that are selected with it begin. */
export interface LineCursor {
  readonly active: Marked
  readonly anchor: Marked
}

/** The first and the last selected place. */
export function selectedOf({ active, anchor }: LineCursor): {
  readonly first: number
  readonly last: number
} {
  return {
    first: Math.min(active.place, anchor.place),
    last: Math.max(active.place, anchor.place),
  }
}

/** The same lines after all places moved. */
export function shifted(cursor: LineCursor, by: number): LineCursor {
  const move = (marked: Marked): Marked => ({ ...marked, place: Math.max(0, marked.place + by) })
  return { active: move(cursor.active), anchor: move(cursor.anchor) }
}

/**
 * Where a key leads; null for keys that do not move.
 * @param page lines of a page
 */
export function keyTarget(key: string, place: number, page: number, total: number): number | null {
  switch (key) {
    case 'ArrowDown':
    case 'j':
    case 'J':
      return place + 1
    case 'ArrowUp':
    case 'k':
    case 'K':
      return place - 1
    case 'PageDown':
      return place + page
    case 'PageUp':
      return place - page
    case 'Home':
    case 'g':
      return 0
    case 'End':
    case 'G':
      return total - 1
    default:
      return null
  }
}
