/**
 * The in-memory API server beside a real one: the same writes, one after the other, must get the same answers
 * and leave the same objects, times and identities aside.
 */
import { readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createSnapshotServer, type SnapshotServer, SnapshotStore } from '../../main/snapshot/index.ts'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'
import { type Sequence, type Step, sequences } from './sampleWriteCases.ts'

interface Answer {
  readonly status: number
  readonly body: unknown
}
type Send = (step: Step, path: string) => Promise<Answer>

let cluster: Cluster
let server: SnapshotServer
let real: Send
let memory: Send

const namespace = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'writes', uid: 'writes' },
  spec: { finalizers: ['kubernetes'] },
  status: { phase: 'Active' },
}

beforeAll(async () => {
  cluster = await startCluster({ profile: 'all' })
  const { users } = parse(await readFile(cluster.tokenKubeconfig, 'utf8')) as {
    readonly users: readonly { readonly user: { readonly token: string } }[]
  }
  const { hostname, port } = new URL(cluster.server)
  const authorization = `Bearer ${users[0]?.user.token}`
  real = sender(options => httpsRequest({ hostname, port, ca: cluster.caPem, ...options }), { authorization })
  const socketPath = join(tmpdir(), `gatehouse-writes-${process.pid}.sock`)
  const store = new SnapshotStore()
  store.load({ group: '', resource: 'namespaces' }, namespace)
  const account = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'default', namespace: 'writes' },
  }
  store.load({ group: '', resource: 'serviceaccounts' }, account)
  server = createSnapshotServer(store, {
    user: { username: 'admin', groups: ['system:masters', 'system:authenticated'] },
    dryRuns: { webhooks: new Map() },
    takesWrites: true,
  })
  await server.listen(socketPath)
  memory = sender(options => httpRequest({ socketPath, ...options }), {})
  await cluster.kubectl(['create', 'namespace', 'writes'])
  await cluster.kubectl(['wait', '--for=create', 'serviceaccount/default', '-n', 'writes', '--timeout=60s'])
})
afterAll(async () => {
  await server?.close()
  await cluster?.stop()
})

interface Options {
  readonly path: string
  readonly method: string
  readonly headers: Record<string, string>
}

function sender(
  open: (options: Options) => ReturnType<typeof httpRequest>,
  more: Record<string, string>,
): Send {
  return ({ method, body, type = 'application/json' }, path) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
      const sent =
        body === undefined ? {} : { 'content-type': type, 'content-length': String(Buffer.byteLength(text)) }
      const headers = { 'user-agent': 'tester/1.0', ...more, ...sent }
      const request = open({ path, method, headers })
      request.on('error', reject)
      request.on('response', response => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const said = Buffer.concat(chunks).toString('utf8')
          // Paths that nothing serves answer with a line of text.
          const parsed: unknown = said.startsWith('{') ? JSON.parse(said) : said
          resolve({ status: response.statusCode ?? 0, body: parsed })
        })
      })
      request.end(text)
    })
}

/** Fields that differ from run to run; `null` stands in for each, so that it has to be there. */
const changing = new Set([
  ...['uid', 'resourceVersion', 'creationTimestamp', 'deletionTimestamp', 'time', 'lastTransitionTime'],
  ...['batch.kubernetes.io/controller-uid', 'controller-uid', 'clusterIP'],
])

/** Whom the simulated controllers stand for: they own nothing. */
const controllers = new Set(['kube-controller-manager', 'kube-apiserver', 'cluster'])

/**
 * Entries of managedFields stand in the order of their second, and of their manager within one: whether two writes
 * fall into one second is chance. Other items keep their order.
 */
function byManager(one: unknown, other: unknown): number {
  const [left, right] = [one, other].map(each => (each as { readonly manager?: string } | null)?.manager)
  if (left === undefined || right === undefined || left === right) return 0
  return left < right ? -1 : 1
}

function plain(value: unknown, uids: ReadonlySet<string>): unknown {
  if (Array.isArray(value))
    return value
      .filter(each => !controllers.has(each?.manager))
      .map(each => plain(each, uids))
      .sort(byManager)
  if (typeof value === 'string') {
    let text = value
    for (const uid of uids) text = text.replaceAll(uid, 'UID')
    return text
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/in record \(\d+\)/, 'in record (VERSION)')
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      plain(key, uids),
      changing.has(key) && typeof each !== 'object' ? null : plain(each, uids),
    ]),
  )
}

const uidOf = (body: unknown): string =>
  ((body as { readonly metadata?: { readonly uid?: string } } | null)?.metadata?.uid ?? '') as string

/** Answers of a sequence; each waits until its step answers as it should. */
async function run(send: Send, { steps }: Sequence): Promise<readonly unknown[]> {
  const uids = new Set<string>()
  const seen: unknown[] = []
  let last: unknown = null
  for (const step of steps) {
    const body = step.of === undefined ? step.body : step.of(last as Parameters<typeof step.of>[0])
    const { until, holds = '' } = step
    const isDone = ({ status, body: said }: Answer): boolean =>
      (until === undefined || status === until) && JSON.stringify(said).includes(holds)
    let answer = await send({ ...step, body }, step.path)
    for (const end = Date.now() + 60_000; !isDone(answer) && Date.now() < end; ) {
      await new Promise(resolve => setTimeout(resolve, 100))
      answer = await send({ ...step, body }, step.path)
    }
    if (answer.status < 300) last = answer.body
    if (uidOf(answer.body) !== '') uids.add(uidOf(answer.body))
    // Where controllers answer for what is there, that it is there counts.
    const isFound = until !== undefined && answer.status < 300
    seen.push({
      step: `${step.method} ${step.path}`,
      status: answer.status,
      body: isFound ? null : plain(answer.body, uids),
    })
  }
  return seen
}

let equal = 0
it.each(sequences)('$name', async sequence => {
  const [there, here] = [await run(real, sequence), await run(memory, sequence)]
  expect(here).toEqual(there)
  equal++
})

it('prints how many sequences are equal', () => {
  console.log(`figure sample-writes ${equal}/${sequences.length} sequences must all`)
})
