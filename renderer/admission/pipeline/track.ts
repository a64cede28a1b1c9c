import type { Look } from './outcomes.ts'
import type { Station } from './stations.ts'

/** How the line looks before and behind a station. */
export interface Segment {
  readonly before: Look
  readonly behind: Look
}

/**
 * The line of the rail: good as long as the request goes on for certain, unknown from the first
 * station on that may end it, and idle behind the one that does.
 */
export function trackOf(stations: readonly Pick<Station, 'look' | 'isNotReached'>[]): readonly Segment[] {
  let present: Look = 'good'
  return stations.map(({ look, isNotReached }) => {
    const before: Look = isNotReached ? 'idle' : present
    if (isNotReached) present = 'idle'
    else if (present !== 'idle' && look === 'bad') {
      present = 'idle'
      return { before, behind: 'bad' }
    } else if (present === 'good' && look === 'unknown') present = 'unknown'
    return { before, behind: present }
  })
}
