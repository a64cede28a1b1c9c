import { expect, it } from 'vitest'
import type { Look } from './outcomes.ts'
import { trackOf } from './track.ts'

it.each<[readonly Look[], string]>([
  [['good', 'idle', 'warning'], 'good-good good-good good-good'],
  [['good', 'bad', 'idle'], 'good-good good-bad idle-idle'],
  [['unknown', 'good', 'bad', 'good'], 'good-unknown unknown-unknown unknown-bad idle-idle'],
])('the line along %j is %s', (looks, line) => {
  const track = trackOf(looks.map(look => ({ look, isNotReached: false })))
  expect(track.map(({ before, behind }) => `${before}-${behind}`).join(' ')).toBe(line)
})

it('the line ends before what is not reached', () => {
  expect(trackOf([{ look: 'idle', isNotReached: true }])).toEqual([{ before: 'idle', behind: 'idle' }])
})
