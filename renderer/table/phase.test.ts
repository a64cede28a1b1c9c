import { describe, expect, it } from 'vitest'
import type { SourcePhase, SourceStatus } from '../../shared/ipc/index.ts'
import { livenessOf, noticesOf, progressText } from './phase.ts'

const error = { kind: 'denied', message: 'User "dev" may not list pods in the cluster.' } as const
const source = (status: SourcePhase, namespace = '', context = 'c'): SourceStatus => ({
  context,
  namespace,
  status,
})

describe('how current a list is', () => {
  it.each([
    [[{ phase: 'live' }, { phase: 'live' }], 'live'],
    [[{ phase: 'live' }, { phase: 'loading', received: 1, total: null }], 'loading'],
    [[{ phase: 'waiting' }], 'waiting'],
    [[{ phase: 'live' }, { phase: 'stale', since: 5, reason: error, retryAt: null }], 'stale'],
    [[{ phase: 'relisting', since: 1, received: 0, total: null }, { phase: 'live' }], 'relisting'],
    [[{ phase: 'live' }, { phase: 'denied', error, readableNamespaces: [] }], 'partial'],
    [[{ phase: 'denied', error, readableNamespaces: [] }], 'absent'],
  ] as const)('%j is %s', (phases, state) => {
    expect(livenessOf(phases.map(phase => source(phase))).state).toBe(state)
  })

  it('is as old as the oldest stale source', () => {
    const stale = (since: number) => source({ phase: 'stale', since, reason: error, retryAt: null })
    expect(livenessOf([stale(9), stale(3), stale(7)])).toMatchObject({ since: 3 })
  })

  it('rows that are kept without their server are as old as the oldest', () => {
    const needsLogin = (since?: number) =>
      source({ phase: 'loginNeeded', error, ...(since === undefined ? {} : { since }) })
    expect(livenessOf([needsLogin(9), needsLogin(4)])).toEqual({ state: 'absent', since: 4 })
    expect(livenessOf([needsLogin()])).toEqual({ state: 'absent' })
    expect(noticesOf([needsLogin(4)], 'pods')[0]?.detail).toBe(`${error.message} The rows are from before.`)
    expect(noticesOf([needsLogin()], 'pods')[0]?.detail).toBe(error.message)
  })

  it('sums progress and has no total while one is unknown', () => {
    const loading = (received: number, total: number | null) => source({ phase: 'loading', received, total })
    expect(livenessOf([loading(5, 10), loading(1, 2)])).toMatchObject({ received: 6, total: 12 })
    expect(livenessOf([loading(5, 10), loading(1, null)])).toMatchObject({ received: 6, total: null })
  })
})

it('progress is a number, with its total where known', () => {
  expect(progressText(4500, 10_231)).toMatch(/4.500 of 10.231/)
  expect(progressText(12, null)).toBe('12')
  expect(progressText(12, 10)).toBe('12 of 12')
})

describe('what must be said of sources', () => {
  it('a refusal names kind and scope and offers what can be read', () => {
    const [notice] = noticesOf([source({ phase: 'denied', error, readableNamespaces: ['shop'] })], 'pods')
    expect(notice).toMatchObject({
      meaning: 'unknown',
      title: 'You may not list pods in the whole cluster',
      detail: error.message,
      readableNamespaces: ['shop'],
    })
  })

  it('the same reason is told once', () => {
    const failed = { phase: 'failed', error: { kind: 'serverFault', message: 'etcd is down' } } as const
    const notices = noticesOf([source(failed, '', 'a'), source(failed, '', 'b')], 'pods')
    expect(notices).toHaveLength(1)
    expect(notices[0]?.sources.map(({ context }) => context)).toEqual(['a', 'b'])
  })

  it('nothing is said of what goes well', () => {
    expect(noticesOf([source({ phase: 'live' })], 'pods')).toEqual([])
  })
})
