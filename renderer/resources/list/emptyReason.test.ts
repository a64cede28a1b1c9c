import { expect, it } from 'vitest'
import type { SourcePhase } from '../../../shared/ipc/index.ts'
import type { ListQuery } from '../../live/index.ts'
import type { TableSnapshot } from '../../table/index.ts'
import { emptyReason } from './emptyReason.ts'

const plain: ListQuery = {
  namespaces: [],
  filter: '',
  labelSelector: '',
  fieldSelector: '',
  sort: null,
  isWide: false,
  hidden: [],
  merged: [],
  row: 0,
}
const snapshot = (status: SourcePhase, total = 0, isKnown = true): TableSnapshot => ({
  columns: [],
  start: 0,
  rows: [],
  matching: 0,
  total,
  sources: [{ context: 'c', namespace: '', status }],
  changesPerSecond: 0,
  error: null,
  isKnown,
})
const live: SourcePhase = { phase: 'live' }

it.each([
  ['nothing is known yet', snapshot(live, 0, false), plain, 'Opening Pods…', true],
  ['the session is not ready', snapshot({ phase: 'waiting' }), plain, 'Waiting for the connection', true],
  [
    'the first list is under way',
    snapshot({ phase: 'loading', received: 0, total: 9 }),
    plain,
    'Reading Pods',
    true,
  ],
  [
    'the filter lets nothing through',
    snapshot(live, 5),
    { ...plain, filter: 'x' },
    'No Pods match the filter',
    false,
  ],
  [
    'selectors find none',
    snapshot(live),
    { ...plain, labelSelector: 'a=b' },
    'No Pods match the selectors',
    false,
  ],
  [
    'a namespace is empty',
    snapshot(live),
    { ...plain, namespaces: ['shop'] },
    'No Pods in namespace shop',
    false,
  ],
  ['the cluster has none', snapshot(live), plain, 'There are no Pods', false],
  [
    'no context of several gives any',
    snapshot({ phase: 'failed', error: { kind: 'unreachable', message: 'x' } }),
    { ...plain, merged: ['d'] },
    'No context of this list has Pods to give',
    false,
  ],
] as const)('a list is empty because %s', (_, given, query, title, isPassing) => {
  expect(emptyReason(given, query, 'Pods', false)).toMatchObject({ title, isPassing })
})

it('of a dump, no list claims that a server was asked, or that something may come', () => {
  for (const query of [plain, { ...plain, namespaces: ['shop'] }, { ...plain, labelSelector: 'a=b' }])
    expect(emptyReason(snapshot(live), query, 'Pods', true).detail).toMatch(/dump|Its list/)
  expect(emptyReason(snapshot(live), plain, 'Pods', true).title).toBe('This dump holds no Pods')
})
