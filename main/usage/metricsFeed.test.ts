import { beforeEach, expect, test } from 'vitest'
import { AppError } from '../../shared/errors/index.ts'
import { type Clock, Observable } from '../../shared/flow/index.ts'
import type { ApiClient } from '../api/index.ts'
import { MetricsFeed } from './metricsFeed.ts'

/** Time that goes on when a test says so. */
class ManualClock implements Clock {
  time = 1_000_000
  readonly timers = new Set<{ readonly due: number; readonly run: () => void }>()

  now(): number {
    return this.time
  }

  elapsed(): number {
    return this.time
  }

  after(milliseconds: number, run: () => void) {
    const timer = { due: this.time + milliseconds, run }
    this.timers.add(timer)
    return { cancel: () => void this.timers.delete(timer) }
  }

  async pass(milliseconds: number): Promise<void> {
    const end = this.time + milliseconds
    for (;;) {
      const [next] = [...this.timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)
      if (next === undefined) break
      this.timers.delete(next)
      this.time = Math.max(this.time, next.due)
      next.run()
      for (let turn = 0; turn < 30; turn++) await new Promise(resolve => setImmediate(resolve))
    }
    this.time = end
  }
}

type Answer = (path: string) => unknown

let clock: ManualClock
let asked: string[]
let answer: Answer
let served: boolean
let feed: MetricsFeed
const session = new Observable({ phase: 'ready' })
const discovery = new Observable({ readAt: 1, failures: [], resources: [] })

const podMetrics = (namespace: string, name: string, cpu: string) => ({
  metadata: { namespace, name },
  containers: [{ name: 'main', usage: { cpu, memory: '1Mi' } }],
})

beforeEach(() => {
  clock = new ManualClock()
  asked = []
  served = true
  answer = () => ({ items: [podMetrics('shop', 'web', '10m')] })
  const api = {
    session: {
      state: session,
      namedNamespaces: () => ['shop', 'other'],
      request: async ({ path }: { readonly path: string }) => {
        asked.push(path)
        const value = answer(path)
        return { json: async () => value }
      },
    },
    discovery,
    allowedNamespaces: async () => ['shop'],
    findKind: (group: string, kind: string) =>
      served ? { group, version: 'v1beta1', resource: kind === 'PodMetrics' ? 'pods' : 'nodes' } : null,
  } as unknown as ApiClient
  feed = new MetricsFeed(api, clock)
})

const all = [{ kind: 'pods', namespace: '' }] as const
const look = (scopes: readonly { readonly kind: 'pods' | 'nodes'; readonly namespace: string }[] = all) =>
  feed.look(scopes, () => undefined)

test('metrics are asked for only while somebody looks, and once for all who do', async () => {
  await clock.pass(60_000)
  expect(asked).toHaveLength(0)
  const looks = [look(), look(), look([{ kind: 'pods', namespace: 'shop' }])]
  await clock.pass(60_000)
  expect(new Set(asked)).toEqual(new Set(['/apis/metrics.k8s.io/v1beta1/pods']))
  expect(asked.length).toBeGreaterThanOrEqual(4)
  expect(asked.length).toBeLessThanOrEqual(5)
  for (const one of looks) one.close()
  const before = asked.length
  await clock.pass(300_000)
  expect(asked).toHaveLength(before)
  expect(clock.timers.size).toBe(0)
})

test('what was measured stays for who comes back, and grows into a history', async () => {
  const first = look()
  await clock.pass(40_000)
  first.close()
  expect(look().state()).toMatchObject({ state: 'live' })
  const measured = feed.pods.items.get('shop/web')
  expect(measured?.latest).toEqual({ cpu: 10, memory: 2 ** 20 })
  expect(feed.beats.recent().times.length).toBeGreaterThanOrEqual(2)
})

test('a server that fails leaves the last figures with their age', async () => {
  const one = look()
  await clock.pass(100)
  const { at } = one.state()
  answer = () => {
    throw new AppError({ kind: 'serverFault', message: 'it is down' })
  }
  await clock.pass(40_000)
  expect(one.state()).toMatchObject({ state: 'failing', at, error: { message: 'it is down' } })
  expect(feed.pods.items.get('shop/web')?.latest.cpu).toBe(10)
})

test('where all pods may not be read, those of the namespaces that may be are', async () => {
  answer = path => {
    if (path.includes('/namespaces/')) return { items: [podMetrics('shop', 'web', '10m')] }
    throw new AppError({ kind: 'denied', message: 'you may not' })
  }
  const one = look()
  await clock.pass(16_000)
  expect(one.state()).toMatchObject({
    state: 'live',
    namespaces: ['shop'],
    error: { message: 'you may not' },
  })
  expect(feed.pods.items.has('shop/web')).toBe(true)
})

test('a namespace that its rights allow and the server denies is asked for once a beat', async () => {
  answer = () => {
    throw new AppError({ kind: 'denied', message: 'you may not' })
  }
  const one = look()
  await clock.pass(100)
  expect(asked).toHaveLength(2)
  expect(one.state()).toMatchObject({ state: 'denied', error: { message: 'you may not' } })
  await clock.pass(30_000)
  expect(asked).toHaveLength(6)
  answer = path => {
    if (path.includes('/namespaces/')) return { items: [podMetrics('shop', 'web', '10m')] }
    throw new AppError({ kind: 'denied', message: 'you may not' })
  }
  await clock.pass(15_000)
  expect(one.state()).toMatchObject({ state: 'live', namespaces: ['shop'] })
  answer = () => {
    throw new AppError({ kind: 'denied', message: 'not any more' })
  }
  const before = asked.length
  await clock.pass(15_000)
  expect(asked).toHaveLength(before + 2)
  one.close()
  await clock.pass(60_000)
  expect(asked).toHaveLength(before + 2)
})

test('a mistake of ours is said and thrown, and the next beat asks again', async () => {
  const thrown: unknown[] = []
  const note = (error: unknown): void => void thrown.push(error)
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', note)
  try {
    answer = () => {
      throw new TypeError('a mistake')
    }
    const one = look()
    await clock.pass(100)
    expect(one.state()).toMatchObject({ state: 'failing', error: { kind: 'internal' } })
    expect(thrown).toEqual([new TypeError('a mistake')])
    answer = () => ({ items: [podMetrics('shop', 'web', '10m')] })
    await clock.pass(16_000)
    expect(one.state()).toMatchObject({ state: 'live', error: null })
  } finally {
    process.off('unhandledRejection', note)
    for (const other of others) process.on('unhandledRejection', other)
  }
})

test('a server without metrics is asked for none until it has them', async () => {
  served = false
  const one = look()
  await clock.pass(60_000)
  expect(one.state().state).toBe('absent')
  expect(asked).toHaveLength(0)
  served = true
  discovery.set({ ...discovery.get() })
  await clock.pass(2000)
  expect(one.state().state).toBe('live')
})

test('a pod that is gone is forgotten after a while, and answers of any shape do no harm', async () => {
  look()
  await clock.pass(100)
  for (const odd of [null, {}, { items: 'x' }, { items: [null, 3, {}, { metadata: 7, containers: {} }] }]) {
    answer = () => odd
    await clock.pass(15_000)
  }
  expect(feed.pods.items.has('shop/web')).toBe(true)
  await clock.pass(200_000)
  expect(feed.pods.items.has('shop/web')).toBe(false)
})
