import { expect, it } from 'vitest'
import type { ContextEntry, SessionState } from '../../shared/ipc/index.ts'
import { tileWords } from './railWords.ts'

const entry = { id: 'eu', name: 'eu' } as ContextEntry
const dump = { ...entry, origin: 'snapshot' } as ContextEntry
const session = (phase: SessionState['phase']): SessionState => ({ context: 'eu', phase, since: 0 })

it.each([
  [null, entry, 'not open', null],
  [session('closed'), entry, 'not open', null],
  [session('connecting'), entry, 'connecting', null],
  [{ ...session('ready'), serverVersion: 'v1.36.3' }, entry, 'connected, v1.36.3', null],
  [session('loginNeeded'), entry, 'login needed', 'warning'],
  [session('unreachable'), entry, 'unreachable', 'bad'],
  [session('ready'), null, 'connected', 'warning'],
  [{ ...session('ready'), serverVersion: 'nodes v1.36.3' }, dump, 'dump', null],
  [session('unreachable'), dump, 'could not be read', 'bad'],
] as const)('a tile tells the state of its context: %#', (from, of, state, badge) => {
  expect(tileWords(from, of)).toEqual({ state, badge })
})
