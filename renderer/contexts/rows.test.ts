import { describe, expect, it } from 'vitest'
import type { ContextEntry, SessionState } from '../../shared/ipc/index.ts'
import { contextRows, shortPath, signInText, stateText, withOpenOnes } from './rows.ts'

const entry = (name: string, more: Partial<ContextEntry> = {}): ContextEntry => ({
  id: `/home/me/config#${name}`,
  name,
  source: '/home/me/config',
  origin: 'kubeconfig',
  cluster: name,
  server: `https://${name}.example.com`,
  user: 'me',
  signIn: { type: 'exec', command: 'aws' },
  namespace: '',
  isCurrent: false,
  isProtected: false,
  colour: 0,
  borrowed: [],
  needsConsent: false,
  ...more,
})
const byName = { column: 'Name', descending: false }

describe('contexts as rows', () => {
  it('keep an open context that left its file, or whose file cannot be read now', () => {
    const gone = entry('gone')
    const session = (phase: SessionState['phase']): SessionState => ({
      context: gone.id,
      phase,
      since: 0,
      entryChange: { type: 'gone', entry: gone, since: 0 },
    })
    const names = (entries: readonly ContextEntry[], phase: SessionState['phase']) =>
      withOpenOnes(entries, [session(phase)]).map(({ name }) => name)
    expect(names([entry('other')], 'ready')).toEqual(['other', 'gone'])
    expect(names([entry('other')], 'closed')).toEqual(['other'])
    expect(names([entry('gone')], 'ready')).toEqual(['gone'])
    expect(stateText(gone, session('ready'))).toBe('open · left its file')
  })

  it('are found by all words, in any column', () => {
    const rows = contextRows([entry('prod-1'), entry('dev-1')], [], 'AWS prod', byName).rows
    expect(rows.map(row => row?.name)).toEqual(['prod-1'])
  })

  it('sort by name as people count', () => {
    const { rows } = contextRows([entry('prod-10'), entry('prod-9')], [], '', byName)
    expect(rows.map(row => row?.name)).toEqual(['prod-9', 'prod-10'])
  })

  it('have the sample cluster last, however they are sorted', () => {
    const entries = [entry('a-sample', { origin: 'sample' }), entry('prod'), entry('dev')]
    const names = (descending: boolean) =>
      contextRows(entries, [], '', { column: 'Name', descending }).rows.map(row => row?.name)
    expect(names(false)).toEqual(['dev', 'prod', 'a-sample'])
    expect(names(true)).toEqual(['prod', 'dev', 'a-sample'])
  })

  it('sort by when they were opened', () => {
    const entries = [entry('a'), entry('b', { lastOpened: 5 }), entry('c', { lastOpened: 9 })]
    const { rows } = contextRows(entries, [], '', { column: 'Last opened', descending: true })
    expect(rows.map(row => row?.name)).toEqual(['c', 'b', 'a'])
  })
})

it('what a row shows as a sign is found by its word', () => {
  const entries = [
    entry('a', { isProtected: true }),
    entry('b', { isCurrent: true }),
    entry('c', { origin: 'snapshot' }),
  ]
  const found = (filter: string) => contextRows(entries, [], filter, byName).rows.map(row => row?.name)
  expect(found('protected')).toEqual(['a'])
  expect(found('current')).toEqual(['b'])
  expect(found('dump')).toEqual(['c'])
})

it('five hundred contexts of twenty files are filtered by the words of their rows', () => {
  const entries = Array.from({ length: 500 }, (_, index) =>
    entry(`cluster-${index}`, { id: `/file-${index % 20}#cluster-${index}`, source: `/file-${index % 20}` }),
  )
  const sessions = entries.slice(0, 20).map(({ id }) => ({ context: id, phase: 'ready', since: 0 }) as const)
  const { matching } = contextRows(entries, sessions, 'cluster-1 file-1', byName)
  const expected = entries.filter(({ name, source }) => /-1/.test(name) && /file-1/.test(source))
  expect(matching).toBe(expected.length)
})

it('an entry that changed or left is said of an open context', () => {
  const session: SessionState = { context: '', phase: 'ready', since: 0 }
  const gone = { type: 'gone', entry: entry('x'), since: 1 } as const
  expect(stateText(entry('x'), { ...session, entryChange: gone })).toBe('open · left its file')
  expect(
    stateText(entry('x'), { ...session, entryChange: { type: 'changed', parts: ['server'], since: 1 } }),
  ).toBe('open · its entry changed')
})

it('a broken entry says why before anything else', () => {
  const problem = { kind: 'badConfig', message: 'the cluster "x" is not in the file' } as const
  const session: SessionState = { context: '', phase: 'ready', since: 0 }
  expect(stateText(entry('x', { problem }), session)).toBe(problem.message)
  expect(stateText(entry('x'), { ...session, serverVersion: 'v1.36.3' })).toBe('open · v1.36.3')
})

it('a plugin is named by its command', () => {
  expect(signInText(entry('x'))).toBe('runs aws')
})

it('a long path keeps its end', () => {
  expect(shortPath('/home/someone/very/long/way/down/teams/shop/config')).toBe('…/down/teams/shop/config')
  expect(shortPath('/home/me/config')).toBe('/home/me/config')
})
