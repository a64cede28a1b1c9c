import type { LogFilter, PodLogFrame } from '../../shared/ipc/index.ts'
import { connectClient } from '../client/index.ts'
import { startCluster } from '../cluster/harness/index.ts'
import { counter, endView, type Following, makePod, objectTarget, openLog } from '../live/logsStream.ts'
import { pause } from './browser.ts'
import { report, reportSpread } from './figures.ts'
import { type MeasuredApp, startMeasured } from './product.ts'

const rate = 50_000
const seconds = 20
const megabyte = 2 ** 20
/** As many lines as a session holds. */
const held = 500_000

/**
 * A container that writes 50,000 lines a second while somebody scrolls; then filters over half a million
 * lines.
 */
export async function benchLogs(): Promise<void> {
  const cluster = await startCluster()
  try {
    const app = await startMeasured({ kubeconfig: cluster.kubeconfig })
    try {
      const client = await connectClient(app.address)
      const list = await client
        .open('contexts.list', {})
        .until(({ contexts }) => contexts.some(({ origin }) => origin === 'kubeconfig'))
      const context = list.contexts.find(({ origin }) => origin === 'kubeconfig')?.id ?? ''
      await client.call('contexts.open', { context })
      const idle = await app.memory()
      await makePod(cluster, 'flood', {
        containers: [{ name: 'app', command: counter(rate * seconds, rate, 60) }],
      })
      const following = openLog(client, context, objectTarget('pods', 'flood'), {}, endView(100))
      await measureFlood(app, following, idle.live)
      await measureFilters(app, following)
      following.stream.close()
      client.close()
    } finally {
      await app.stop()
    }
  } finally {
    await cluster.stop()
  }
}

async function measureFlood(app: MeasuredApp, { stream }: Following, idle: number): Promise<void> {
  await stream.until(frame => frame.held > 0)
  await app.watchLoop()
  const began = performance.now()
  const first = stream.value?.sources[0]?.lines ?? 0
  const scrolled: number[] = []
  const isOver = (frame: PodLogFrame | null): boolean => (frame?.sources[0]?.lines ?? 0) >= rate * seconds
  for (let step = 0; !isOver(stream.value); step++) {
    const count = 60 + (step % 30)
    const asked = performance.now()
    stream.update({ view: endView(count) })
    await stream.until(frame => frame.entries.length === count || isOver(frame))
    scrolled.push(performance.now() - asked)
    await pause(100)
  }
  const took = (performance.now() - began) / 1000
  const loop = await app.loop()
  const memory = await app.memory()
  const frame = stream.value
  const lost = rate * seconds - (frame?.held ?? 0) - (frame?.dropped ?? 0)
  report('logs.flood.rate', (rate * seconds - first) / took, 'lines/s')
  report('logs.flood.unaccounted', lost, 'lines', '0')
  report('logs.flood.store', (frame?.bytes ?? 0) / megabyte, 'MiB', '64')
  report('logs.flood.living', (memory.live - idle) / megabyte, 'MiB', '100')
  reportSpread('logs.flood.scroll', scrolled, '50', 'p95')
  report('logs.flood.longest', loop.longestTask, 'ms', '20')
  report('logs.flood.tasks', loop.tasks, 'over 20 ms', '0')
  report('logs.flood.processor', loop.processor * 100, '% of a core')
}

async function measureFilters(app: MeasuredApp, { stream }: Following): Promise<void> {
  const lines = (await stream.until(frame => frame.held > 0 && frame.pending === undefined)).held
  report('logs.filter.lines', lines, 'lines')
  const filters: Readonly<Record<string, Partial<LogFilter>>> = {
    text: { text: '77777' },
    cased: { text: '77777', isCaseSensitive: true },
    pattern: { text: 'n [0-9]*77777 ', isPattern: true },
    rare: { text: '(?:fatal|panic).*x$', isPattern: true },
    level: { levels: ['error'] },
    inverted: { text: 'x', isInverted: true },
  }
  for (const [name, filter] of Object.entries(filters)) {
    stream.update({ view: endView(100) })
    await stream.until(({ total, entries }) => total >= lines && entries.length === 100)
    await app.watchLoop()
    const began = performance.now()
    stream.update({ view: endView(100, filter) })
    // None of them lets a hundred lines through, so that a frame of before is known.
    await stream.until(({ entries, pending }) => entries.length < 100 && pending === undefined, 120_000)
    report(`logs.filter.${name}`, (performance.now() - began) * (held / lines), 'ms for 500,000 lines')
    report(`logs.filter.${name}.longest`, (await app.loop()).longestTask, 'ms', '20')
  }
}
