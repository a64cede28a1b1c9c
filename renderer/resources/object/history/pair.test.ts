import { expect, it } from 'vitest'
import type { Revision } from '../../../../shared/ipc/index.ts'
import { pairOf } from './pair.ts'

const seen = (id: string, isStatusOnly = false): Revision => ({
  id,
  origin: 'seen',
  part: 'object',
  label: id,
  at: 0,
  managers: [],
  isStatusOnly,
})
const kept = (id: string): Revision => ({ ...seen(id), origin: 'kept', part: 'template' })
const none = { before: null, after: null }

it.each([
  ['the newest two', [seen('3'), seen('2'), seen('1')], none, '2→3'],
  [
    'the version before a change that was followed by status alone',
    [seen('4', true), seen('3', true), seen('2'), seen('1')],
    none,
    '1→4',
  ],
  ['status changes when there is nothing else', [seen('2', true), seen('1', true)], none, '1→2'],
  ['the template before the present one', [seen('1'), kept('r2'), kept('r1')], none, 'r1→1'],
  ['the present template when there is no other', [seen('1'), kept('r1')], none, 'r1→1'],
  ['what was chosen', [seen('3'), seen('2'), seen('1')], { before: '3', after: '1' }, '3→1'],
  [
    'the next kept one to a kept one',
    [seen('1'), kept('r2'), kept('r1')],
    { before: null, after: 'r2' },
    'r1→r2',
  ],
  ['nothing while there is one version', [seen('1')], none, 'none'],
] as const)('compares %s', (_name, revisions, chosen, expected) => {
  const pair = pairOf(revisions, chosen)
  expect(pair === null ? 'none' : `${pair.before.id}→${pair.after.id}`).toBe(expected)
})
