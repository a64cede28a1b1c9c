import { describe, expect, test, vi } from 'vitest'
import { Observable } from '../../../shared/flow/index.ts'
import type { ApiClient } from '../../api/index.ts'
import { readHistory } from './history.ts'
import { readMatrix } from './matrix.ts'
import { idOf, recognised, sorted } from './products.ts'
import { queriesOf, timesOf } from './queries.ts'
import { PrometheusSearch } from './search.ts'

const service = (
  name: string,
  ports: readonly object[],
  labels: Record<string, string> = {},
  more: object = {},
) => ({
  metadata: { namespace: 'monitoring', name, labels },
  spec: { ports, ...more },
})
const app = (name: string, component?: string) => ({
  'app.kubernetes.io/name': name,
  ...(component === undefined ? {} : { 'app.kubernetes.io/component': component }),
})

describe('a Prometheus is recognised', () => {
  test.each([
    [
      service('prometheus-operated', [{ name: 'web', port: 9090 }]),
      'Prometheus',
      'http:prometheus-operated:9090',
    ],
    [
      service(
        'kube-prometheus-stack-prometheus',
        [
          { name: 'http-web', port: 9090 },
          { name: 'reloader-web', port: 8080 },
        ],
        {
          app: 'kube-prometheus-stack-prometheus',
        },
      ),
      'Prometheus',
      'http:kube-prometheus-stack-prometheus:9090',
    ],
    [
      service('prometheus-k8s', [{ name: 'web', port: 9090 }], app('prometheus', 'prometheus')),
      'Prometheus',
      'http:prometheus-k8s:9090',
    ],
    [
      service('my-prometheus-server', [{ name: 'http', port: 80 }], app('prometheus', 'server')),
      'Prometheus',
      'http:my-prometheus-server:80',
    ],
    [
      service('vmsingle-main', [{ name: 'http', port: 8429 }], app('vmsingle')),
      'VictoriaMetrics',
      'http:vmsingle-main:8429',
    ],
    [service('vmselect-main', [{ name: 'http', port: 8481 }]), 'VictoriaMetrics', 'http:vmselect-main:8481'],
    [
      service('thanos-query', [{ name: 'http', port: 10902 }], app('thanos', 'query')),
      'Thanos',
      'http:thanos-query:10902',
    ],
    [
      service('thanos-querier', [{ name: 'web', port: 9091, appProtocol: 'https' }]),
      'Thanos',
      'https:thanos-querier:9091',
    ],
    [
      service('mimir-nginx', [{ name: 'http-metrics', port: 80 }], app('mimir', 'nginx')),
      'Mimir',
      'http:mimir-nginx:80',
    ],
  ])('%o', (object, product, id) => {
    const found = recognised(object)
    expect(found?.product).toBe(product)
    expect(found && idOf(found)).toBe(`monitoring/${id}`)
  })

  test.each([
    service('web', [{ name: 'http', port: 80 }]),
    service('prometheus-adapter', [{ name: 'https', port: 443 }], app('prometheus-adapter')),
    service('prometheus-node-exporter', [{ name: 'metrics', port: 9100 }]),
    service('prometheus', [{ name: 'web', port: 9090 }], {}, { type: 'ExternalName' }),
    service('prometheus', [{ name: 'web', port: 9090, protocol: 'UDP' }]),
    {},
    { metadata: null, spec: 'x' },
  ])('and nothing else is: %o', object => expect(recognised(object)).toBeNull())

  test('what sees several servers comes before one of them', () => {
    const found = [
      recognised(service('prometheus-operated', [{ name: 'web', port: 9090 }])),
      recognised(service('thanos-query', [{ name: 'http', port: 10902 }], app('thanos', 'query'))),
    ].filter(one => one !== null)
    expect(sorted(found).map(({ product }) => product)).toEqual(['Thanos', 'Prometheus'])
  })
})

describe('queries', () => {
  const ref = (resource: string, name: string, group = '') => ({
    resource: { group, version: 'v1', resource },
    namespace: 'shop',
    name,
  })

  test('name a pod, the pods of a workload by the form of their names, and a node in every label', () => {
    expect(queriesOf(ref('pods', 'web-1'), '1h')?.cpu).toContain('pod="web-1"')
    expect(queriesOf(ref('statefulsets', 'db', 'apps'), '1h')?.memory).toContain('pod=~"db-[0-9]+"')
    expect(queriesOf(ref('deployments', 'a.b', 'apps'), '1h')?.memory).toContain('pod=~"a\\\\.b-')
    expect(queriesOf(ref('nodes', 'n1'), '7d')?.cpu.match(/="n1"/g)).toHaveLength(3)
    expect(queriesOf(ref('namespaces', 'shop'), '6h')?.by).toBe('')
    expect(queriesOf(ref('configmaps', 'x'), '1h')).toBeNull()
  })

  test('cannot be left by a name', () => {
    expect(queriesOf(ref('pods', 'a"} or vector(1) #\\'), '1h')?.cpu).toContain(
      'pod="a\\"} or vector(1) #\\\\"',
    )
  })

  test('ask for some 240 points, whatever the range', () => {
    for (const range of ['1h', '6h', '24h', '7d'] as const) {
      const { start, end, step } = timesOf(range, Date.parse('2026-12-01T10:00:07Z'))
      expect((end - start) / step).toBe(240)
      expect(end % step).toBe(0)
    }
  })
})

describe('an answer', () => {
  const answer = (result: unknown) => ({ status: 'success', data: { resultType: 'matrix', result } })

  test('is read by the label of its lines, without what is no number', () => {
    const { lines } = readMatrix(
      answer([{ metric: { container: 'web' }, values: [[10, '0.5'], [25, 'NaN'], [40.2, '1'], 'x', [1]] }]),
      'container',
    )
    expect([...(lines.get('web') ?? [])]).toEqual([
      [10, 0.5],
      [40, 1],
    ])
  })

  test.each([
    null,
    'x',
    { status: 'error', error: 'parse error' },
    { status: 'success', data: { resultType: 'vector' } },
  ])('that is no range of values is an error: %o', value =>
    expect(() => readMatrix(value, '')).toThrow(/no range of values/),
  )

  test('that is no JSON is an error of the server, which does not quote it', async () => {
    const body = (async function* () {
      yield Buffer.from('upstream is asleep')
    })()
    const api = { session: { request: async () => ({ body }) } } as unknown as ApiClient
    const known = recognised(service('prometheus-operated', [{ name: 'web', port: 9090 }]))
    if (known === null) throw new Error('it is a Prometheus')
    const ref = { resource: { group: '', version: 'v1', resource: 'pods' }, namespace: 'shop', name: 'web' }
    const { signal } = new AbortController()
    await expect(
      readHistory({ api, service: known, ref, range: '1h', now: 0, signal }),
    ).rejects.toMatchObject({
      body: { kind: 'serverFault', message: expect.not.stringContaining('asleep') },
    })
  })
})

test('a search that a mistake of ours ended says so', async () => {
  const thrown = vi.fn<(error: unknown) => void>()
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', thrown)
  const api = {
    session: { state: new Observable({ phase: 'ready' }) },
    list: async () => {
      throw new TypeError('a mistake')
    },
  } as unknown as ApiClient
  const search = new PrometheusSearch(api, {
    now: () => 0,
    elapsed: () => 0,
    after: () => ({ cancel: () => undefined }),
  })
  try {
    search.subscribe(() => undefined)
    await vi.waitFor(() => expect(thrown).toHaveBeenCalledTimes(1))
    expect(search.state).toMatchObject({ state: 'unreadable', error: { kind: 'internal' } })
  } finally {
    search.close()
    process.off('unhandledRejection', thrown)
    for (const other of others) process.on('unhandledRejection', other)
  }
})
