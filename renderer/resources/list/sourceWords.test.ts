import { expect, it } from 'vitest'
import type { ContextEntry, SessionState, SourcePhase } from '../../../shared/ipc/index.ts'
import { contextWords, summaryText } from './sourceWords.ts'

const entry = { id: 'eu', name: 'eu', server: 'https://eu.example', colour: 3 } as ContextEntry
const error = { kind: 'denied', message: 'You may not list pods in all namespaces.' } as const
const session = (phase: SessionState['phase'], message?: string): SessionState => ({
  context: 'eu',
  phase,
  since: 0,
  ...(message === undefined ? {} : { reason: { kind: 'unreachable', message } }),
})
const stale: SourcePhase = {
  phase: 'stale',
  since: 0,
  reason: { kind: 'unreachable', message: 'Cut.' },
  retryAt: null,
}

const words = (
  from: SessionState | null,
  phases: readonly SourcePhase[] = [],
  of: ContextEntry | null = entry,
) =>
  contextWords({
    context: 'eu',
    entry: of,
    session: from,
    statuses: phases.map(status => ({ context: 'eu', namespace: '', status })),
    plural: 'Pods',
  })

it.each([
  [
    'not open',
    null,
    [{ phase: 'waiting' }],
    'not open',
    'open',
    'Nothing has been sent to https://eu.example.',
  ],
  ['unreachable', session('unreachable', 'Refused.'), [], 'unreachable', 'retry', 'Refused.'],
  [
    'unreachable with old rows',
    session('unreachable', 'Refused.'),
    [stale],
    'unreachable',
    'retry',
    'Refused. What is shown of it is old.',
  ],
  ['in need of a login', session('loginNeeded', 'Expired.'), [], 'login needed', 'retry', 'Expired.'],
  ['being connected', session('connecting'), [{ phase: 'waiting' }], 'connecting', null, ''],
  ['live', session('ready'), [{ phase: 'live' }], 'live', null, ''],
  ['cut', session('ready'), [stale], 'stale', 'retry', 'Cut. What is shown of it is old.'],
  [
    'read in part',
    session('ready'),
    [{ phase: 'denied', error, readableNamespaces: ['shop', 'till'] }, { phase: 'live' }],
    'denied',
    null,
    'You may not list pods in all namespaces. Shown: namespaces shop, till.',
  ],
  [
    'without the kind',
    session('ready'),
    [{ phase: 'kindGone', error }],
    'kind not served',
    null,
    'It serves no Pods.',
  ],
  [
    'still being read',
    session('ready'),
    [{ phase: 'loading', received: 500, total: 2000 }],
    'reading 500 of 2,000',
    null,
    '',
  ],
] as const)('a context that is %s says so', (_, from, phases, state, action, detail) => {
  expect(words(from, phases as readonly SourcePhase[])).toMatchObject({ state, action, detail })
})

it('a context that left the kubeconfig says so', () => {
  expect(words(null, [], null)).toMatchObject({ state: 'no such context', action: null, name: 'eu' })
})

it('a kind that is served in another version is live, and names the version', () => {
  const resource = { group: 'autoscaling', version: 'v1', resource: 'horizontalpodautoscalers' }
  expect(
    contextWords({
      context: 'eu',
      entry,
      session: session('ready'),
      statuses: [{ context: 'eu', namespace: '', status: { phase: 'live' }, resource }],
      plural: 'HorizontalPodAutoscalers',
    }),
  ).toMatchObject({ state: 'live', detail: 'Read as v1, which this server has.' })
})

it('the summary counts what is live', () => {
  const live = words(session('ready'), [{ phase: 'live' }])
  expect(summaryText([live, live])).toBe('All 2 contexts live')
  expect(summaryText([live, words(null)])).toBe('1 of 2 contexts live')
})
