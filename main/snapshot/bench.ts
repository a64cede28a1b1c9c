/**
 * A cluster of many changing pods in a process of its own, for benchmarks and soaks:
 *   node main/snapshot/bench.ts --pods 10000 --churn 1000
 * Prints one line of JSON with the socket's path when it serves, and ends with SIGTERM, SIGINT or
 * the end of its standard input.
 */
import { tmpdir } from 'node:os'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { systemClock } from '../../shared/flow/index.ts'
import { privateAddress } from './address.ts'
import { Churn, crowdedStore } from './sample/index.ts'
import { createSnapshotServer } from './server/index.ts'
import type { SnapshotStore } from './store/index.ts'

export interface BenchOptions {
  readonly pods: number
  /** Changes of pods each second; 0 for none. */
  readonly changesPerSecond: number
  /** Changes kept for watches that reconnect. */
  readonly historyLimit?: number
  readonly seed?: number
  readonly folder?: string
  /** Adds objects before anything is served. */
  readonly prepare?: (store: SnapshotStore) => void
}

export interface RunningBench {
  readonly socketPath: string
  /** Changes made so far. */
  changes(): number
  /** Makes every watch from an earlier version fail with 410. */
  compact(): void
  stop(): Promise<void>
}

/** Serves `pods` pods in this process and changes them at the given rate. */
export async function startBench(options: BenchOptions): Promise<RunningBench> {
  const { pods, changesPerSecond, historyLimit = 50_000, seed = 1, folder = tmpdir() } = options
  const store = crowdedStore(pods, systemClock.now(), historyLimit)
  options.prepare?.(store)
  const server = createSnapshotServer(store, { versionSuffix: 'bench', log: text => console.error(text) })
  const address = await privateAddress(folder)
  await server.listen(address.socketPath)
  const churn = new Churn(store, seed)
  churn.start(changesPerSecond)
  return {
    socketPath: address.socketPath,
    changes: () => churn.changes,
    compact: () => store.compact(),
    stop: async () => {
      churn.stop()
      await server.close()
      await address.remove()
    },
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      pods: { type: 'string', default: '10000' },
      churn: { type: 'string', default: '0' },
      history: { type: 'string', default: '50000' },
      seed: { type: 'string', default: '1' },
    },
  })
  const began = performance.now()
  const bench = await startBench({
    pods: Number(values.pods),
    changesPerSecond: Number(values.churn),
    historyLimit: Number(values.history),
    seed: Number(values.seed),
  })
  const readyMilliseconds = Math.round(performance.now() - began)
  console.log(JSON.stringify({ socketPath: bench.socketPath, pods: Number(values.pods), readyMilliseconds }))
  const end = (): void => void bench.stop().then(() => process.exit(0))
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  process.stdin.on('end', end)
  process.stdin.resume()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
