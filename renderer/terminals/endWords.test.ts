import { expect, it } from 'vitest'
import type { Terminal } from '../../shared/ipc/index.ts'
import { canConnectAgain, endWords } from './endWords.ts'

const terminal: Terminal = {
  id: '1',
  context: 'c',
  kind: 'shell',
  namespace: 'shop',
  pod: 'web-0',
  container: 'web',
  node: '',
  command: ['sh'],
  isTty: true,
  phase: 'open',
  startedAt: 0,
  canReopen: true,
}

it('nothing ended while it goes on', () => {
  expect(endWords(terminal)).toBeNull()
  expect(endWords({ ...terminal, phase: 'connecting' })).toBeNull()
})

it.each([
  [0, 'good', ''],
  [1, 'warning', ''],
  [127, 'warning', 'The command was not found.'],
  [137, 'warning', 'Killed (SIGKILL): by hand, with its pod, or because memory ran out.'],
  [139, 'warning', 'Ended by signal 11.'],
  [255, 'warning', ''],
])('exit code %i is said in words', (exitCode, meaning, detail) => {
  expect(endWords({ ...terminal, phase: 'ended', exitCode })).toEqual({
    meaning,
    title: `Ended with exit code ${exitCode}.`,
    detail,
  })
})

it('of a lost connection nobody claims that the process ended', () => {
  expect(endWords({ ...terminal, phase: 'lost' })?.detail).toBe(
    'Whether the process still runs is not known.',
  )
  expect(endWords({ ...terminal, phase: 'ended' })?.title).toContain('no exit code')
})

it('a terminal that protection ended is not called lost, and cannot be connected again', () => {
  const reason = {
    kind: 'invalid',
    reason: 'ProtectedContext',
    message: 'The context is protected now.',
  } as const
  const ended = { ...terminal, phase: 'lost', canReopen: true, reason } as const
  expect(endWords(ended)?.title).toBe('Ended by Gatehouse.')
  expect(canConnectAgain(ended)).toBe(false)
  expect(canConnectAgain({ ...ended, reason: { kind: 'unreachable', message: 'x' } })).toBe(true)
})
