import { describe, expect, it } from 'vitest'
import type { AuditGroup, AuditTotals, AuditView } from '../../../shared/ipc/index.ts'
import {
  byPolicy,
  groupKey,
  isUnderWay,
  leftOutTexts,
  noGroupFilter,
  outcomeText,
  progressText,
} from './groups.ts'

const group = (policy: string, part: Partial<AuditGroup> = {}): AuditGroup => ({
  kind: 'ValidatingAdmissionPolicy',
  policy,
  effect: 'denied',
  message: 'no',
  count: 1,
  namespaces: [],
  otherNamespaces: 0,
  examples: [],
  ...part,
})

describe('groups', () => {
  const groups = [
    group('b', { count: 5 }),
    group('a', { effect: 'warned', change: 'new' }),
    group('b', { message: 'other' }),
  ]

  it('of one policy stand together, in the order in which they come', () => {
    expect(byPolicy(groups, noGroupFilter).map(({ policy, count }) => [policy, count])).toEqual([
      ['b', 6],
      ['a', 1],
    ])
  })

  it.each([
    [{ effect: 'warned' as const }, ['a']],
    [{ effect: 'denied' as const, change: 'new' as const }, []],
    [{ change: 'new' as const }, ['a']],
  ])('that fit %j are of %j', (filter, policies) => {
    expect(byPolicy(groups, { ...noGroupFilter, ...filter }).map(({ policy }) => policy)).toEqual(policies)
  })

  it('have keys of their own', () => {
    expect(new Set([...groups, group('b', { change: 'gone' })].map(groupKey)).size).toBe(4)
  })
})

const totals = (part: Partial<AuditTotals>): AuditTotals => ({
  objects: 1,
  evaluations: 1,
  findings: 0,
  omitted: 0,
  ungrouped: 0,
  byEffect: {},
  byChange: {},
  newByEffect: {},
  ...part,
})

it.each([
  [{}, false, 'No object would meet a policy that minds it.'],
  [{ findings: 3, byEffect: { warned: 3 } }, false, 'No object would be refused.'],
  [{ findings: 3, byEffect: { denied: 1, warned: 2 } }, false, '1 request would be refused or fail.'],
  [
    { findings: 1200, byEffect: { denied: 1100, error: 100 } },
    false,
    '1,200 requests would be refused or fail.',
  ],
  [{ findings: 3, byChange: { same: 3 } }, true, 'The draft changes nothing for the objects that exist.'],
  [{ findings: 3, byChange: { new: 2, gone: 1 } }, true, 'By the draft: 2 new, 1 gone.'],
  [
    { findings: 3, byChange: { new: 2 }, newByEffect: { denied: 1 } },
    true,
    'By the draft: 2 new, 1 of them refused or failing.',
  ],
] as const)('of %j (trial: %s) is told “%s”', (part, isTrial, text) => {
  expect(outcomeText(totals(part), isTrial)).toBe(text)
})

it.each([
  [{}, 0, []],
  [{}, 2, ['2 more groups with fewer objects are left out here; a saved file tells their findings.']],
  [
    { findings: 250_000, omitted: 50_000, ungrouped: 7 },
    0,
    [
      '7 findings more are unlike all these, and are counted in no group.',
      'Files hold the first 200,000 findings; 50,000 more are counted and no more.',
    ],
  ],
] as const)('nothing is left out without a word: %j, %s groups', (part, others, texts) => {
  expect(leftOutTexts(totals(part), others)).toEqual(texts)
})

it.each([
  [{ state: 'running', done: 4500, wanted: 10_231 }, '4,500 of 10,231 objects · 9 policies · 3.2 s'],
  [{ state: 'done', done: 1, wanted: 1, took: 12, policies: 1 }, '1 object · 1 policy · 12 ms'],
  [{ state: 'running', done: 7, wanted: 0 }, '7 objects · 9 policies · 3.2 s'],
] as const)('a run at %j is %s', (part, text) => {
  const view = { policies: 9, took: 3210, ...part } as unknown as AuditView
  expect(progressText(view)).toBe(text)
})

it.each([
  [undefined, true],
  ['reading', true],
  ['running', true],
  ['done', false],
  ['cancelled', false],
] as const)('a run that is %s goes on: %s', (state, goesOn) => expect(isUnderWay(state)).toBe(goesOn))
