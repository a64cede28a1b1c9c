import { expect, it } from 'vitest'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { LogSource } from '../../shared/ipc/index.ts'
import { plainLogFilter, plainLogLooks, plainLogOptions } from '../live/index.ts'
import { type EmptyLogs, emptyState } from './emptyState.ts'
import type { LogFacts } from './feed/LogFeed.ts'

const facts: LogFacts = {
  sources: [],
  problems: [],
  total: 0,
  held: 0,
  dropped: 0,
  bytes: 0,
  rate: 0,
  behind: 0,
  keys: [],
  levels: {},
  hits: null,
}
const source = (phase: LogSource['phase'], reason?: AppErrorBody): LogSource => ({
  id: 0,
  namespace: 'shop',
  pod: 'web-1',
  container: 'app',
  kind: 'container',
  phase,
  lines: 0,
  ...(reason === undefined ? {} : { reason }),
})
const logs = (change: Partial<EmptyLogs>): EmptyLogs => ({
  place: {
    target: { type: 'selector', namespace: 'shop', labelSelector: 'app=web' },
    options: plainLogOptions,
    filter: plainLogFilter,
    looks: plainLogLooks,
  },
  words: 'Deployment web',
  facts,
  error: null,
  isDump: false,
  ...change,
})
const denied: AppErrorBody = { kind: 'denied', message: 'You may not get pods/log in namespace shop.' }
const previous = { ...logs({}).place, options: { ...plainLogOptions, previous: true } }

it.each<[string, Partial<EmptyLogs>, string, RegExp]>([
  ['nothing is known yet', { facts: null }, 'Reading the logs', /Deployment web/],
  ['no pod has joined', {}, 'No containers yet', /When one joins/],
  ['a dump has no such pod', { isDump: true }, 'No containers yet', /in the dump/],
  [
    'a dump holds no logs',
    { error: { kind: 'gone', reason: 'NotInDump', message: 'It holds none.' } },
    'This dump holds no logs',
    /none/,
  ],
  ['it is denied', { facts: { ...facts, problems: [denied] } }, 'You may not read these logs', /pods\/log/],
  [
    'each container is denied',
    { facts: { ...facts, sources: [source('failed', denied)] } },
    'You may not read these logs',
    /shop/,
  ],
  [
    'what is followed is gone',
    { error: { kind: 'gone', message: 'Gone.' } },
    'There is no Deployment web',
    /Gone/,
  ],
  ['nothing has begun', { facts: { ...facts, sources: [source('waiting')] } }, 'Waiting to start', /not|No/],
  [
    'the connection is lost',
    { facts: { ...facts, sources: [source('retrying')] } },
    'The connection was lost',
    /./,
  ],
  ['nothing was written', { facts: { ...facts, sources: [source('ended')] } }, 'Nothing was written', /over/],
  ['nothing was written yet', { facts: { ...facts, sources: [source('live')] } }, 'No lines yet', /appear/],
  [
    'there was no run before',
    {
      place: previous,
      facts: { ...facts, sources: [source('failed', { kind: 'gone', message: 'It was not restarted.' })] },
    },
    'No previous run',
    /restarted/,
  ],
  ['the filter lets nothing through', { facts: { ...facts, held: 1234 } }, 'No line matches', /^1,234 /],
])('where %s', (_case, change, title, detail) => {
  const state = emptyState(logs(change))
  expect(state.title).toBe(title)
  expect(state.detail).toMatch(detail)
})
