import { setMaxListeners } from 'node:events'
import { AppError, type AppErrorBody, isAppError, isCancelled } from '../../../shared/errors/index.ts'
import { backoffDelays } from '../../../shared/flow/index.ts'
import { counted } from '../../../shared/words/index.ts'
import type { Executor, RunHandle } from '../../writes/index.ts'
import { numberAt } from '../reading.ts'
import { nameOf, type Setup, type Target } from '../targets.ts'
import { Places } from './places.ts'
import { PodsOfNodes } from './podsOfNodes.ts'
import { Verdicts } from './verdicts.ts'

interface DrainSteps {
  /** The first steps cordon; each of the others evicts the pod of its place. */
  readonly cordons: number
  readonly pods: readonly Target[]
  /** Seconds; 0: no limit. */
  readonly timeout: number
}

/** Evictions that are sent at once; those that wait for a budget take none of these places. */
const sentAtOnce = 5
/** Milliseconds until budgets are looked at again. kubectl asks the server again after 5 s. */
const heldDelays = { initial: 1000, factor: 1.5, maximum: 10_000, jitter: 0.3 }

type Answer =
  | { readonly type: 'evicted' }
  | { readonly type: 'waits' | 'never'; readonly text: string }
  | { readonly type: 'refused'; readonly error: AppErrorBody }

/** Cordons, then evicts. What is done stays done, whatever ends it; resumed, it goes on with what is left. */
export function drainExecutor(setup: Setup, drain: DrainSteps): Executor {
  return async (run, _steps, signal, indices) => {
    const ended = AbortSignal.any([signal, setup.closing])
    // Every pod waits for it.
    setMaxListeners(0, ended)
    for (const index of indices.filter(one => one < drain.cordons)) {
      if (ended.aborted) return
      await run.send(index)
    }
    const left = indices.filter(index => index >= drain.cordons)
    const pods = left.flatMap(index => drain.pods[index - drain.cordons] ?? [])
    const watch = new PodsOfNodes({ ...setup, signal: ended }, pods)
    try {
      await new Draining({ ...setup, signal: ended }, drain, run, watch).evictAll(left)
    } finally {
      watch.close()
    }
  }
}

class Draining {
  readonly #setup: Setup
  readonly #drain: DrainSteps
  readonly #run: RunHandle
  readonly #watch: PodsOfNodes
  readonly #places = new Places(sentAtOnce)
  readonly #verdicts: Verdicts
  readonly #deadline: number

  constructor(setup: Setup, drain: DrainSteps, run: RunHandle, watch: PodsOfNodes) {
    this.#setup = setup
    this.#verdicts = new Verdicts(setup)
    this.#drain = drain
    this.#run = run
    this.#watch = watch
    this.#deadline =
      drain.timeout === 0 ? Number.POSITIVE_INFINITY : setup.clock.elapsed() + drain.timeout * 1000
  }

  async evictAll(indices: readonly number[]): Promise<void> {
    await Promise.all(indices.map(index => this.#evict(index)))
  }

  async #evict(index: number): Promise<void> {
    const pod = this.#drain.pods[index - this.#drain.cordons]
    if (pod === undefined) return
    try {
      if (await this.#ask(index, pod)) await this.#awaitEnd(index, pod)
    } catch (error) {
      // The step says what it met; the others go on.
      if (!isAppError(error) && !isCancelled(error)) throw error
    }
  }

  /** Asks until the server evicts it. False where it is not to be waited for. */
  async #ask(index: number, pod: Target): Promise<boolean> {
    const delays = backoffDelays(heldDelays, Math.random)
    for (;;) {
      if (this.#setup.signal.aborted) return false
      if (this.#watch.isGone(pod)) {
        this.#run.set(index, { phase: 'done', note: 'It was gone already.' })
        return false
      }
      const answer = await this.#answer(index, this.#watch.latest(pod))
      if (answer.type === 'evicted') return true
      if (answer.type === 'never') {
        const error = { kind: 'throttled', reason: 'NeverMet', message: answer.text } as const
        this.#run.set(index, { phase: 'failed', error })
        return false
      }
      if (answer.type === 'refused') return this.#settle(index, pod, answer.error)
      this.#run.set(index, { phase: 'held', note: answer.text })
      if (await this.#pause(delays.next().value, pod)) continue
      this.#late(index, answer.text)
      return false
    }
  }

  /** What came of it to ask once: by the budgets, or by the server. */
  async #answer(index: number, pod: Target): Promise<Answer> {
    try {
      const judgement = await this.#verdicts.ask(pod, () => this.#send(index))
      return judgement.type === 'free' ? { type: 'evicted' } : { type: judgement.type, text: judgement.text }
    } catch (error) {
      if (!isAppError(error) || this.#setup.signal.aborted) throw error
      const { body } = error
      if (body.kind !== 'throttled') return { type: 'refused', error: body }
      return { type: 'waits', text: [body.message, ...(body.causes ?? [])].join(' ') }
    }
  }

  async #send(index: number): Promise<void> {
    const leave = await this.#places.take(this.#setup.signal)
    try {
      await this.#run.send(index)
    } finally {
      leave()
    }
  }

  /** A pod that is gone, or was made anew under its name, needs no eviction; all else is a failure, said already. */
  #settle(index: number, pod: Target, { kind }: AppErrorBody): false {
    const isGone = kind === 'gone' || (kind === 'conflict' && this.#watch.isGone(pod))
    if (isGone) this.#run.set(index, { phase: 'done', note: 'It was gone already.' })
    return false
  }

  /** Waits for the pod to go, by its identity: another of its name is another pod. */
  async #awaitEnd(index: number, pod: Target): Promise<void> {
    const grace = graceOf(this.#watch.latest(pod))
    this.#run.set(index, {
      phase: 'sending',
      note: `Evicted; its processes have ${counted(grace, 'second')} to end.`,
    })
    const isGone = await this.#watch.gone(pod, this.#deadline)
    if (isGone) this.#run.set(index, { phase: 'done', note: 'Evicted, and gone.' })
    else if (!this.#setup.signal.aborted) this.#late(index, 'It was evicted, and has not ended yet.')
    else this.#run.set(index, { phase: 'done', note: 'Evicted; it has not ended yet.' })
  }

  /** False when the time is over. */
  async #pause(milliseconds: number, pod: Target): Promise<boolean> {
    const until = this.#setup.clock.elapsed() + milliseconds
    if (this.#deadline <= this.#setup.clock.elapsed()) return false
    await this.#watch.gone(pod, Math.min(until, this.#deadline))
    return until <= this.#deadline || this.#watch.isGone(pod)
  }

  #late(index: number, text: string): void {
    const message = `Not gone within ${counted(this.#drain.timeout, 'second')}. ${text}`
    const pod = this.#drain.pods[index - this.#drain.cordons]
    const resource = pod === undefined ? 'drain' : `evict ${nameOf('Pod', pod.ref)}`
    this.#run.set(index, {
      phase: 'failed',
      error: new AppError({ kind: 'throttled', reason: 'Timeout', resource, message }).body,
    })
  }
}

/** As the eviction has it, once that was seen. */
function graceOf({ object }: Target): number {
  const asked = numberAt(object, 'metadata', 'deletionGracePeriodSeconds')
  return asked ?? numberAt(object, 'spec', 'terminationGracePeriodSeconds') ?? 30
}
