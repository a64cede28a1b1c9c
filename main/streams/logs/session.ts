import { type AppErrorBody, isAppError } from '../../../shared/errors/index.ts'
import type { Clock, Timer } from '../../../shared/flow/index.ts'
import type { Contract, LogView, OpenState, ParamsOf, PodLogFrame } from '../../../shared/ipc/index.ts'
import type { OpenContexts } from '../../api/index.ts'
import type { Slicer, Watches } from '../../watch/index.ts'
import { LineKeys } from './keys.ts'
import { LineStore, type StoreLimits } from './lineStore.ts'
import { LineRate } from './rate.ts'
import { Sources } from './sources.ts'
import { TargetPods } from './targets.ts'
import { LinesView, levelCounts } from './view.ts'

export type FollowParams = ParamsOf<Contract['logs.follow']>

export interface SessionSources {
  readonly contexts: OpenContexts
  readonly watches: Watches
  readonly clock: Clock
  readonly random: () => number
  readonly slicer: Slicer
  readonly limits: StoreLimits
  /** True for a dump, whose logs are what they are. */
  readonly isDump: (context: string) => boolean
  readonly onBug: (error: unknown) => void
}

/** Between two notices at least, in milliseconds: eyes follow no faster, and drawing takes the core from the reading. */
const noticeEvery = 50
/** Pods change often while they start: they are looked at together. */
const lookEvery = 50
/** Between two looks whether the context is open. */
const openEvery = 500
const rateEvery = 1000

/** One log that is followed: where its lines come from, the lines, and what is shown of them. */
export class LogSession implements OpenState<{ readonly view: LogView }, PodLogFrame> {
  readonly store: LineStore
  readonly view: LinesView
  readonly #params: FollowParams
  readonly #from: SessionSources
  readonly #notify: () => void
  readonly #rate = new LineRate()
  readonly #keys = new LineKeys()
  readonly #timers = new Map<string, Timer>()
  #targets: TargetPods | null = null
  #sources: Sources | null = null
  #problem: AppErrorBody | null = null
  #noticedAt = Number.NEGATIVE_INFINITY
  #isChanged = true
  #isClosed = false
  /** Lines of this turn of the event loop. */
  #came = 0
  #isAdvancing = false

  /** @throws AppError `invalid` for a filter or a search that is none */
  constructor(params: FollowParams, from: SessionSources, notify: () => void) {
    this.#params = params
    this.#from = from
    this.#notify = notify
    this.store = new LineStore(from.limits)
    this.view = new LinesView(this.store, params.view, from.slicer, () => this.#changed())
    this.#open()
    queueMicrotask(notify)
  }

  take(): PodLogFrame | undefined {
    if (!this.#isChanged || this.#isClosed) return undefined
    this.#isChanged = false
    const rate = this.#rate.perSecond(this.#from.clock.elapsed())
    // When nothing comes any more, that is told, too.
    if (rate > 0) this.#after('rate', rateEvery, () => this.#changed())
    return {
      sources: this.#sources?.list ?? [],
      problems: this.#problems(),
      ...this.view.part(),
      held: this.store.lines,
      dropped: this.store.dropped,
      bytes: this.store.bytes,
      rate,
      keys: this.#keys.top,
      levels: levelCounts(this.store),
    }
  }

  update({ view }: { readonly view: LogView }): void {
    this.view.update(view)
    this.#isChanged = true
    this.#noticedAt = Number.NEGATIVE_INFINITY
    this.#changed()
  }

  /** Pod and container of each source, for texts. */
  sourceNames(): ReadonlyMap<number, string> {
    return new Map(this.#sources?.list.map(({ id, pod, container }) => [id, `${pod} ${container}`]))
  }

  get title(): string {
    const { target } = this.#params
    return target.type === 'object' ? target.ref.name : target.labelSelector || 'pods'
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const timer of this.#timers.values()) timer.cancel()
    this.view.close()
    this.#sources?.close()
    this.#targets?.close()
  }

  #open(): void {
    const { contexts, watches, clock, random, slicer, isDump, onBug } = this.#from
    const { context, target, options } = this.#params
    try {
      const api = contexts.get(context)
      this.#problem = null
      this.#sources = new Sources({
        ...{ api, clock, random, slicer, onBug },
        options: isDump(context) ? { ...options, follow: false } : options,
        line: (source, { bytes, time, cut }) => this.#line(source, bytes, time.prefix, cut),
        mark: mark => {
          this.store.mark(mark)
          this.#advance()
        },
        changed: () => this.#changed(),
      })
      const looked = (): void => this.#after('look', lookEvery, () => this.#look())
      this.#targets = new TargetPods(target, { api, watches, clock, changed: looked })
      looked()
    } catch (error) {
      if (!isAppError(error)) throw error
      this.#problem = error.body
      this.#after('open', openEvery, () => this.#open())
    }
    this.#changed()
  }

  #look(): void {
    if (this.#targets?.isSynced === true) this.#sources?.take(this.#targets.pods)
    this.#changed()
  }

  #problems(): readonly AppErrorBody[] {
    const own = this.#problem === null ? [] : [this.#problem]
    return [...own, ...(this.#targets?.problems ?? []), ...(this.#sources?.problems ?? [])]
  }

  #line(source: number, bytes: Buffer, prefix: number, cut: number): void {
    this.store.line(source, bytes, prefix, cut)
    this.#keys.see(bytes, prefix)
    this.#came++
    this.#advance()
  }

  /** Once a turn for all lines of the turn. */
  #advance(): void {
    if (this.#isAdvancing) return
    this.#isAdvancing = true
    setImmediate(() => {
      this.#isAdvancing = false
      if (this.#isClosed) return
      this.#rate.add(this.#came, this.#from.clock.elapsed())
      this.#came = 0
      this.view.advance()
      this.#changed()
    })
  }

  #changed(): void {
    this.#isChanged = true
    if (this.#isClosed) return
    const wait = this.#noticedAt + noticeEvery - this.#from.clock.elapsed()
    if (wait <= 0) this.#notice()
    else this.#after('notice', wait, () => this.#notice())
  }

  #notice(): void {
    this.#noticedAt = this.#from.clock.elapsed()
    this.#notify()
  }

  /** Runs once after a time, however often it is asked for meanwhile. */
  #after(what: string, milliseconds: number, run: () => void): void {
    if (this.#timers.has(what) || this.#isClosed) return
    const timer = this.#from.clock.after(milliseconds, () => {
      this.#timers.delete(what)
      run()
    })
    this.#timers.set(what, timer)
  }
}
