import { describe, expect, it } from 'vitest'
import { afterEvent, type Reading, type ReadingEvent } from './follow.ts'

describe('what is in sight', () => {
  it.each<[string, Reading, readonly ReadingEvent[], Reading]>([
    ['stands still once the reader goes up', 'following', ['left'], 'reading'],
    ['follows again when scrolling down comes to the end', 'following', ['left', 'cameToEnd'], 'following'],
    [
      'stands still while paused, whatever is scrolled',
      'following',
      ['pause', 'left', 'cameToEnd'],
      'paused',
    ],
    ['follows again when the pause ends', 'following', ['pause', 'pause'], 'following'],
    ['follows again when the end is asked for', 'paused', ['toEnd'], 'following'],
    ['follows again by the key of the pause where nothing was paused', 'reading', ['pause'], 'following'],
    ['goes on following when nothing was left', 'following', ['cameToEnd', 'toEnd'], 'following'],
  ])('%s', (_rule, from, events, to) => {
    expect(events.reduce(afterEvent, from)).toBe(to)
  })
})
