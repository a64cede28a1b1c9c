import { AppError, isAppError, isCancelled } from '../../../shared/errors/index.ts'
import type { Clock, Timer } from '../../../shared/flow/index.ts'
import type { Transfer } from '../../../shared/ipc/index.ts'
import type { ClusterSession } from '../../session/index.ts'
import type { Copy, Progress } from './copies/index.ts'

export type TransferStart = Omit<
  Transfer,
  | 'phase'
  | 'reason'
  | 'bytes'
  | 'totalBytes'
  | 'bytesPerSecond'
  | 'files'
  | 'refused'
  | 'refusedCount'
  | 'endedAt'
>

export interface TransferOptions {
  readonly clock: Clock
  readonly session: ClusterSession
  /** Copies; ends when the signal says so. */
  readonly work: (given: Pick<Copy, 'signal' | 'progress'>) => Promise<void>
  readonly onChange: () => void
  readonly onBug: (error: unknown) => void
}

const mostRefused = 200
const longestText = 1000
/** How often a copy under way is told of. */
const tickMillis = 250
/** The rate is that of the last seconds: who looks at it wants to see a stand-still. */
const rateMillis = 3000

/** One copy, and what is told of it. */
export class RunningTransfer {
  readonly done: Promise<void>
  readonly #options: TransferOptions
  readonly #ending = new AbortController()
  readonly #refused: { readonly path: string; readonly why: string }[] = []
  readonly #samples: { readonly at: number; readonly bytes: number }[] = []
  #state: Transfer
  #bytes = 0
  #totalBytes: number | null = null
  #files = 0
  #refusedCount = 0
  #timer: Timer

  constructor(start: TransferStart, options: TransferOptions) {
    this.#options = options
    const nothing = { bytes: 0, totalBytes: null, bytesPerSecond: 0, files: 0, refused: [], refusedCount: 0 }
    this.#state = { ...start, ...nothing, phase: 'running' }
    this.#timer = options.clock.after(tickMillis, () => this.#tick())
    this.done = this.#run()
  }

  get state(): Transfer {
    return this.#state
  }

  cancel(message = 'The copy was cancelled.'): void {
    this.#ending.abort(new AppError({ kind: 'cancelled', context: this.#state.context, message }))
  }

  async #run(): Promise<void> {
    const { session, work, onBug } = this.#options
    const closed = session.state.subscribe(({ phase }) => {
      if (phase === 'closed') this.cancel('The context was closed, so the copy was ended.')
    })
    try {
      await work({ signal: this.#ending.signal, progress: this.#progress })
      this.#end({ phase: 'done' })
    } catch (error) {
      const isOurs = isAppError(error) || isCancelled(error)
      if (!isOurs) onBug(error)
      this.#end(this.#failed(error))
    } finally {
      closed()
    }
  }

  #failed(error: unknown): Pick<Transfer, 'phase' | 'reason'> {
    const { signal } = this.#ending
    if (!signal.aborted) return { phase: 'failed', reason: bodyOf(error) }
    const reason = bodyOf(signal.reason)
    const causes = isAppError(error) ? error.body.causes : undefined
    return { phase: 'cancelled', reason: causes === undefined ? reason : { ...reason, causes } }
  }

  readonly #progress: Progress = {
    onPaths: paths => {
      this.#state = { ...this.#state, ...paths }
    },
    onTotal: bytes => {
      this.#totalBytes = bytes
    },
    onBytes: bytes => {
      this.#bytes += bytes
    },
    onEntry: () => {
      this.#files++
    },
    onRefused: (path, why) => {
      this.#refusedCount++
      if (this.#refused.length < mostRefused)
        this.#refused.push({ path: path.slice(0, longestText), why: why.slice(0, longestText) })
    },
  }

  #tick(): void {
    this.#timer = this.#options.clock.after(tickMillis, () => this.#tick())
    const now = this.#options.clock.elapsed()
    this.#samples.push({ at: now, bytes: this.#bytes })
    while (this.#samples.length > 2 && (this.#samples[0]?.at ?? now) < now - rateMillis) this.#samples.shift()
    this.#tell({ bytesPerSecond: this.#rate() })
  }

  #rate(): number {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)]
    if (first === undefined || last === undefined || last.at === first.at) return 0
    return Math.round((1000 * (last.bytes - first.bytes)) / (last.at - first.at))
  }

  #end(outcome: Pick<Transfer, 'phase' | 'reason'>): void {
    this.#timer.cancel()
    this.#tell({ ...outcome, bytesPerSecond: 0, endedAt: this.#options.clock.now() })
  }

  #tell(change: Partial<Transfer>): void {
    const counts = { bytes: this.#bytes, totalBytes: this.#totalBytes, files: this.#files }
    const isSame = this.#state.refusedCount === this.#refusedCount
    const refused = isSame ? this.#state.refused : [...this.#refused]
    this.#state = { ...this.#state, ...counts, refused, refusedCount: this.#refusedCount, ...change }
    this.#options.onChange()
  }
}

function bodyOf(error: unknown) {
  if (isAppError(error)) return error.body
  const message = 'The copy failed by a mistake of Gatehouse; its log has the details.'
  return { kind: 'internal', message } as const
}
