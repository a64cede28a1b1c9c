import { expect, it } from 'vitest'
import type { ContextEntry } from '../../shared/ipc/index.ts'
import type { ObjectRef } from '../../shared/kube/index.ts'
import { hasLogs, offeredActions, streamActions } from './streamActions.ts'

const entry = { name: 'prod', origin: 'kubeconfig', isProtected: false } as ContextEntry
const ref = (group: string, resource: string): ObjectRef => ({
  resource: { group, version: 'v1', resource },
  namespace: 'shop',
  name: 'web',
})
const ids = (group: string, resource: string, of: ContextEntry = entry) =>
  offeredActions(streamActions('c', ref(group, resource), of), of).map(({ id }) => id)

it.each([
  ['', 'pods', ['logs', 'shell', 'attach', 'debug', 'forward', 'files']],
  ['apps', 'deployments', ['logs', 'shell', 'forward']],
  ['batch', 'jobs', ['logs', 'shell']],
  ['', 'services', ['logs', 'forward']],
  ['', 'nodes', ['debug']],
  ['', 'configmaps', []],
  ['example.org', 'pods', []],
])('of %s %s', (group, resource, expected) => {
  expect(ids(group, resource)).toEqual(expected)
  expect(hasLogs({ group, version: 'v1', resource })).toBe((expected as string[]).includes('logs'))
})

it('data that nothing runs in offers its logs alone', () => {
  for (const origin of ['sample', 'snapshot'] as const)
    expect(ids('', 'pods', { ...entry, origin })).toEqual(['logs'])
})

it('in a protected context everything stays in sight and says why it is refused', () => {
  const guarded = { ...entry, isProtected: true }
  const actions = streamActions('c', ref('', 'pods'), guarded)
  expect(offeredActions(actions, guarded)).toHaveLength(6)
  expect(actions.filter(({ refusal }) => refusal === null).map(({ id }) => id)).toEqual(['logs'])
  expect(actions[1]?.refusal).toContain('prod is protected')
})
