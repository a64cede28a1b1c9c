import { describe, expect, it } from 'vitest'
import type { ContextEntry, SessionState } from '../../shared/ipc/index.ts'
import { contextRows, shortPath, signInText, stateText } from './rows.ts'

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
