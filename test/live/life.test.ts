/**
 * The life of a connection on a real control plane: what the context and its lists say while
 * servers go away, rights are taken back and logins end, and how soon all is right again.
 */
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { SessionState, SourcePhase } from '../../shared/ipc/index.ts'
import type { OpenStream } from '../client/index.ts'
import { type Cluster, type FaultProxy, startCluster, startProxy } from '../cluster/harness/index.ts'
import { figure } from './figures.ts'
import { type Followed, follow, untilEqual } from './printed.ts'
import { isLive, type Running, startProduct, viewOf } from './running.ts'

let cluster: Cluster
let proxy: FaultProxy
let product: Running
let sessions: OpenStream<'contexts.sessions'>
/** Contexts by their names: straight to the server, through the proxy, by a plugin, of a viewer. */
const ids = new Map<string, string>()
const views = new Map<string, Followed>()
const configMaps = { group: '', version: 'v1', resource: 'configmaps' }
const herd = 20
const herdKinds = ['configmaps', 'secrets', 'services', 'pods', 'serviceaccounts']

beforeAll(async () => {
  cluster = await startCluster()
  proxy = await startProxy(cluster)
  await cluster.load({ kind: 'configmaps', count: 20, namespace: 'life' })
  await cluster.apply(rights)
  await writePlugin('admin-token')
  product = await startProduct({ kubeconfig: await writeContexts() })
  for (const { name, id } of product.contexts) ids.set(name, id)
  sessions = product.client.open('contexts.sessions', {})
  for (const name of ['direct', 'proxied', 'plugin', 'viewer']) {
    await product.ready(name)
    const followed = follow(heard =>
      product.client.open('tables.view', viewOf(idOf(name), configMaps), heard),
    )
    await followed.stream.until(isLive)
    views.set(name, followed)
  }
})
afterAll(async () => {
  await product?.stop()
  await proxy?.stop()
  await cluster?.stop()
})
beforeEach(() => proxy.clearFaults())

const idOf = (name: string): string => ids.get(name) ?? ''
const viewNamed = (name: string): Followed => views.get(name) as Followed
const pluginFile = (): string => join(cluster.dir, 'life', 'plugin')

/** An exec plugin that prints a token, or fails as a login that ended does. */
async function writePlugin(token: string | null): Promise<void> {
  await mkdir(join(cluster.dir, 'life'), { recursive: true })
  const status = { token, expirationTimestamp: new Date(Date.now() + 3_600_000).toISOString() }
  const credential = { apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status }
  const says =
    token === null
      ? `echo 'the login has ended; Authorization: Bearer planted-secret-value' >&2; exit 1`
      : `echo '${JSON.stringify(credential)}'`
  await writeFile(pluginFile(), `#!/bin/sh\n${says}\n`)
  await chmod(pluginFile(), 0o755)
}

/** Writes one kubeconfig with all contexts of these tests. */
async function writeContexts(): Promise<string> {
  const file = join(cluster.dir, 'life', 'config')
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: pluginFile(),
    interactiveMode: 'Never',
  }
  const many = Array.from({ length: herd }, (_, index) => `herd-${index}`)
  const context = (name: string, to: string, user: string) => ({ name, context: { cluster: to, user } })
  const certificate = { 'certificate-authority-data': Buffer.from(cluster.caPem).toString('base64') }
  await writeFile(
    file,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        { name: 'direct', cluster: { server: cluster.server, ...certificate } },
        { name: 'proxy', cluster: { server: proxy.server, ...certificate } },
      ],
      users: [
        { name: 'token', user: { token: 'admin-token' } },
        { name: 'viewer', user: { token: 'viewer-token' } },
        { name: 'plugin', user: { exec } },
      ],
      contexts: [
        context('direct', 'direct', 'token'),
        context('proxied', 'proxy', 'token'),
        context('plugin', 'proxy', 'plugin'),
        context('viewer', 'proxy', 'viewer'),
        ...many.map(name => context(name, 'proxy', 'token')),
      ],
    }),
  )
  return file
}

async function phase<P extends SourcePhase['phase']>(
  name: string,
  wanted: P,
  milliseconds = 15_000,
): Promise<Extract<SourcePhase, { phase: P }>> {
  const frame = await viewNamed(name).stream.until(
    ({ sources }) => sources[0]?.status.phase === wanted,
    milliseconds,
  )
  return frame.sources[0]?.status as Extract<SourcePhase, { phase: P }>
}

async function session(
  name: string,
  claim: (state: SessionState) => boolean,
  milliseconds = 15_000,
): Promise<SessionState> {
  const isIt = (state: SessionState): boolean => state.context === idOf(name) && claim(state)
  const states = await sessions.until(all => all.some(isIt), milliseconds)
  return states.find(isIt) as SessionState
}

let made = 0
async function change(): Promise<string> {
  const name = `life-${++made}`
  const { code, stderr } = await cluster.kubectl(['create', 'configmap', name, '-n', 'life'])
  if (code !== 0) throw new Error(stderr)
  return name
}

const shows = (name: string, row: string): boolean =>
  viewNamed(name)
    .receiver.window()
    .some(one => one.name === row)

const since = (start: number): number => Math.round(performance.now() - start)

/** Milliseconds from `start` until the view is live and shows the row; then it equals kubectl's list. */
async function recovered(name: string, row: string, start = performance.now()): Promise<number> {
  const view = viewNamed(name)
  await view.stream.until(frame => isLive(frame) && shows(name, row), 15_000)
  const took = since(start)
  expect(await untilEqual(cluster, 'configmaps', view)).toEqual([])
  return took
}

/** A figure in milliseconds that must be held. */
function held(id: string, took: number, most: number): void {
  figure(`life.${id}`, took, 'ms', `<= ${most}`)
  expect(took).toBeLessThanOrEqual(most)
}

it('connections that swallow everything: the list is stale, and the context says that the server is silent', async () => {
  const start = performance.now()
  await proxy.stall()
  const stale = await phase('proxied', 'stale')
  held('blackhole.stale', since(start), 12_000)
  expect(stale.reason.message).toMatch(/has not answered for 3 seconds/)
  const state = await session('proxied', ({ phase: now }) => now !== 'ready')
  held('blackhole.session', since(start), 12_000)
  expect(state.reason?.message).toMatch(/has not answered/)
  expect(stale.since).toBeLessThan(Date.now())
  const row = await change()
  const back = performance.now()
  await proxy.resume()
  held('blackhole.back', await recovered('proxied', row, back), 5000)
  await session('proxied', ({ phase: now }) => now === 'ready')
})

it('a server that answers with errors: the context says so, the rows stay, and all is right soon after', async () => {
  const start = performance.now()
  await proxy.addFault({ action: 'status', status: 503, match: { path: '^/(api|apis)/' } })
  await proxy.cut()
  const { trouble } = await session('proxied', state => state.trouble !== undefined)
  held('faults.said', since(start), 5000)
  expect(trouble?.reason.status).toBe(503)
  expect(viewNamed('proxied').receiver.frame?.total).toBeGreaterThanOrEqual(20)
  await new Promise(resolve => setTimeout(resolve, 4000))
  const row = await change()
  const back = performance.now()
  await proxy.clearFaults()
  held('faults.back', await recovered('proxied', row, back), 6000)
})

it('rights that are taken back are said within 12 s although the server keeps the watch', async () => {
  const start = performance.now()
  await cluster.kubectl(['delete', 'clusterrolebinding', 'life-viewer'])
  const { error, since: kept } = await phase('viewer', 'denied', 20_000)
  held('revoked.said', since(start), 12_000)
  expect(error.resource).toBe('list configmaps in all namespaces')
  expect(error.message).toMatch(/viewer.*configmaps/)
  expect(kept, 'the age of the rows that are kept').toBeLessThan(Date.now())
  await cluster.apply(rights)
  const again = performance.now()
  held('revoked.back', await recovered('viewer', await change(), again), 15_000)
})

it('a plugin whose login ended: login needed in its own words, without secrets; rows stay with their age', async () => {
  await writePlugin(null)
  await proxy.addFault({ action: 'status', status: 401, match: { path: '^/api' }, count: 6 })
  await proxy.cut()
  const { error, since: kept } = await phase('plugin', 'loginNeeded')
  const said = [error.message, ...(error.causes ?? [])].join('\n')
  expect(said).toMatch(/the login has ended/)
  expect(said).not.toMatch(/planted-secret-value/)
  expect(kept).toBeLessThan(Date.now())
  expect(viewNamed('plugin').receiver.frame?.total).toBeGreaterThanOrEqual(20)
  await proxy.clearFaults()
  await writePlugin('admin-token')
  const row = await change()
  const start = performance.now()
  await product.client.call('contexts.retry', { context: idOf('plugin') })
  held('login.back', await recovered('plugin', row, start), 5000)
  // Whoever else asked through the proxy meanwhile was refused, too, and waits for its user.
  for (const name of ['proxied', 'viewer'])
    await product.client.call('contexts.retry', { context: idOf(name) })
  await viewNamed('proxied').stream.until(isLive)
})

it('an aggregated API that is down is named with what its APIService says; other lists are live', async () => {
  const discovery = product.client.open('resources.discovery', { context: idOf('direct') })
  await discovery.until(({ readAt }) => readAt > 0)
  const start = performance.now()
  await cluster.apply(downService)
  const { failures } = await discovery.until(
    found => found.failures.some(({ error }) => error.message.includes('is not available')),
    30_000,
  )
  figure('life.aggregated.said', since(start), 'ms', 'report')
  const failure = failures.find(({ groupVersion }) => groupVersion === 'down.example.com/v1')
  expect(failure?.error.message).toMatch(/service default\/nobody.*nobody/)
  expect(viewNamed('direct').stream.value).toSatisfy(isLive)
  await cluster.kubectl(['delete', 'apiservice', 'v1.down.example.com'])
  await discovery.until(found => found.failures.length === 0, 30_000)
  discovery.close()
})

it('a CRD whose versions change, that goes and comes: discovery and open lists follow', async () => {
  const discovery = product.client.open('resources.discovery', { context: idOf('direct') })
  const preferred = (version: string) =>
    discovery.until(
      ({ resources }) =>
        resources.some(one => one.resource === 'wicks' && one.version === version && one.preferred),
      15_000,
    )
  await cluster.kubectl(['delete', 'crd', 'wicks.life.example.com', '--ignore-not-found', '--timeout=30s'])
  await cluster.apply(crd({ v1beta1: true }, 'v1beta1'))
  await preferred('v1beta1')
  const wicks = { group: 'life.example.com', version: 'v1beta1', resource: 'wicks' }
  const view = follow(heard => product.client.open('tables.view', viewOf(idOf('direct'), wicks), heard))
  await view.stream.until(isLive, 15_000)
  await cluster.apply(crd({ v1beta1: true, v1: true }, 'v1'))
  await preferred('v1')
  expect(view.stream.value).toSatisfy(isLive)
  const start = performance.now()
  await cluster.kubectl(['delete', 'crd', 'wicks.life.example.com'])
  await view.stream.until(({ sources }) => sources[0]?.status.phase === 'kindGone', 15_000)
  held('kind.gone', since(start), 12_000)
  await cluster.apply(crd({ v1beta1: true }, 'v1beta1'))
  await view.stream.until(isLive, 35_000)
  view.close()
  discovery.close()
})

it('twenty contexts that slept wake without a herd: all live within 5 s, a bounded number of requests', async () => {
  const opened: { readonly view: Followed; readonly kind: string }[] = []
  for (let index = 0; index < herd; index++) {
    const { id } = await product.ready(`herd-${index}`)
    for (const kind of herdKinds) {
      const resource = { group: '', version: 'v1', resource: kind }
      opened.push({
        view: follow(heard => product.client.open('tables.view', viewOf(id, resource), heard)),
        kind,
      })
    }
  }
  for (const { view } of opened) await view.stream.until(isLive)
  const total = (requests: Readonly<Record<string, number>>): number =>
    Object.values(requests).reduce((sum, count) => sum + count, 0)
  process.kill(product.app.pid, 'SIGSTOP')
  await new Promise(resolve => setTimeout(resolve, 6000))
  await proxy.cut()
  const row = await change()
  const before = total((await proxy.stats()).requests)
  const start = performance.now()
  process.kill(product.app.pid, 'SIGCONT')
  for (const { view, kind } of opened) {
    // A change that was missed proves that the stream is another one.
    const hasCome = (): boolean =>
      kind !== 'configmaps' || view.receiver.window().some(({ name }) => name === row)
    await view.stream.until(frame => isLive(frame) && hasCome(), 10_000)
  }
  await recovered('proxied', row, start)
  held('herd.back', since(start), 5000)
  expect(opened.filter(({ view }) => view.stream.value === null || !isLive(view.stream.value))).toEqual([])
  const requests = total((await proxy.stats()).requests) - before
  // A watch, the question whether the server knows its version, two of every session; and once more.
  const most = (opened.length + 4 * herd) * 4
  figure('life.herd.requests', requests, 'requests', `<= ${most}`)
  expect(requests).toBeLessThanOrEqual(most)
  for (const { view } of opened) view.close()
  for (let index = 0; index < herd; index++) {
    await product.client.call('contexts.close', { context: idOf(`herd-${index}`) })
  }
})

it('a server that restarts: stale at once, refused in words, right again; restored from a backup, too', async () => {
  const view = viewNamed('direct')
  const gone = cluster.takeDown()
  const refused = await untilRefused(cluster.server)
  await phase('direct', 'stale')
  const state = await session('direct', ({ phase: now }) => now === 'unreachable')
  // A server that stops in order serves its watches on while it refuses new connections.
  held('restart.said', since(refused), 12_000)
  await gone
  expect(state.reason?.message).toMatch(/refuses connections/)
  const [etcd, backup] = [join(cluster.dir, 'etcd'), join(cluster.dir, 'life', 'backup')]
  await cp(etcd, backup, { recursive: true })
  await cluster.bringUp()
  const up = performance.now()
  const row = await change()
  held('restart.back', await recovered('direct', row, up), 5000)

  // What was written since the backup is gone, and the server counts its versions from there. A server
  // writes while it starts: once that is more than was lost, nothing tells that it has gone back.
  await cluster.load({ kind: 'configmaps', count: 1000, namespace: 'life-lost' })
  expect(await untilEqual(cluster, 'configmaps', view)).toEqual([])
  await cluster.crash()
  await rm(etcd, { recursive: true })
  await cp(backup, etcd, { recursive: true })
  await cluster.bringUp()
  const restored = performance.now()
  expect(await untilEqual(cluster, 'configmaps', view, 20_000)).toEqual([])
  expect(shows('direct', row)).toBe(false)
  held('restored.equal', since(restored), 15_000)
})

/** When the server's port first refused a connection. */
async function untilRefused(server: string): Promise<number> {
  const { hostname, port } = new URL(server)
  for (;;) {
    const isRefused = await new Promise<boolean>(resolve => {
      const socket = connect(Number(port), hostname, () => resolve(false))
      socket.once('error', () => resolve(true)).once('connect', () => socket.destroy())
    })
    if (isRefused) return performance.now()
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

const rights = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: life-viewer}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: viewer}]
`
const downService = `
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.down.example.com}
spec:
  group: down.example.com
  version: v1
  groupPriorityMinimum: 100
  versionPriority: 10
  insecureSkipTLSVerify: true
  service: {namespace: default, name: nobody}
`

/** @param versions served ones; @param storage the stored one */
function crd(versions: Readonly<Record<string, boolean>>, storage: string): string {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  return JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'wicks.life.example.com' },
    spec: {
      group: 'life.example.com',
      scope: 'Namespaced',
      names: { plural: 'wicks', singular: 'wick', kind: 'Wick' },
      versions: Object.entries(versions).map(([name, served]) => ({
        name,
        served,
        storage: name === storage,
        schema,
      })),
    },
  })
}
