import { assertNever } from '../../../shared/errors/index.ts'

/**
 * `following`: the end is in sight, and stays there as lines come. `reading`: the reader went up
 * and what is in sight stands still; reaching the end follows again. `paused`: it stands still
 * until the reader says otherwise.
 */
export type Reading = 'following' | 'reading' | 'paused'

export type ReadingEvent =
  /** The reader scrolled up, moved the cursor up, chose a line or jumped to a hit. */
  | 'left'
  /** Scrolling down came to the end. */
  | 'cameToEnd'
  /** The end was asked for. */
  | 'toEnd'
  /** The key or button of the pause. */
  | 'pause'

export function afterEvent(reading: Reading, event: ReadingEvent): Reading {
  switch (event) {
    case 'left':
      return reading === 'following' ? 'reading' : reading
    case 'cameToEnd':
      return reading === 'paused' ? 'paused' : 'following'
    case 'toEnd':
      return 'following'
    case 'pause':
      return reading === 'following' ? 'paused' : 'following'
    default:
      return assertNever(event)
  }
}
