/** Logs on the real control plane: what kubectl would show, and what it does not: restarts, losses, floods. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../main/snapshot/sample/life.ts'
import { type MeasuredApp, startMeasured } from '../bench/product.ts'
import { type Client, connectClient } from '../client/index.ts'
import { type Cluster, type FaultProxy, startCluster, startProxy } from '../cluster/harness/index.ts'
import { figure } from './figures.ts'
import {
  counter,
  endView,
  type Following,
  linesOf,
  makePod,
  marksOf,
  objectTarget,
  openLog,
  savedLines,
  shell,
  textsOf,
} from './logsStream.ts'

const seed = Number(process.env.GATEHOUSE_STREAM_SEED ?? 20_261_201)
/** Numbers that are counted while the connection is cut, and seconds of the flood: the soak takes more. */
const counted = Number(process.env.GATEHOUSE_LOG_NUMBERS ?? 3000)
const floodSeconds = Number(process.env.GATEHOUSE_LOG_SECONDS ?? 6)

let cluster: Cluster
let proxy: FaultProxy
let app: MeasuredApp
let client: Client
let context: string

beforeAll(async () => {
  cluster = await startCluster()
  proxy = await startProxy(cluster)
  app = await startMeasured({ kubeconfig: proxy.kubeconfig })
  client = await connectClient(app.address)
  const { contexts } = await client
    .open('contexts.list', {})
    .until(list => list.contexts.some(({ origin }) => origin === 'kubeconfig'))
  context = contexts.find(({ origin }) => origin === 'kubeconfig')?.id ?? ''
  await client.call('contexts.open', { context })
})
afterAll(async () => {
  client?.close()
  await app?.stop()
  await proxy?.stop()
  await cluster?.stop()
})

const open = (...args: Parameters<typeof openLog> extends [unknown, unknown, ...infer Rest] ? Rest : never) =>
  openLog(client, context, ...args)

/** Numbers that lines `n 17 …` carry, in their order. */
const numbersOf = (text: string): readonly number[] =>
  [...text.matchAll(/^n (\d+) /gm)].map(([, number]) => Number(number))

describe('one pod', () => {
  beforeAll(() =>
    makePod(cluster, 'plain', {
      containers: [
        {
          name: 'app',
          command: shell(
            'for i in 1 2 3 4 5; do echo "line $i"; done; sleep 2; echo late; trap "exit 0" TERM; sleep 1000 & wait',
          ),
        },
      ],
    }),
  )

  it('is followed: lines come with the time that the node wrote', async () => {
    const { stream } = open(objectTarget('pods', 'plain'))
    const frame = await stream.until(one => textsOf(one).includes('late'))
    expect(textsOf(frame)).toEqual(['line 1', 'line 2', 'line 3', 'line 4', 'line 5', 'late'])
    expect(linesOf(frame)[0]?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/)
    expect(frame.sources).toMatchObject([{ pod: 'plain', container: 'app', phase: 'live', lines: 6 }])
    stream.close()
  })

  it('shows the last lines, or those since, where it is asked to', async () => {
    const tail = open(objectTarget('pods', 'plain'), { tail: 2, follow: false })
    const ended = await tail.stream.until(one => one.sources[0]?.phase === 'ended')
    expect(textsOf(ended)).toEqual(['line 5', 'late'])
    const since = open(objectTarget('pods', 'plain'), { sinceSeconds: 3600, follow: false })
    expect(textsOf(await since.stream.until(one => one.sources[0]?.phase === 'ended'))).toHaveLength(6)
    tail.stream.close()
    since.stream.close()
  })

  it('that has no earlier run says so', async () => {
    const { stream } = open(objectTarget('pods', 'plain'), { previous: true })
    const frame = await stream.until(one => one.sources[0]?.phase === 'failed')
    expect(frame.sources[0]?.reason?.message).toBe(
      'There is no earlier run of container app in pod plain: it was not restarted, or its node has removed that log.',
    )
    stream.close()
  })

  it('that cannot be there waits, and begins by itself', async () => {
    const { stream } = open(objectTarget('pods', 'later'))
    await stream.until(one => one.sources.length === 0 && one.problems.length === 0)
    await makePod(cluster, 'later', {
      initContainers: [{ name: 'prepare', command: shell('echo preparing; sleep 1') }],
      containers: [{ name: 'app', command: shell('echo begun; sleep 1000') }],
    })
    await stream.until(one => one.sources[0]?.phase === 'waiting')
    const frame = await stream.until(one => textsOf(one).includes('begun'))
    expect(frame.sources.map(({ container }) => container)).toEqual(['app'])
    stream.close()
    const all = open(objectTarget('pods', 'later'), { isAll: true })
    const both = await all.stream.until(one => textsOf(one).length === 2)
    expect(textsOf(both)).toEqual(['preparing', 'begun'])
    expect(both.sources.map(({ kind }) => kind)).toEqual(['init', 'container'])
    all.stream.close()
  })

  it('that is restarted is followed over its runs, each line once, and its earlier run can be read', async () => {
    await makePod(cluster, 'crashing', {
      containers: [{ name: 'app', command: shell('echo "run $$ begins"; echo "run $$ ends"; exit 3') }],
    })
    const { stream } = open(objectTarget('pods', 'crashing'))
    const frame = await stream.until(one => linesOf(one).length >= 6, 30_000)
    const texts = textsOf(frame)
    expect(new Set(texts).size).toBe(texts.length)
    expect(marksOf(frame)[0]).toBe('Container app ended with exit code 3 and was started again.')
    expect(marksOf(frame).join()).not.toContain('missing')
    stream.close()
    const previous = open(objectTarget('pods', 'crashing'), { previous: true })
    const before = await previous.stream.until(one => one.sources[0]?.phase === 'ended')
    expect(textsOf(before)).toHaveLength(2)
    previous.stream.close()
  })
})

describe('pods of a Deployment', () => {
  it('are merged by time at first, and one that joins is read from its first line', async () => {
    const template = (replicas: number) =>
      JSON.stringify({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web', namespace: 'default' },
        spec: {
          replicas,
          selector: { matchLabels: { app: 'web' } },
          template: {
            metadata: { labels: { app: 'web' } },
            spec: {
              terminationGracePeriodSeconds: 1,
              containers: [
                {
                  name: 'app',
                  image: 'none',
                  command: shell(
                    'for i in 1 2 3 4 5 6; do echo "$POD $i"; sleep 0.1; done; trap "exit 0" TERM; sleep 1000 & wait',
                  ),
                },
              ],
            },
          },
        },
      })
    await cluster.apply(template(2))
    const first = open(objectTarget('deployments', 'web'))
    await first.stream.until(one => linesOf(one).length === 12)
    first.stream.close()
    const { stream } = open(objectTarget('deployments', 'web'))
    const merged = await stream.until(one => linesOf(one).length === 12)
    const times = linesOf(merged).map(({ time }) => Date.parse(time))
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(new Set(linesOf(merged).map(({ source }) => source)).size).toBe(2)
    await cluster.apply(template(3))
    const joined = await stream.until(one => linesOf(one).length === 18, 30_000)
    expect(marksOf(joined).join()).toMatch(/Pod web-\S+ joined\./)
    await cluster.apply(template(2))
    const left = await stream.until(one => one.sources.some(({ phase }) => phase === 'ended'), 30_000)
    expect(left.sources.map(({ lines }) => lines)).toEqual([6, 6, 6])
    expect(marksOf(left).filter(text => text.includes('missing'))).toEqual([])
    stream.close()
  })
})

it('a connection that is cut again and again loses no number and repeats none', {
  timeout: 120_000 + counted * 10,
}, async () => {
  const random = seededRandom(seed)
  await makePod(cluster, 'counting', { containers: [{ name: 'app', command: counter(counted, 500) }] })
  const { session, stream } = open(objectTarget('pods', 'counting'))
  await stream.until(one => linesOf(one).length > 0)
  let faults = 0
  while ((stream.value?.sources[0]?.lines ?? 0) < counted && faults < counted / 100) {
    await new Promise(resolve => setTimeout(resolve, 100 + random() * 900))
    const kind = random()
    if (kind < 0.7) await proxy.cut()
    else
      await proxy.addFault({ action: 'status', status: 503, count: 1, match: { path: '/pods/counting/log' } })
    faults++
  }
  await proxy.clearFaults()
  await stream.until(one => textsOf(one).some(text => text.startsWith(`n ${counted} `)), 60_000)
  const text = await savedLines(client, session, join(app.dataFolder, 'counted.log'))
  const numbers = numbersOf(text)
  const inPlace = numbers.filter((number, at) => number === at + 1).length
  const marks = text.split('\n').filter(line => line.startsWith('#'))
  figure('logs.reconnect', `${inPlace}/${counted}`, 'lines', 'all')
  console.log(`seed ${seed}: ${faults} faults; marks: ${marks.join(' | ') || 'none'}`)
  expect({ inPlace, count: numbers.length, marks }).toEqual({ inPlace: counted, count: counted, marks: [] })
  stream.close()
})

it('50,000 lines a second are all accounted for, in bounded memory', {
  timeout: 60_000 + floodSeconds * 10_000,
}, async () => {
  const rate = 50_000
  const count = floodSeconds * rate
  // The node of the tests holds everything in memory.
  const width = floodSeconds > 10 ? 60 : 250
  await makePod(cluster, 'flood', { containers: [{ name: 'app', command: counter(count, rate, width) }] })
  await app.watchLoop()
  const following = open(objectTarget('pods', 'flood'))
  const frame = await accounted(following, count)
  const loop = await app.loop()
  figure('logs.accounted', `${frame.held + frame.dropped}/${count}`, 'lines', 'all')
  figure('logs.memory', Math.round(frame.bytes / 2 ** 20), 'MiB', '<= 64')
  console.log(
    `held ${frame.held}, dropped ${frame.dropped}; main’s longest turn ${loop.longestTask.toFixed(0)} ms of processor, ${loop.longestDelay.toFixed(0)} ms by the clock; ${(loop.processor * 100).toFixed(0)} % of a core`,
  )
  expect(frame.held + frame.dropped).toBe(count)
  expect(frame.bytes).toBeLessThanOrEqual(64 * 2 ** 20)
  const text = await savedLines(client, following.session, join(app.dataFolder, 'flood.log'))
  const numbers = numbersOf(text)
  expect(numbers).toHaveLength(frame.held)
  expect(numbers.every((number, at) => number === frame.dropped + at + 1)).toBe(true)
  expect(text.startsWith('# ')).toBe(frame.dropped > 0)
  following.stream.close()
})

async function accounted({ stream }: Following, count: number) {
  stream.update({ view: endView(200) })
  return stream.until(
    one => one.held + one.dropped >= count && textsOf(one).at(-1)?.startsWith(`n ${count} `) === true,
    60_000 + floodSeconds * 5000,
  )
}
