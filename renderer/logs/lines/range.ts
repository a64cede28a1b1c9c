/** Entries from `first` to `last` (exclusive). */
export interface PlaceRange {
  readonly first: number
  readonly last: number
}

/** What is asked of main: `end` goes on with what comes. */
export interface LogWindow {
  readonly start: number | 'end'
  readonly count: number
}

/** Lines drawn beyond those in sight, for the frame in which a scroll runs ahead. */
export const overscan = 8
/** Most entries of a window; the protocol takes no more. */
const largest = 500

/** The entries to draw with a line at the top edge. */
export function drawnFrom(place: number, viewport: number, unit: number, total: number): PlaceRange {
  const first = Math.max(0, Math.min(total, place - overscan))
  return { first, last: Math.max(first, Math.min(total, place + linesIn(viewport, unit) + overscan)) }
}

/** The last entries: those in sight, and a few above them. */
export function drawnAtEnd(viewport: number, unit: number, total: number): PlaceRange {
  return { first: Math.max(0, total - linesIn(viewport, unit) - overscan), last: total }
}

function linesIn(viewport: number, unit: number): number {
  return Math.ceil(viewport / unit) + 1
}

/** The window to follow the end with. */
export function windowAtEnd(viewport: number, unit: number): LogWindow {
  return { start: 'end', count: Math.min(largest, linesIn(viewport, unit) + 2 * overscan) }
}

/**
 * The window to ask for when a range is drawn. It stays the same while the range keeps a margin
 * inside it, so that scrolling asks now and then instead of at every step.
 */
export function windowAround(current: LogWindow, { first, last }: PlaceRange, total: number): LogWindow {
  const drawn = Math.max(1, last - first)
  const margin = Math.ceil(drawn / 2)
  if (current.start !== 'end') {
    const end = current.start + current.count
    const isCovered =
      (current.start === 0 || current.start <= first - margin) && (end >= total || end >= last + margin)
    if (isCovered) return current
  }
  const count = Math.min(largest, drawn * 4)
  return { start: Math.max(0, first - Math.floor((count - drawn) / 2)), count }
}
