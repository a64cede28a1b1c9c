/**
 * Loaded into the engine's process before the engine (`--import`): answers on the socket that
 * GATEHOUSE_BENCH_PROBE names how much memory lives and how long the event loop was kept. It does
 * nothing until it is asked.
 */
import { createServer } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/** What the probe answers to `memory`. Bytes. */
export interface MemoryAnswer {
  readonly rss: number
  /** Heap and buffers in use after a collection. */
  readonly live: number
}

/** What the probe answers to `loop`: since `watch`. */
export interface LoopAnswer {
  /** Turns of the event loop that computed for more than 20 ms. */
  readonly tasks: number
  /** Turns that took more than 20 ms, with the time other processes had the core. */
  readonly delays: number
  readonly longestTask: number
  readonly longestDelay: number
  /** Share of one core that the whole process used. */
  readonly processor: number
}

const long = 20
const every = 5

class LoopWatch {
  readonly #wallAtStart = performance.now()
  readonly #usageAtStart = process.cpuUsage()
  #wall = performance.now()
  #thread = threadMilliseconds()
  #answer = { tasks: 0, delays: 0, longestTask: 0, longestDelay: 0 }
  readonly #timer = setInterval(() => this.#turn(), every).unref()

  #turn(): void {
    const wall = performance.now()
    const thread = threadMilliseconds()
    const delay = wall - this.#wall - every
    const task = thread - this.#thread
    const { tasks, delays, longestTask, longestDelay } = this.#answer
    this.#answer = {
      tasks: tasks + (task > long ? 1 : 0),
      delays: delays + (delay > long ? 1 : 0),
      longestTask: Math.max(longestTask, task),
      longestDelay: Math.max(longestDelay, delay),
    }
    this.#wall = wall
    this.#thread = thread
  }

  end(): LoopAnswer {
    clearInterval(this.#timer)
    const { user, system } = process.cpuUsage(this.#usageAtStart)
    return { ...this.#answer, processor: (user + system) / 1000 / (performance.now() - this.#wallAtStart) }
  }
}

function threadMilliseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let watch: LoopWatch | null = null

function memory(): MemoryAnswer {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, live: heapUsed + external }
}

function answer(question: string): unknown {
  if (question === 'memory') return memory()
  const ended = watch?.end() ?? null
  watch = question === 'watch' ? new LoopWatch() : null
  return ended
}

const socketPath = process.env.GATEHOUSE_BENCH_PROBE
if (isMainThread && socketPath !== undefined) {
  createServer(socket => {
    socket.on('data', question => socket.write(`${JSON.stringify(answer(question.toString().trim()))}\n`))
    // The bench ends before the engine does.
    socket.on('error', () => socket.destroy())
  })
    .listen(socketPath)
    .unref()
}
