/**
 * Every operation of the API reference, and every one that a real server offers, made from Gatehouse: reads as
 * the explorer makes them, everything else as a plan that is confirmed. Then the context is protected, and of
 * all that could change something nothing leaves any more.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEngine, type Engine } from '../../main/engine.ts'
import { type ApiRequest, type ClusterSession, consentTo } from '../../main/session/index.ts'
import { isAppError } from '../../shared/errors/index.ts'
import type { ApiCall, ApiCatalog, ApiOperationSummary } from '../../shared/ipc/index.ts'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'
import { figure } from './figures.ts'
import { portOf } from './forwarding.ts'
import { nameFor } from './operationObjects.ts'
import { fill, filledPath, objectOf, type World } from './operationPlaces.ts'
import { type Outcome, runCall } from './operationRun.ts'

const namespace = 'every-operation'
const home = mkdtempSync(join(tmpdir(), 'every-operation-'))
let cluster: Cluster
let engine: Engine
let behind: Server
let context: string
let session: ClusterSession
let world: World
let catalog: ApiCatalog
let counted = 0
/** Every call that could change something, as it was made. */
const changing: ApiCall[] = []

beforeAll(async () => {
  behind = createServer((request, response) => response.end(`${request.method} ${request.url}`))
  await new Promise<void>(resolve => behind.listen(0, resolve))
  cluster = await startCluster({ profile: 'all' })
  engine = await createEngine({
    ...{ host: 'serve', version: 'test', kubeconfig: cluster.kubeconfig },
    env: { PATH: process.env.PATH ?? '', HOME: home, XDG_CONFIG_HOME: home },
  })
  const [entry] = engine.kubeconfig.list.get().contexts.filter(({ origin }) => origin === 'kubeconfig')
  context = entry?.id ?? ''
  const api = await engine.contexts.open(context)
  session = api.session
  await until(() => api.discovery.get().readAt > 0)
  world = await prepare()
  catalog = await readCatalog()
}, 240_000)
afterAll(async () => {
  await engine?.close()
  await cluster?.stop()
  behind?.close()
  rmSync(home, { recursive: true, force: true })
})

/** What a test does to prepare, past what it tests. */
async function send(request: Omit<ApiRequest, 'purpose'>): Promise<Record<string, unknown>> {
  const consent = request.method === 'GET' ? {} : { consent: consentTo(request, 'prepare') }
  const response = await session.request({ ...request, ...consent, purpose: 'prepare' })
  return (await response.json()) as Record<string, unknown>
}

const make = (path: string, object: object): Promise<Record<string, unknown>> =>
  send({ method: 'POST', path, contentType: 'application/json', body: JSON.stringify(object) })

const pods = `/api/v1/namespaces/${namespace}/pods`

async function prepare(): Promise<World> {
  await make('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  const account = await until(() =>
    send({ method: 'GET', path: `/api/v1/namespaces/${namespace}/serviceaccounts/default` }).catch(
      () => null,
    ),
  )
  await make(pods, podOf('runs', false))
  await make(pods, podOf('proxied', true))
  const running = await untilRunning('runs')
  const proxied = await untilRunning('proxied')
  const nodeName = (running.spec as { nodeName: string }).nodeName
  const node = await send({ method: 'GET', path: `/api/v1/nodes/${nodeName}` })
  await makeService()
  await makeNode((proxied.status as { podIP: string }).podIP)
  const uidOf = (object: Record<string, unknown>): string => (object.metadata as { uid: string }).uid
  return {
    made: {
      namespace,
      authority: readFileSync(cluster.caFile).toString('base64'),
      pod: {
        ...{ name: 'runs', uid: uidOf(running), node: { name: nodeName, uid: uidOf(node) } },
        account: { name: 'default', uid: uidOf(account) },
      },
    },
    proxied: {
      pod: `proxied:${portOf(behind)}`,
      service: 'behind:web',
      node: `http:behind:${portOf(behind)}`,
    },
    make: async (path, object) => void (await make(path, object)),
    read: path => send({ method: 'GET', path }),
    count: () => ++counted,
  }
}

const podOf = (name: string, hostNetwork: boolean): object => ({
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace, labels: { app: name } } },
  spec: {
    ...{ hostNetwork, terminationGracePeriodSeconds: 0 },
    containers: [
      {
        name: 'main',
        image: 'example.com/any',
        command: ['/bin/sh', '-c', 'echo up; sleep 3600'],
        ports: [{ containerPort: 8080 }],
      },
    ],
  },
})

function untilRunning(name: string): Promise<Record<string, unknown>> {
  return until(async () => {
    const pod = await send({ method: 'GET', path: `${pods}/${name}` })
    return (pod.status as { phase?: string } | undefined)?.phase === 'Running' ? pod : null
  })
}

/** Waits for what a question answers, and fails when that does not come. */
async function until<T>(ask: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (const deadline = Date.now() + 90_000; Date.now() < deadline; await pause(50)) {
    const answer = await ask()
    if (answer) return answer
  }
  throw new Error(`this did not come: ${ask}`)
}

/** A service in front of the pod on the network of this machine, where the small server is. */
async function makeService(): Promise<void> {
  await make(`/api/v1/namespaces/${namespace}/services`, {
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'behind' } },
    spec: { ports: [{ name: 'web', port: 80, targetPort: portOf(behind) }], selector: { app: 'proxied' } },
  })
  await until(async () => {
    const path = `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`
    const { items } = await send({ method: 'GET', path })
    return (items as readonly { endpoints: readonly unknown[] | null }[]).some(
      slice => (slice.endpoints ?? []).length > 0,
    )
  })
}

/** A node at the address of that pod: those of the cluster are at a loopback one, to which no proxy leads. */
async function makeNode(address: string): Promise<void> {
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'behind' } }
  await make('/api/v1/nodes', node)
  await send({
    ...{ method: 'PATCH', path: '/api/v1/nodes/behind/status', contentType: 'application/merge-patch+json' },
    body: JSON.stringify({ status: { addresses: [{ type: 'InternalIP', address }] } }),
  })
}

async function readCatalog(): Promise<ApiCatalog> {
  const opened = engine.handlers['explorer.catalog']({ context }, () => undefined)
  try {
    return await until(() => {
      const value = opened.take()
      return value?.pending === 0 ? value : null
    })
  } finally {
    opened.close()
  }
}

/** What can be done only with what was made before, and what takes it away, comes later. */
const order = [
  'create',
  'get',
  'list',
  'watch',
  'replace',
  'patch',
  'read',
  'connect',
  'delete',
  'deletecollection',
]

function byResource(): readonly (readonly ApiOperationSummary[])[] {
  const groups = Map.groupBy(
    catalog.operations,
    ({ group, version, resource }) => `${group}/${version}/${resource}`,
  )
  return [...groups.values()].map(each =>
    [...each].sort(
      (a, b) =>
        order.indexOf(a.action) - order.indexOf(b.action) || a.subresource.length - b.subresource.length,
    ),
  )
}

interface Failure {
  readonly id: string
  readonly reason: string
}

async function runGroup(operations: readonly ApiOperationSummary[]): Promise<readonly Failure[]> {
  const failures: Failure[] = []
  const [first] = operations
  const name = first === undefined || first.resource === '' ? '' : nameFor(first, world.count())
  await makeFirst(operations, name)
  for (const operation of operations) {
    const outcome = await runOne(operation, name).catch(
      (error: unknown): Outcome => ({
        ...{ isDone: false, route: 'read' },
        reason: `not prepared: ${isAppError(error) ? `${error.body.resource}: ${error.body.message}` : String(error)}`,
      }),
    )
    if (!outcome.isDone) failures.push({ id: operation.id, reason: outcome.reason })
  }
  return failures
}

/** Kinds with objects that nobody creates by their own group: what is created here is what else is done with. */
async function makeFirst(operations: readonly ApiOperationSummary[], name: string): Promise<void> {
  const create = operations.find(({ action, subresource }) => action === 'create' && subresource === '')
  // The operation itself makes it; where several versions share a name there is one for each.
  if (create !== undefined || !operations.some(({ path }) => path.includes('{name}'))) return
  const list = operations.find(({ action }) => action === 'list')
  if (list === undefined || list.resource === 'componentstatuses') return
  await make(filledPath(list.path, [['namespace', namespace]]), objectOf(list, world, name))
}

async function runOne(operation: ApiOperationSummary, name: string): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const filled = await fill(operation, world, name)
    const call: ApiCall = {
      context,
      operation: operation.id,
      accept: '',
      ...filled,
      values: [...filled.values],
    }
    const outcome = await runCall(engine.handlers, call)
    // Controllers write to the same objects: who reads again may go on.
    if (/: 409 /.test(outcome.reason) && attempt < 4) continue
    if (outcome.route === 'plan' || outcome.route === 'channel') changing.push(call)
    // Its POST carries SPDY, which WebSockets replaced; what it asks for is the same.
    if (outcome.route === 'channel' && operation.method === 'POST')
      console.log(`made as a WebSocket, whose request is a GET: ${operation.id}`)
    return outcome
  }
}

/** What cannot succeed here, with the server's own reason. Everything else has to. */
const cannot: readonly { readonly id: RegExp; readonly reason: RegExp }[] = [
  // The server was started without its log files (--enable-logs-handler).
  { id: /^GET \/logs\//, reason: /^404/ },
]

it('every operation of the API reference and of the server succeeds, but for those that are named', async () => {
  const groups = [...byResource()]
  const failures: Failure[] = []
  const work = async (): Promise<void> => {
    for (let group = groups.shift(); group !== undefined; group = groups.shift())
      failures.push(...(await runGroup(group)))
  }
  await Promise.all(Array.from({ length: 4 }, work))
  const isNamed = ({ id, reason }: Failure): boolean =>
    cannot.some(one => one.id.test(id) && one.reason.test(reason))
  for (const { id, reason } of failures) console.log(`cannot succeed here: ${id}: ${reason}`)
  const unexpected = failures.filter(failure => !isNamed(failure))
  const total = catalog.operations.length
  figure('operations', `${total - unexpected.length}/${total}`, 'operations', 'all')
  expect(unexpected).toEqual([])
}, 300_000)

it('every operation of the table of the API reference is among them', () => {
  const shared = process.env.GATEHOUSE_SHARED ?? join(import.meta.dirname, '../../../shared')
  const table = join(shared, 'reference/api-operations.tsv')
  if (!existsSync(table)) {
    console.log(
      'The API reference’s table was not compared: it is neither in ../shared nor in GATEHOUSE_SHARED.',
    )
    return
  }
  const shapeOf = (method: string, path: string): string =>
    `${method} ${path.replace(/\{[^}]+\}/g, '{}').replace(/\/$/, '')}`
  const offered = new Set(catalog.operations.map(({ method, path }) => shapeOf(method, path)))
  const wanted = readFileSync(table, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map(line => line.split('\t'))
  const missing = wanted.filter(([, , , , method = '', , path = '']) => !offered.has(shapeOf(method, path)))
  figure('operations.reference', `${wanted.length - missing.length}/${wanted.length}`, 'operations', 'all')
  expect(missing).toEqual([])
})

it('in a protected context none of those that could change something leaves, agreed to or not', async () => {
  const { protectedIds } = await engine.handlers['settings.change'](
    { protectedIds: [context] },
    new AbortController().signal,
  ).then(() => engine.settings.get())
  expect(protectedIds).toContain(context)
  const passed: string[] = []
  for (const call of changing) {
    if (!(await isRefused(call))) passed.push(call.operation)
  }
  figure(
    'operations.protected',
    `${changing.length - passed.length}/${changing.length}`,
    'operations refused',
    'all',
  )
  expect(passed).toEqual([])
  expect(changing.length).toBeGreaterThan(500)
}, 240_000)

/** Refused as the page would make it, and by the session itself though the user had agreed. */
async function isRefused(call: ApiCall): Promise<boolean> {
  const outcome = await runCall(engine.handlers, call)
  if (outcome.isDone || !/ProtectedContext/.test(outcome.reason)) return false
  if (outcome.route === 'channel') return true
  const [method = '', template = ''] = call.operation.split(' ')
  const request = {
    method: method as ApiRequest['method'],
    path: filledPath(template, call.values),
    ...(call.body === '' ? {} : { body: call.body, contentType: call.contentType }),
  }
  return session.request({ ...request, consent: consentTo(request, 'change it'), purpose: 'change it' }).then(
    () => false,
    (error: unknown) => isAppError(error) && error.body.reason === 'ProtectedContext',
  )
}
