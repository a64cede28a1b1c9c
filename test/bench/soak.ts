/**
 * Hours of change and of random faults on a real control plane:
 *   npm run soak                                 an hour
 *   npm run soak -- --minutes 1 --seed 7         shorter; the same seed makes the same faults
 * At the end the rows must be those that kubectl lists, and memory must not have grown.
 */
import { parseArgs } from 'node:util'
import { connectClient, type OpenStream } from '../client/index.ts'
import { TableReceiver } from '../client/table.ts'
import {
  type Cluster,
  type Fault,
  type FaultProxy,
  startCluster,
  startProxy,
} from '../cluster/harness/index.ts'
import { isLive, viewOf } from '../live/running.ts'
import { pause } from './browser.ts'
import { benchChurn } from './churn.ts'
import { report, reported } from './figures.ts'
import { type MeasuredApp, startMeasured } from './product.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const minutes = Number(values.minutes)
if (!(minutes > 0)) {
  console.error('--minutes takes a number above 0.')
  process.exit(2)
}
const seed = Number(values.seed)
const sampleEvery = Math.min(15_000, (minutes * 60_000) / 12)
/** Objects changed each second, and how long one round of changes takes. */
const rate = 50
const roundSeconds = Math.min(30, minutes * 60)
const kinds = [
  { group: '', version: 'v1', resource: 'configmaps' },
  { group: '', version: 'v1', resource: 'pods' },
] as const

console.log(`soak of ${minutes} minutes, seed ${seed}`)
const cluster = await startCluster()
const proxy = await startProxy(cluster)
const app = await startMeasured({ kubeconfig: proxy.kubeconfig })
try {
  await soak()
} finally {
  await app.stop()
  await proxy.stop()
  await cluster.stop()
}
await benchChurn(60)
const failed = reported().filter(({ value, must }) => must !== 'report' && value > Number(must))
for (const { id, value, unit, must } of failed) console.log(`misses: ${id} is ${value} ${unit}, must ${must}`)
process.exit(failed.some(({ id }) => id.startsWith('soak.')) ? 1 : 0)

async function soak(): Promise<void> {
  await cluster.seed({ count: 1000, namespaces: ['seed'] })
  const client = await connectClient(app.address)
  const { contexts } = await client
    .open('contexts.list', {})
    .until(list => list.contexts.some(({ origin }) => origin === 'kubeconfig'))
  const context = contexts.find(({ origin }) => origin === 'kubeconfig')?.id ?? ''
  await client.call('contexts.open', { context })
  const views = kinds.map(kind => {
    const receiver = new TableReceiver()
    const stream = client.open('tables.view', viewOf(context, kind), frame => receiver.apply(frame))
    return { kind, receiver, stream }
  })
  const end = Date.now() + minutes * 60_000
  const memory: { readonly at: number; readonly bytes: number }[] = []
  const [changes, faults] = await Promise.all([change(end), disturb(end), sampleMemory(app, end, memory)])
  await proxy.resume()
  await proxy.clearFaults()
  report('soak.changes', changes, 'changes')
  report('soak.faults', faults, 'faults')
  for (const { kind, receiver, stream } of views) {
    const difference = await differenceFrom(cluster, kind.resource, receiver, stream)
    report(`soak.${kind.resource}.rows-unlike-kubectl`, difference, 'rows', '0')
  }
  reportSlope(memory)
  client.close()
}

/** Round after round of changes, each in a namespace whose objects the next but three takes up. */
async function change(end: number): Promise<number> {
  let made = 0
  for (let round = 0; Date.now() < end; round++) {
    const seconds = Math.max(1, Math.min(roundSeconds, (end - Date.now()) / 1000))
    const both = await Promise.all(
      (['configmaps', 'pods'] as const).map(kind =>
        cluster.churn({ kind, rate: rate / 2, seconds, seed: seed + round, namespace: `soak-${round % 4}` }),
      ),
    )
    for (const { created, updated, deleted } of both) made += created + updated + deleted
  }
  return made
}

/** A fault every few seconds, on the watches or on everything, drawn from the seed. */
async function disturb(end: number): Promise<number> {
  const random = seeded(seed)
  let made = 0
  while (Date.now() < end) {
    await pause(2000 + random() * 6000)
    if (Date.now() >= end) break
    const all = faultsOf(random)
    const chosen = all[Math.floor(random() * all.length)]
    if (chosen === undefined) break
    await chosen(proxy)
    made += 1
  }
  return made
}

function faultsOf(random: () => number): readonly ((proxy: FaultProxy) => Promise<unknown>)[] {
  const once = (fault: Fault) => (to: FaultProxy) => to.addFault(fault)
  const watches = { match: { watch: true }, open: true, count: 2, afterEvents: Math.floor(random() * 20) }
  return [
    to => to.cut(),
    async to => {
      await to.stall()
      await pause(1000 + random() * 15_000)
      await to.resume()
    },
    once({ ...watches, action: 'cut' }),
    once({ ...watches, action: 'reset' }),
    once({ ...watches, action: 'gone-event' }),
    once({ ...watches, action: 'truncate' }),
    once({ ...watches, action: 'malformed' }),
    once({ ...watches, action: 'stall', count: 1 }),
    once({ ...watches, action: 'error-event', status: 500 }),
    once({ count: 3, action: 'status', status: 429, retryAfterSeconds: 1 }),
    once({ count: 3, action: 'status', status: 503 }),
    once({ count: 3, action: 'delay', delayMillis: 3000 }),
  ]
}

async function sampleMemory(
  measured: MeasuredApp,
  end: number,
  into: { readonly at: number; readonly bytes: number }[],
): Promise<void> {
  while (Date.now() < end) {
    await pause(sampleEvery)
    into.push({ at: Date.now(), bytes: (await measured.memory()).live })
  }
}

/** Rows of one side that the other lacks, once nothing changes any more. */
async function differenceFrom(
  from: Cluster,
  resource: string,
  receiver: TableReceiver,
  stream: OpenStream<'tables.view'>,
): Promise<number> {
  const listed = await from.kubectl([
    'get',
    resource,
    '-A',
    '--no-headers',
    '-o',
    'custom-columns=:.metadata.uid',
  ])
  if (listed.code !== 0) throw new Error(`kubectl: ${listed.stderr}`)
  const uids = new Set(listed.stdout.trim().split(/\s+/))
  await stream
    .until(frame => isLive(frame) && frame.total === uids.size, 60_000)
    .catch((error: Error) => {
      console.log(`${resource}: ${error.message.slice(0, 400)}`)
    })
  const rows = await readAll(receiver, stream)
  return [...uids].filter(uid => !rows.has(uid)).length + [...rows].filter(uid => !uids.has(uid)).length
}

/** The view shows a window: it is moved over all rows. */
async function readAll(
  receiver: TableReceiver,
  stream: OpenStream<'tables.view'>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const total = receiver.frame?.total ?? 0
  for (let start = 0; start < total; start += 1000) {
    stream.update({ window: { start, count: 1000 } })
    await stream.until(frame => frame.start === Math.max(0, Math.min(start, frame.matching - 1000)))
    for (const row of receiver.window()) found.add(row.uid)
  }
  return found
}

/** Growth of what lives in main, by least squares over the later three quarters. */
function reportSlope(samples: readonly { readonly at: number; readonly bytes: number }[]): void {
  const later = samples.slice(Math.floor(samples.length / 4))
  const meanAt = later.reduce((sum, { at }) => sum + at, 0) / later.length
  const meanBytes = later.reduce((sum, { bytes }) => sum + bytes, 0) / later.length
  let product = 0
  let square = 0
  for (const { at, bytes } of later) {
    product += (at - meanAt) * (bytes - meanBytes)
    square += (at - meanAt) ** 2
  }
  const mebibytesAnHour = ((product / square) * 3_600_000) / 1024 / 1024
  report('soak.main.live', meanBytes / 1024 / 1024, 'MiB')
  // Minutes say little of hours: objects of the first rounds are still being added.
  report('soak.main.slope', mebibytesAnHour, 'MiB an hour', minutes >= 30 ? '4' : 'report')
}

/** Mulberry32: small, and the same everywhere. */
function seeded(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
