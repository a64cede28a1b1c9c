/** Port-forwards on a real control plane: bytes, pods that end, lost connections, and what is refused. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Authority } from '../../main/session/fixture/index.ts'
import type { Forward, ForwardList } from '../../shared/ipc/index.ts'
import type { ObjectRef } from '../../shared/kube/index.ts'
import type { OpenStream } from '../client/index.ts'
import { runCommand } from '../cluster/harness/command.ts'
import { type Cluster, type FaultProxy, startCluster, startProxy } from '../cluster/harness/index.ts'
import { figure } from './figures.ts'
import { echoed, echoServer, portOf, randomBytes, requested, socketsAt } from './forwarding.ts'
import { type Running, startProduct } from './running.ts'

let cluster: Cluster
let proxy: FaultProxy
let product: Running
let home: string
let list: OpenStream<'forwards.list'>
let direct: string
let proxied: string
let echo: Server

beforeAll(async () => {
  cluster = await startCluster()
  proxy = await startProxy(cluster)
  await cluster.apply(objects)
  await cluster.kubectl(['rollout', 'status', 'deployment/web', '--timeout=90s'])
  home = mkdtempSync(join(tmpdir(), 'gatehouse-forwards-'))
  await start()
  echo = await echoServer()
})
afterAll(async () => {
  await product?.stop()
  await proxy?.stop()
  await cluster?.stop()
  echo?.close()
  if (home !== undefined) rmSync(home, { recursive: true, force: true })
})

const objects = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      terminationGracePeriodSeconds: 0
      containers: [{name: main, image: web, ports: [{name: http, containerPort: 8080}]}]
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: default}
spec:
  selector: {app: web}
  ports: [{name: page, port: 80, targetPort: http}]
---
apiVersion: v1
kind: Service
metadata: {name: elsewhere, namespace: default}
spec: {type: ExternalName, externalName: db.example.org}
---
apiVersion: v1
kind: Service
metadata: {name: by-hand, namespace: default}
spec: {ports: [{name: page, port: 80}]}
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: nightly, namespace: default}
spec:
  schedule: "0 0 1 1 *"
  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: x}]}}}}
`

async function start(): Promise<void> {
  const kubeconfig = `${cluster.kubeconfig}:${proxy.kubeconfig}`
  product = await startProduct({ kubeconfig, dataFolder: home })
  list = product.client.open('forwards.list', {})
  const idOf = (file: string): string => product.contexts.find(({ source }) => source === file)?.id ?? ''
  direct = idOf(cluster.kubeconfig)
  proxied = idOf(proxy.kubeconfig)
}

async function ready(context: string): Promise<void> {
  await product.client.call('contexts.open', { context })
  const sessions = product.client.open('contexts.sessions', {})
  await sessions.until(all => all.some(one => one.context === context && one.phase === 'ready'))
  sessions.close()
}

const ref = (group: string, resource: string, name: string): ObjectRef => ({
  resource: { group, version: 'v1', resource },
  namespace: 'default',
  name,
})
const web = ref('apps', 'deployments', 'web')
const service = ref('', 'services', 'web')

async function forward(context: string, to: ObjectRef, asked: string, local = 0): Promise<Forward> {
  const ports = [{ asked, local }]
  return product.client.call('forwards.start', { context, ref: to, ports, address: '127.0.0.1' })
}

const forget = (id: string) => product.client.call('forwards.forget', { id })
const one = (id: string, claim: (forward: Forward) => boolean): Promise<ForwardList> =>
  list.until(({ forwards }) => forwards.some(each => each.id === id && claim(each)), 60_000)
const stateOf = (id: string): Forward | undefined => list.value?.forwards.find(each => each.id === id)
const localOf = (started: Forward): number => started.ports[0]?.local ?? 0

describe('what may be forwarded to', () => {
  beforeAll(() => ready(direct))

  it('a Service leads to a ready pod, by the name that the pod gives the port', async () => {
    const choices = await product.client.call('forwards.choices', { context: direct, ref: service })
    expect(choices).toMatchObject({
      ports: [{ asked: '80', remote: 8080, name: 'page', scheme: 'http' }],
      pods: [{ isReady: true }, { isReady: true }],
    })
    const started = await forward(direct, service, '80')
    expect(await requested(localOf(started))).toMatchObject({
      port: 8080,
      pod: expect.stringMatching(/^default\/web-/),
    })
    await one(started.id, ({ phase, pod }) => phase === 'open' && pod !== '')
    await forget(started.id)
  })

  it('a Service without selector leads to the pods of its slices', async () => {
    const { stdout } = await cluster.kubectl([
      'get',
      'pods',
      '-l',
      'app=web',
      '-o',
      'jsonpath={.items[0].metadata.name}',
    ])
    await cluster.apply(`
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: by-hand-1, namespace: default, labels: {kubernetes.io/service-name: by-hand}}
addressType: IPv4
ports: [{name: page, port: 8080, protocol: TCP}]
endpoints: [{addresses: [10.9.9.9], targetRef: {kind: Pod, name: ${stdout}, namespace: default}}]
`)
    const started = await forward(direct, ref('', 'services', 'by-hand'), '80')
    expect(await requested(localOf(started))).toMatchObject({ port: 8080, pod: `default/${stdout}` })
    await forget(started.id)
  })

  it.each([
    [
      'a Service that is another name',
      ref('', 'services', 'elsewhere'),
      /db\.example\.org, outside of the cluster/,
    ],
    ['a CronJob', ref('batch', 'cronjobs', 'nightly'), /has no pods of its own/],
    ['an object without a selector', ref('', 'serviceaccounts', 'default'), /selects no pods/],
    ['a port that a Service does not have', service, /has no port 81\. It has 80 \(page\)/],
  ])('%s is refused in words', async (_rule, to, message) => {
    await expect(forward(direct, to, '81')).rejects.toMatchObject({
      body: { kind: 'invalid', message: expect.stringMatching(message) },
    })
  })

  it('a port on which nothing listens ends the connection, and the list says why', async () => {
    const free = await echoServer()
    const unused = portOf(free)
    await new Promise(resolve => free.close(resolve))
    const started = await forward(direct, web, String(unused))
    await expect(requested(localOf(started))).rejects.toThrow()
    const { forwards } = await one(started.id, ({ lastFailure }) => lastFailure !== undefined)
    expect(forwards.find(({ id }) => id === started.id)).toMatchObject({
      connections: { open: 0, total: 1, failed: 1 },
      lastFailure: { error: { message: expect.stringContaining(`Nothing listens on port ${unused}`) } },
    })
    await forget(started.id)
  })

  it('a local port that is taken is told with who holds it', async () => {
    const started = await forward(direct, web, 'http')
    await expect(forward(direct, service, '80', localOf(started))).rejects.toMatchObject({
      body: {
        kind: 'conflict',
        message: expect.stringContaining('by the forward to Deployment default/web in'),
      },
    })
    const holder = process.platform === 'linux' ? `(process ${process.pid})` : 'by another program'
    await expect(forward(direct, service, '80', portOf(echo))).rejects.toMatchObject({
      body: { kind: 'conflict', message: expect.stringContaining(holder) },
    })
    expect(list.value?.forwards).toHaveLength(1)
    await forget(started.id)
  })
})

describe('when a pod ends', () => {
  it('connections to it end, new ones go to another pod, and every byte is right', async () => {
    const connections = Number(process.env.GATEHOUSE_FORWARD_CONNECTIONS ?? 10)
    const megabytes = Number(process.env.GATEHOUSE_FORWARD_MEGABYTES ?? 100)
    // Half of it before the pod ends, all of it afterwards, each there and back.
    const size = 2 * Math.ceil((megabytes * 1e6) / (6 * connections))
    const started = await forward(direct, web, String(portOf(echo)))
    const { forwards } = await one(started.id, ({ pod }) => pod !== '')
    const first = forwards.find(({ id }) => id === started.id)?.pod ?? ''
    const killed = Promise.withResolvers<void>()
    const halfway = Array.from({ length: connections }, () => Promise.withResolvers<void>())
    const clients = halfway.map(async (half, index) => {
      const bytes = randomBytes(size, index)
      const cut = echoed(localOf(started), bytes.subarray(0, size / 2), { stayOpen: true })
      await cut.whole
      half.resolve()
      await killed.promise
      await cut.over
      const whole = echoed(localOf(started), bytes)
      const digest = (chunks: Buffer): string => createHash('sha256').update(chunks).digest('hex')
      return digest(await whole.whole) === digest(bytes)
    })
    await Promise.all(halfway.map(({ promise }) => promise))
    await cluster.kubectl(['delete', 'pod', first, '--grace-period=0', '--force', '--wait=false'])
    await one(started.id, ({ moves, pod }) => moves === 1 && pod !== '' && pod !== first)
    killed.resolve()
    const equal = (await Promise.all(clients)).filter(isEqual => isEqual).length
    await one(started.id, each => each.connections.open === 0)
    const { bytes, connections: counted } = stateOf(started.id) ?? started
    figure('forwards.connections', `${equal}/${connections}`, 'connections', 'all')
    figure('forwards.bytes', Math.round((bytes.sent + bytes.received) / 1e6), 'MB', `>=${megabytes}`)
    expect(equal).toBe(connections)
    expect(bytes.sent + bytes.received).toBeGreaterThanOrEqual(megabytes * 1e6)
    expect(counted).toEqual({ open: 0, total: 2 * connections, failed: connections })
    await forget(started.id)
  })

  it('a connection waits while none is ready, and the phase says so', async () => {
    const started = await forward(direct, web, 'http')
    await cluster.kubectl(['scale', 'deployment/web', '--replicas=0'])
    const { forwards } = await one(started.id, ({ phase }) => phase === 'waiting')
    expect(forwards.find(({ id }) => id === started.id)).toMatchObject({
      pod: '',
      reason: { message: expect.stringMatching(/is (not )?ready|has no pods/) },
    })
    const answer = requested(localOf(started))
    await one(started.id, ({ connections }) => connections.open === 1)
    await cluster.kubectl(['scale', 'deployment/web', '--replicas=2'])
    expect(await answer).toMatchObject({ port: 8080 })
    await one(started.id, ({ phase, moves }) => phase === 'open' && moves === 1)
    await forget(started.id)
  })
})

it('connections that are cut at random end, hang nowhere and leave nothing behind', async () => {
  await ready(proxied)
  const started = await forward(proxied, web, String(portOf(echo)))
  await one(started.id, ({ pod }) => pod !== '')
  const outcomes = { whole: 0, cut: 0, wrong: 0 }
  const cutting = new AbortController()
  const rounds = Number(process.env.GATEHOUSE_FORWARD_CUTS ?? 8)
  const pauses = randomBytes(rounds, Number(process.env.GATEHOUSE_STREAM_SEED ?? 1))
  const cuts = (async () => {
    for (let round = 0; round < rounds; round++) {
      await new Promise(resolve => setTimeout(resolve, 100 + (pauses[round] ?? 0)))
      await proxy.cut()
    }
    cutting.abort()
  })()
  const client = async (seed: number): Promise<void> => {
    while (!cutting.signal.aborted) {
      const bytes = randomBytes(300_000, seed)
      const received = await echoed(localOf(started), bytes).whole.catch(() => null)
      outcomes[received === null ? 'cut' : received.equals(bytes) ? 'whole' : 'wrong'] += 1
      if (received === null) await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  await Promise.all([cuts, ...[1, 2, 3, 4, 5].map(client)])
  expect(outcomes.wrong).toBe(0)
  expect(outcomes.cut).toBeGreaterThan(0)
  const bytes = randomBytes(300_000, 9)
  const isWhole = async (): Promise<boolean> =>
    (await echoed(localOf(started), bytes).whole.catch(() => null))?.equals(bytes) === true
  await expect.poll(isWhole, { timeout: 40_000 }).toBe(true)
  await one(started.id, ({ connections }) => connections.open === 0)
  await forget(started.id)
  // With the context its idle connections to the server end too: none may be left on either side.
  await product.client.call('contexts.close', { context: proxied })
  const left = async (): Promise<number> =>
    (await proxy.stats()).connections.open + socketsAt(localOf(started))
  await expect.poll(left, { timeout: 30_000 }).toBe(0)
  figure('forwards.cut.left', await left(), 'connections', '0')
})

it('a forward ends with its context, is remembered over a restart, and starts on demand alone', async () => {
  await ready(proxied)
  const started = await forward(proxied, service, '80')
  await one(started.id, ({ phase }) => phase === 'open')
  await product.client.call('contexts.close', { context: proxied })
  await one(started.id, ({ phase, reason }) => phase === 'stopped' && reason?.kind === 'notOpen')
  await expect(requested(localOf(started))).rejects.toThrow()
  await product.stop()
  const before = (await proxy.stats()).connections.total
  await start()
  const { forwards } = await one(started.id, ({ phase }) => phase === 'stopped')
  expect(forwards.filter(({ id }) => id === started.id)).toMatchObject([
    {
      id: started.id,
      phase: 'stopped',
      kind: 'Service',
      ref: service,
      ports: [{ asked: '80', remote: 8080 }],
    },
  ])
  expect((await proxy.stats()).connections.total).toBe(before)
  await product.client.call('forwards.restart', { id: started.id })
  await one(started.id, ({ phase }) => phase === 'open')
  expect(await requested(localOf(started))).toMatchObject({ port: 8080 })
})

describe('the certificate that a webhook’s server presents', () => {
  it('is asked for by a handshake once somebody agrees, and judged by name and bundle', async () => {
    const authority = new Authority('hooks')
    const { cert, key } = authority.issue('DNS:hook.default.svc')
    let bytes = 0
    const server = createTlsServer({ cert, key }, socket =>
      socket.on('data', chunk => (bytes += chunk.length)),
    )
    server.on('tlsClientError', () => undefined)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const bundle = (pem: string): string => Buffer.from(pem).toString('base64')
    await cluster.apply(
      hookObjects(portOf(server), bundle(authority.pair.cert), bundle(new Authority('x').pair.cert)),
    )
    await cluster.kubectl(['rollout', 'status', 'deployment/hook', '--timeout=60s'])
    await ready(direct)
    const findings = product.client.open('admission.findings', { context: direct, depth: 'whole' })
    const serving = ({
      webhooks,
    }: {
      readonly webhooks: readonly { readonly serving: { readonly state: string } }[]
    }) => webhooks.map(each => each.serving.state)
    await findings.until(
      view => serving(view).length === 2 && serving(view).every(state => state === 'notAsked'),
    )
    findings.update({ asksServers: true })
    const view = await findings.until(next => serving(next).every(state => state === 'known'), 60_000)
    expect(view.webhooks.map(each => each.serving)).toMatchObject([
      {
        certificate: { names: ['hook.default.svc'] },
        faults: [],
        source: { kind: 'Pod' },
        foundBy: expect.stringMatching(
          /^Pod hook-\S+ presented it in a TLS handshake for hook\.default\.svc\.$/,
        ),
      },
      { faults: [{ type: 'untrusted' }] },
    ])
    findings.close()
    expect(bytes).toBe(0)
    const cli = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../main/cli.ts')]
    const args = ['findings', '--kubeconfig', cluster.kubeconfig, '--handshake', '-o', 'json']
    const env = {
      HOME: cluster.dir,
      XDG_CONFIG_HOME: join(cluster.dir, 'config'),
      PATH: process.env.PATH ?? '',
    }
    const { stdout } = await runCommand(process.execPath, [...cli, ...args], { env })
    expect(stdout).toContain('serving-certificate-untrusted')
    server.close()
    authority.remove()
  })
})

it('a context that is protected has its forwards stopped, and starts none', async () => {
  const started = await forward(direct, web, 'http')
  await one(started.id, ({ phase }) => phase === 'open')
  await product.client.call('settings.change', { protectedIds: [direct] })
  await one(started.id, ({ phase, reason }) => phase === 'stopped' && reason?.reason === 'ProtectedContext')
  await expect(requested(localOf(started))).rejects.toThrow()
  const refusal = { body: { kind: 'invalid', reason: 'ProtectedContext' } }
  await expect(forward(direct, web, 'http')).rejects.toMatchObject(refusal)
  await expect(product.client.call('forwards.restart', { id: started.id })).rejects.toMatchObject(refusal)
})

function hookObjects(port: number, bundle: string, otherBundle: string): string {
  return `
apiVersion: apps/v1
kind: Deployment
metadata: {name: hook, namespace: default}
spec:
  selector: {matchLabels: {app: hook}}
  template:
    metadata: {labels: {app: hook}}
    spec: {containers: [{name: main, image: hook}]}
---
apiVersion: v1
kind: Service
metadata: {name: hook, namespace: default}
spec: {selector: {app: hook}, ports: [{port: 443, targetPort: ${port}}]}
${[bundle, otherBundle]
  .map(
    (caBundle, index) => `---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: hook-${index}}
webhooks:
- name: hook.acme.example
  admissionReviewVersions: [v1]
  sideEffects: None
  failurePolicy: Ignore
  rules: [{apiGroups: [acme.example], apiVersions: [v1], operations: [CREATE], resources: [things]}]
  clientConfig: {service: {name: hook, namespace: default}, caBundle: ${caBundle}}
`,
  )
  .join('')}`
}
