import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { request } from 'node:https'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cluster, type FaultProxy, startCluster, startProxy } from './index.ts'

let cluster: Cluster
let proxy: FaultProxy

beforeAll(async () => {
  cluster = await startCluster({ nodes: 1 })
  proxy = await startProxy(cluster)
})
afterAll(async () => {
  await proxy?.stop()
  await cluster?.stop()
  expect(existsSync(cluster.dir)).toBe(false)
})

const lines = (text: string): readonly string[] => text.trim().split('\n')

/** Reads through the proxy until the stream ends; answers its lines and how it ended. */
function read(path: string): Promise<{ text: string; status: number; error?: string }> {
  return new Promise(resolve => {
    let text = ''
    let status = 0
    const end = (error?: Error): void =>
      resolve({ text, status, ...(error === undefined ? {} : { error: error.message }) })
    request(
      proxy.server + path,
      { ca: cluster.caPem, agent: false, headers: { authorization: 'Bearer admin-token' } },
      answer => {
        status = answer.statusCode ?? 0
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        answer.once('end', () => end()).once('error', end)
      },
    )
      .once('error', end)
      .end()
  })
}

it('runs kubectl as each user, and a failure is a result', async () => {
  expect(lines((await cluster.kubectl(['get', 'nodes', '-o', 'name'])).stdout)).toEqual(['node/node-1'])
  const denied = await cluster.kubectl(['get', 'pods'], { user: 'viewer' })
  expect(denied.code).toBe(1)
  expect(denied.stderr).toContain('User "viewer" cannot list resource "pods"')
  expect((await cluster.kubectl(['get', 'pods'], { as: 'somebody' })).stderr).toContain(
    'User "somebody" cannot',
  )
  expect(await readFile(cluster.userKubeconfig('team'), 'utf8')).toContain('team-token')
})

it('records and answers webhooks that are called by URL and through a Service', async () => {
  const through = cluster.webhook.serviceAddress === '' ? 'url' : 'service'
  const path = '/records/h'
  const clientConfig =
    through === 'url'
      ? cluster.webhook.clientConfig(path)
      : await cluster.webhook.serviceFor('hooks', 'mine', path)
  await cluster.webhook.answer(path, { allowed: false, status: { code: 418, message: 'short and stout' } })
  await cluster.apply(
    JSON.stringify({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'records' },
      webhooks: [
        {
          name: 'records.example.com',
          clientConfig,
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['secrets'] }],
        },
      ],
    }),
  )
  await expect
    .poll(
      async () => (await cluster.kubectl(['create', 'secret', 'generic', 's', '--dry-run=server'])).stderr,
    )
    .toContain('short and stout')
  const [record] = await cluster.webhook.requests(path)
  expect(record?.review.request).toMatchObject({ operation: 'CREATE', dryRun: true, namespace: 'default' })
  if (through === 'service') expect(record?.host).toBe('mine.hooks.svc:443')
  await cluster.webhook.clear()
  expect(await cluster.webhook.requests()).toEqual([])
})

it('fills the cluster', async () => {
  await cluster.seed({ count: 200, namespaces: ['a', 'b'], prefix: 'p-' })
  await cluster.load({ kind: 'configmaps', count: 10, namespace: 'loaded' })
  await expect
    .poll(async () => lines((await cluster.kubectl(['get', 'pods', '-A', '--no-headers'])).stdout).length)
    .toBe(200)
  const counts = await cluster.churn({ kind: 'configmaps', rate: 50, seconds: 1 })
  expect(counts.failed).toBe(0)
  expect(counts.created).toBeGreaterThan(0)
})

it('makes faults in watches and other requests', async () => {
  const watch = '/api/v1/namespaces?watch=true'
  await proxy.addFault({ action: 'gone-event', afterEvents: 2, count: 1, match: { watch: true } })
  const gone = await read(watch)
  expect(lines(gone.text)).toHaveLength(3)
  expect(JSON.parse(lines(gone.text)[2] ?? '')).toMatchObject({ type: 'ERROR', object: { code: 410 } })

  await proxy.addFault({ action: 'cut', afterEvents: 1, count: 1 })
  expect(await read(watch)).toMatchObject({ status: 200, error: 'aborted' })

  await proxy.addFault({ action: 'status', status: 429, retryAfterSeconds: 3, count: 1 })
  expect((await read('/api/v1/nodes')).status).toBe(429)
  expect((await read('/api/v1/nodes')).status).toBe(200)

  const open = read(watch)
  await expect.poll(async () => (await proxy.stats()).openWatches).toBe(1)
  expect(await proxy.cut()).toBeGreaterThan(0)
  expect((await open).error).toBe('aborted')
  await proxy.clearFaults()
  expect((await proxy.stats()).faults).toEqual([])
  await expect(proxy.addFault({ action: 'status', status: 200 })).rejects.toThrow('from 400 to 599')
})

it('keeps address, keys and objects over a restart and a crash', async () => {
  await cluster.kubectl(['create', 'configmap', 'kept'])
  for (const end of [() => cluster.takeDown(), () => cluster.crash()]) {
    await end()
    expect((await cluster.kubectl(['get', 'configmap', 'kept'])).code).toBe(1)
    await cluster.bringUp()
    expect((await cluster.kubectl(['get', 'configmap', 'kept', '-o', 'name'])).stdout).toBe(
      'configmap/kept\n',
    )
    expect(await cluster.webhook.requests()).toEqual([])
  }
})
