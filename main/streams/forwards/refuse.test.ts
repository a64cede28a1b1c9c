import { expect, it } from 'vitest'
import type { ContextEntry } from '../../../shared/ipc/index.ts'
import { refuseForwards } from './refuse.ts'

const entry = (over: Partial<ContextEntry>): ContextEntry =>
  ({ id: 'c', name: 'prod', origin: 'kubeconfig', isProtected: false, ...over }) as ContextEntry

it.each([
  ['a protected context', entry({ isProtected: true }), 'ProtectedContext', /^prod is protected/],
  ['a dump', entry({ origin: 'snapshot', name: 'dump.tgz' }), 'NoCluster', /^dump\.tgz is a dump/],
  ['the sample cluster', entry({ origin: 'sample' }), 'NoCluster', /in memory alone/],
])('%s is refused in words', (_rule, of, reason, message) => {
  expect(() => refuseForwards(of, 'c')).toThrow(message)
  expect(() => refuseForwards(of, 'c')).toThrow(
    expect.objectContaining({ body: expect.objectContaining({ reason }) }),
  )
})

it('a cluster is not', () => expect(() => refuseForwards(entry({}), 'c')).not.toThrow())
