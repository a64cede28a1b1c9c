import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ProcessFigures } from '../../shared/ipc/index.ts'

const nanosPerMilli = 1e6
/** The histogram's own timer: what it measures above this is delay. */
const resolution = 20

/** Memory and delay of this process. The delay is measured only between `start` and `stop`. */
export class ProcessWatch {
  readonly #openWatches: () => number
  #delay: ReturnType<typeof monitorEventLoopDelay> | null = null
  #users = 0

  /** @param openWatches streams open now */
  constructor(openWatches: () => number) {
    this.#openWatches = openWatches
  }

  start(): void {
    this.#users++
    if (this.#delay !== null) return
    this.#delay = monitorEventLoopDelay({ resolution })
    this.#delay.enable()
  }

  stop(): void {
    this.#users--
    if (this.#users > 0) return
    this.#delay?.disable()
    this.#delay = null
  }

  /** Delays are those since the last call. */
  read(): ProcessFigures {
    const memory = process.memoryUsage()
    const delay = this.#delay
    const late = (nanos: number | undefined): number =>
      nanos === undefined || !Number.isFinite(nanos) ? 0 : Math.max(0, nanos / nanosPerMilli - resolution)
    const figures = {
      uptime: process.uptime(),
      residentBytes: memory.rss,
      heapUsedBytes: memory.heapUsed,
      heapTotalBytes: memory.heapTotal,
      externalBytes: memory.external,
      loopDelayP50: late(delay?.percentile(50)),
      loopDelayP99: late(delay?.percentile(99)),
      loopDelayMaximum: late(delay?.count === 0 ? undefined : delay?.max),
      openWatches: this.#openWatches(),
    }
    delay?.reset()
    return figures
  }
}
