import { expect, test } from 'vitest'
import { type Clock, Observable } from '../../shared/flow/index.ts'
import type { Discovery, Overview, SourcePhase } from '../../shared/ipc/index.ts'
import type { KubeObject, ResourceInfo } from '../../shared/kube/index.ts'
import type { ApiClient, OpenContexts } from '../api/index.ts'
import type { Received, StoreKind, Watches, WatchStore, WatchTarget } from '../watch/index.ts'
import { createOverview } from './index.ts'

const info = (group: string, resource: string, kind: string, namespaced = true): ResourceInfo => ({
  group,
  version: 'v1',
  resource,
  kind,
  singular: '',
  shortNames: [],
  categories: [],
  namespaced,
  verbs: ['list', 'watch'],
  preferred: true,
  subresources: [],
})

const kinds = [
  info('', 'pods', 'Pod'),
  info('apps', 'deployments', 'Deployment'),
  info('', 'nodes', 'Node', false),
  info('', 'events', 'Event'),
  info('', 'namespaces', 'Namespace', false),
  info('', 'persistentvolumeclaims', 'PersistentVolumeClaim'),
  info('apiregistration.k8s.io', 'apiservices', 'APIService', false),
]

interface Opened {
  readonly target: WatchTarget
  readonly store: WatchStore
  readonly phase: Observable<SourcePhase>
  isSynced: boolean
}

/** Streams that the test feeds; counts what is open. */
class ManualWatches implements Pick<Watches, 'share'> {
  readonly open = new Map<string, Opened>()

  share<S extends WatchStore>(api: ApiClient, target: WatchTarget, kind: StoreKind<S>) {
    const key = `${target.resource.resource} ${target.namespace}`.trim()
    const store = kind.create(api, target)
    const phase = new Observable<SourcePhase>({ phase: 'loading', received: 0, total: null })
    const opened: Opened = { target, store, phase, isSynced: false }
    if (this.open.has(key)) throw new Error(`${key} was opened twice`)
    this.open.set(key, opened)
    return {
      store,
      phase,
      get isSynced() {
        return opened.isSynced
      },
      release: () => void this.open.delete(key),
    }
  }

  of(key: string): Opened {
    const found = this.open.get(key)
    if (found === undefined) throw new Error(`${key} is not open`)
    return found
  }

  rows(key: string, columns: readonly string[], rows: readonly (readonly [string, ...unknown[]])[]): void {
    const { store } = this.of(key)
    store.setColumns(columns.map(name => ({ name, type: 'string', description: '', priority: 0 })))
    store.begin()
    for (const [name, ...cells] of rows) store.put(received({ name, cells: [name, ...cells] }))
    this.live(key)
  }

  objects(key: string, objects: readonly KubeObject[]): void {
    const { store } = this.of(key)
    store.begin()
    for (const object of objects) store.put(received({ name: object.metadata.name, object }))
    this.live(key)
  }

  live(key: string): void {
    const opened = this.of(key)
    opened.store.commit()
    opened.isSynced = true
    opened.phase.set({ phase: 'live' })
  }
}

function received(more: Partial<Received>): Received {
  return {
    namespace: 'shop',
    name: '',
    uid: '',
    version: '1',
    created: 0,
    deleting: false,
    cells: [],
    object: null,
    ...more,
  }
}

/** A clock whose timers run on demand. */
class ManualClock implements Clock {
  time = 1_800_000_000_000
  readonly timers = new Set<{ at: number; run: () => void }>()
  now = () => this.time
  elapsed = () => this.time
  after(milliseconds: number, run: () => void) {
    const timer = { at: this.time + milliseconds, run }
    this.timers.add(timer)
    return { cancel: () => void this.timers.delete(timer) }
  }
  advance(milliseconds: number): void {
    for (let step = 0; step < milliseconds; step += 10) {
      this.time += 10
      for (const timer of [...this.timers].filter(each => each.at <= this.time)) {
        this.timers.delete(timer)
        timer.run()
      }
    }
  }
}

function setup(answers: Readonly<Record<string, string | Error>> = {}) {
  const clock = new ManualClock()
  const watches = new ManualWatches()
  const discovery = new Observable<Discovery>({ resources: kinds, failures: [], readAt: 1 })
  const api = {
    context: 'test',
    discovery,
    session: {
      state: new Observable({ context: 'test', phase: 'ready', since: 0, serverVersion: 'v1.36.0' }),
      request: async ({ path }: { path: string }) => {
        const answer = answers[path] ?? '{}'
        if (answer instanceof Error) throw answer
        return { text: async () => answer }
      },
    },
    findKind: (group: string, kind: string) =>
      discovery.get().resources.find(each => each.group === group && each.kind === kind) ?? null,
  } as unknown as ApiClient
  const contexts: OpenContexts = { get: () => api }
  const decode = () => ({ certificates: [], rejected: 0, failure: 'notPem' as const })
  const handlers = createOverview({
    contexts,
    watches,
    clock,
    decode,
    certificatesOf: () => null,
    takenAt: () => null,
  })
  let notified = 0
  const view = handlers['overview.view']({ context: 'test' }, () => notified++)
  const look = (): Overview => {
    clock.advance(600)
    const value = view.take()
    if (value === undefined) throw new Error('nothing new')
    return value
  }
  return { clock, watches, discovery, view, look, notified: () => notified }
}

const podColumns = ['Name', 'Ready', 'Status', 'Restarts', 'Age']

test('pods are counted by state with the filter that shows exactly them, the worst first', () => {
  const { watches, look } = setup()
  watches.rows('pods', podColumns, [
    ['a', '1/1', 'Running'],
    ['b', '0/1', 'Running'],
    ['c', '0/1', 'CrashLoopBackOff'],
    ['d', '0/1', 'Completed'],
    ['e', '0/1', 'Pending'],
  ])
  const [pods] = look().workloads
  expect(pods?.total).toBe(5)
  expect(pods?.tallies).toEqual([
    { state: 'CrashLoopBackOff', count: 1, meaning: 'bad', filter: 'status=CrashLoopBackOff' },
    { state: 'Pending', count: 1, meaning: 'warning', filter: 'status=Pending' },
    { state: 'Running, not ready', count: 1, meaning: 'warning', filter: 'status=Running is:unready' },
    { state: 'Running', count: 1, meaning: 'good', filter: 'status=Running is:ready' },
    { state: 'Completed', count: 1, meaning: null, filter: 'status=Completed' },
  ])
})

test('a change of one pod moves it from one number to another, and a list takes away what is gone', () => {
  const { watches, look } = setup()
  watches.rows('pods', podColumns, [
    ['a', '1/1', 'Running'],
    ['b', '1/1', 'Running'],
  ])
  look()
  watches.of('pods').store.put(received({ name: 'a', cells: ['a', '0/1', 'Error'] }))
  expect(look().workloads[0]?.tallies.map(({ state, count }) => [state, count])).toEqual([
    ['Error', 1],
    ['Running', 1],
  ])
  watches.rows('pods', podColumns, [['b', '1/1', 'Running']])
  expect(look().workloads[0]?.tallies.map(({ state, count }) => [state, count])).toEqual([['Running', 1]])
})

test('replicas are judged by the cells, and none wanted is a state of its own', () => {
  const { watches, look } = setup()
  watches.rows(
    'deployments',
    ['Name', 'Ready'],
    [
      ['a', '2/3'],
      ['b', '3/3'],
      ['c', '0/0'],
    ],
  )
  expect(look().workloads[1]?.tallies.map(({ state, filter }) => [state, filter])).toEqual([
    ['not ready', 'is:unready'],
    ['ready', 'is:ready ready!=0/0'],
    ['none wanted', 'ready=0/0'],
  ])
})

test('values go out twice a second at most, however many changes there are', () => {
  const { clock, watches, view, notified } = setup()
  watches.rows('pods', podColumns, [['a', '1/1', 'Running']])
  clock.advance(600)
  const before = notified()
  for (let step = 0; step < 100; step++) {
    watches.of('pods').store.put(received({ name: `p${step}`, cells: [`p${step}`, '1/1', 'Running'] }))
    clock.advance(50)
    view.take()
  }
  expect(notified() - before).toBeLessThanOrEqual(10)
  expect(notified() - before).toBeGreaterThanOrEqual(9)
})

test('nodes say state, roles, version and pressure as kubectl prints them', () => {
  const { watches, look } = setup()
  const node = (name: string, ready: string, more: object = {}, conditions: object[] = []) =>
    ({
      metadata: { name, labels: { 'node-role.kubernetes.io/worker': '' } },
      status: {
        conditions: [{ type: 'Ready', status: ready }, ...conditions],
        nodeInfo: { kubeletVersion: 'v1.36.1' },
      },
      ...more,
    }) as unknown as KubeObject
  watches.objects('nodes', [
    node('a', 'True'),
    node('b', 'Unknown', {}, [{ type: 'MemoryPressure', status: 'True' }]),
    node('c', 'True', { spec: { unschedulable: true } }),
    { metadata: { name: 'd' }, status: 'odd' } as unknown as KubeObject,
  ])
  const { nodes } = look()
  expect(nodes.statuses.map(({ state, count, meaning }) => [state, count, meaning])).toEqual([
    ['NotReady', 1, 'bad'],
    ['Ready,SchedulingDisabled', 1, 'warning'],
    ['Unknown', 1, 'unknown'],
    ['Ready', 1, 'good'],
  ])
  expect(nodes.roles.map(({ state, filter }) => [state, filter])).toEqual([
    ['worker', 'roles=worker'],
    ['<none>', 'roles=<none>'],
  ])
  expect(nodes.pressures).toEqual([{ condition: 'MemoryPressure', nodes: ['b'], filter: 'name=b' }])
})

test('warnings of the last hour are grouped, and grow out of it without any event', () => {
  const { clock, watches, look } = setup()
  const event = (name: string, minutesAgo: number, about: string, count = 1) =>
    ({
      metadata: { name },
      type: 'Warning',
      reason: 'BackOff',
      message: `message ${name}`,
      count,
      lastTimestamp: new Date(clock.time - minutesAgo * 60_000).toISOString(),
      involvedObject: { kind: 'Pod', apiVersion: 'v1', namespace: 'shop', name: about },
    }) as unknown as KubeObject
  watches.objects('events', [
    event('x', 5, 'web-1', 3),
    event('y', 1, 'web-2'),
    event('old', 61, 'web-3'),
    { metadata: { name: 'n' }, type: 'Normal', reason: 'Pulled' } as unknown as KubeObject,
  ])
  const { warnings } = look()
  expect(watches.of('events').target.fieldSelector).toBe('type=Warning')
  expect(warnings.events).toBe(2)
  expect(warnings.groups).toMatchObject([
    {
      reason: 'BackOff',
      kind: 'Pod',
      events: 2,
      occurrences: 4,
      objects: 2,
      message: 'message y',
      subjectName: 'web-2',
    },
  ])
  expect(warnings.groups[0]?.subject?.resource.resource).toBe('pods')
  clock.advance(57 * 60_000)
  expect(look().warnings.events).toBe(1)
}, 20_000)

test('what is denied is named, and where namespaces may be read they stand for the rest', () => {
  const { watches, look } = setup()
  const error = {
    kind: 'denied',
    message: 'pods is forbidden: User "x" cannot list pods',
    status: 403,
  } as const
  watches.of('pods').phase.set({ phase: 'denied', error, readableNamespaces: [] })
  expect(look().workloads[0]?.source).toMatchObject({ state: 'unreadable', error })
  watches.of('pods').phase.set({ phase: 'denied', error, readableNamespaces: ['shop', 'lab'] })
  watches.rows('pods shop', podColumns, [['a', '1/1', 'Running']])
  watches.rows('pods lab', podColumns, [['a', '1/1', 'Running']])
  const [pods] = look().workloads
  expect(pods?.source).toMatchObject({ state: 'live', namespaces: ['shop', 'lab'], error })
  expect(pods?.total).toBe(2)
  watches.rows('pods', podColumns, [['b', '1/1', 'Running']])
  expect(look().workloads[0]).toMatchObject({ total: 1, source: { state: 'live', namespaces: [] } })
  expect([...watches.open.keys()].filter(key => key.startsWith('pods '))).toEqual([])
})

test('a kind that is not served is said to be so, and followed once it is', () => {
  const { watches, discovery, look } = setup()
  expect(look().workloads.find(({ source }) => source.kind === 'Job')?.source.state).toBe('notServed')
  discovery.set({ ...discovery.get(), resources: [...kinds, info('batch', 'jobs', 'Job')] })
  watches.rows('jobs', ['Name', 'Status'], [['a', 'Failed']])
  expect(look().workloads.find(({ source }) => source.kind === 'Job')?.tallies).toEqual([
    { state: 'Failed', count: 1, meaning: 'bad', filter: 'status=Failed' },
  ])
})

test('health is told check by check, a namespace by what holds it, an API service by its reason', async () => {
  const { watches, look } = setup({ '/livez': '[+]ping ok\n[+]etcd ok\nlivez check passed\n' })
  watches.objects('namespaces', [
    { metadata: { name: 'a' } } as KubeObject,
    {
      metadata: { name: 'b', deletionTimestamp: '2027-01-01T00:00:00Z' },
      status: { conditions: [{ type: 'NamespaceContentRemaining', status: 'True', message: 'pods. has 1' }] },
    } as unknown as KubeObject,
  ])
  watches.objects('apiservices', [
    { metadata: { name: 'v1.' } } as KubeObject,
    {
      metadata: { name: 'v1beta1.metrics.k8s.io' },
      spec: { service: {} },
      status: { conditions: [{ type: 'Available', status: 'False', reason: 'MissingEndpoints' }] },
    } as unknown as KubeObject,
  ])
  await new Promise(resolve => setTimeout(resolve, 5))
  const overview = look()
  expect(overview.health[0]).toMatchObject({ state: 'good', checks: [{ name: 'ping' }, { name: 'etcd' }] })
  expect(overview.namespaces).toMatchObject({
    total: 2,
    terminating: [{ name: 'b', reasons: ['pods. has 1'] }],
  })
  expect(overview.apiServices).toMatchObject({
    total: 2,
    unavailable: [{ name: 'v1beta1.metrics.k8s.io', reason: 'MissingEndpoints' }],
    filter: 'name=v1beta1.metrics.k8s.io',
  })
})

test('closing the view releases every watch and every timer', async () => {
  const { clock, watches, view } = setup()
  expect(watches.open.size).toBe(kinds.length)
  await new Promise(resolve => setTimeout(resolve, 5))
  view.close()
  expect(watches.open.size).toBe(0)
  expect(clock.timers.size).toBe(0)
})

test('objects of any shape are read without a fault', () => {
  const { watches, look } = setup()
  const odd = [
    null,
    1,
    'x',
    [],
    {},
    { metadata: 1, spec: 'x', status: [], involvedObject: 3, type: 'Warning' },
  ]
  for (const key of ['nodes', 'events', 'namespaces', 'apiservices']) {
    const { store } = watches.of(key)
    store.begin()
    odd.forEach((object, index) => {
      store.put(received({ name: `o${index}`, object: object as unknown as KubeObject }))
    })
    watches.live(key)
  }
  watches.rows('pods', podColumns, [['a', null, { x: 1 }], ['b'], ['__proto__', '1/1', '__proto__']])
  const overview = look()
  expect(overview.nodes.total).toBe(odd.length)
  expect(overview.workloads[0]?.total).toBe(3)
})
