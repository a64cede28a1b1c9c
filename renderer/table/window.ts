export interface RowWindow {
  readonly start: number
  readonly count: number
}

/** Rows kept beyond what is visible, as a share of it: the next ones are there before the scroll. */
const ahead = 2
const smallest = 60
/** Most rows of a window; the protocol takes no more. */
const largest = 500

/**
 * The window to ask for when the rows `first` to `last` (exclusive) are visible. It stays the
 * same while the visible rows keep a margin inside it, so that scrolling asks now and then
 * instead of at every step; otherwise it reaches further in the direction of the scroll.
 */
export function planWindow(current: RowWindow, first: number, last: number, matching: number): RowWindow {
  const visible = Math.max(1, last - first)
  const margin = Math.ceil(visible / 2)
  const end = current.start + current.count
  const isCovered =
    (current.start === 0 || current.start <= first - margin) && (end >= matching || end >= last + margin)
  if (isCovered && current.start <= first && end >= Math.min(last, matching)) return current
  const count = Math.min(largest, Math.max(smallest, visible * (1 + 2 * ahead)))
  const isDownward = first >= current.start
  const before = Math.floor((count - visible) * (isDownward ? 0.3 : 0.7))
  return { start: Math.max(0, first - before), count }
}
