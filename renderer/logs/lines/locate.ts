/** Entries as their places are looked for. */
export interface NumberedWindow {
  /** Place of the first one. */
  readonly start: number
  readonly entries: readonly { readonly number: number }[]
  /** Entries that there are. */
  readonly total: number
}

/** Places between which the one that is looked for stands, and the windows asked for so far. */
export interface Bounds {
  readonly low: number
  readonly high: number
  readonly steps: number
}

/** Where an entry stands now, or from where on to ask for others to find it. */
export type Located =
  | { readonly type: 'found'; readonly place: number }
  | { readonly type: 'ask'; readonly start: number; readonly bounds: Bounds }

export const anywhere: Bounds = { low: 0, high: Number.MAX_SAFE_INTEGER, steps: 0 }

/** From this step on the guess is the middle: lines that are filtered unevenly mislead any other. */
const guesses = 4

/**
 * The place of the entry of a number, or of the next one when it is not there any more: lines that
 * made room and filters that changed move all places, numbers stay.
 */
export function locate(window: NumberedWindow, number: number, bounds: Bounds = anywhere): Located {
  const { start, entries, total } = window
  const first = entries[0]
  const last = entries.at(-1)
  const high = Math.min(bounds.high, total)
  if (total === 0) return { type: 'found', place: 0 }
  if (first === undefined || last === undefined)
    return asked(Math.max(0, total - 1), { ...bounds, high: total })
  const equal = entries.findIndex(entry => entry.number === number)
  if (equal >= 0) return { type: 'found', place: start + equal }
  const density = Math.min(1, entries.length / Math.max(1, last.number - first.number + 1))
  const half = Math.floor(entries.length / 2)
  if (number < first.number) {
    if (start <= bounds.low) return { type: 'found', place: start }
    const guess = start - Math.ceil((first.number - number) * density) - half
    return asked(guess, { ...bounds, high: start }, half)
  }
  if (number > last.number) {
    const end = start + entries.length
    if (end >= high) return { type: 'found', place: Math.min(end, total - 1) }
    const guess = end + Math.floor((number - last.number) * density) - half
    return asked(guess, { ...bounds, low: end, high }, half)
  }
  return { type: 'found', place: start + entries.findIndex(entry => entry.number > number) }
}

/** @param half entries before the middle of a window */
function asked(guess: number, { low, high, steps }: Bounds, half = 0): Located {
  const middle = Math.floor((low + high) / 2) - half
  const start = steps < guesses ? guess : middle
  return {
    type: 'ask',
    start: Math.max(low - half, 0, Math.min(high - 1, start)),
    bounds: { low, high, steps: steps + 1 },
  }
}
