import { randomUUID } from 'node:crypto'
import { AppError, type AppErrorBody, isAppError } from '../../../shared/errors/index.ts'
import { type Clock, Observable, type Timer } from '../../../shared/flow/index.ts'
import type { Run, RunStep, StepPhase } from '../../../shared/ipc/index.ts'
import type { KeptPlan } from '../plan/plans.ts'
import type { PlannedStep } from '../plan/step.ts'
import type { Executor, RunHandle } from '../types.ts'
import { type Sent, Unanswered } from './send.ts'

export interface RunSources {
  readonly clock: Clock
  /** Sends a step and writes it down. */
  readonly send: (
    step: PlannedStep,
    override: { readonly body?: string },
    signal: AbortSignal,
  ) => Promise<Sent & { readonly entry: string }>
  readonly execute: Executor
  readonly onBug: (error: unknown) => void
  /** Told once, when the run ended for the first time or again. */
  readonly ended: (run: LiveRun) => void
}

const phases: readonly StepPhase[] = [
  ...(['waiting', 'sending', 'done', 'unchanged', 'failed', 'held', 'unknown', 'skipped'] as const),
]
/** Milliseconds between two words of a run's progress; more where there are thousands of steps to tell of. */
const tellMillis = 40
/** Characters of JSON of an answer that is kept. */
const mostAnswer = 4_000_000

/** A plan that is carried out: its steps and what came of each. */
export class LiveRun {
  readonly state: Observable<Run>
  readonly plan: KeptPlan
  readonly #sources: RunSources
  readonly #answers = new Map<number, unknown>()
  #steps: RunStep[]
  #stop = new AbortController()
  #work: Promise<void> = Promise.resolve()
  #telling: Timer | null = null

  /** @param only indices of the steps that are sent; null: all */
  constructor(plan: KeptPlan, only: readonly number[] | null, sources: RunSources) {
    this.plan = plan
    this.#sources = sources
    const chosen = only === null ? null : new Set(only)
    this.#steps = plan.steps.map(planned => firstStep(planned, chosen))
    const { title, context } = plan.plan
    const head = { id: randomUUID(), title, context, startedAt: sources.clock.now() }
    this.state = new Observable<Run>({ ...head, phase: 'running', ...this.#tail(), canResume: false })
    this.#start(this.#waiting())
  }

  get id(): string {
    return this.state.get().id
  }

  /** Sends nothing more; resolves when what is under way is over. */
  async cancel(): Promise<void> {
    this.#stop.abort()
    await this.#work
  }

  /** Goes on with what was not sent, and tries again what failed. */
  resume(failedToo: boolean): void {
    if (this.state.get().phase === 'running') return
    this.#stop = new AbortController()
    const again: readonly StepPhase[] = failedToo ? ['waiting', 'held', 'failed'] : ['waiting', 'held']
    this.#steps = this.#steps.map(step => (again.includes(step.phase) ? waiting(step) : step))
    const { endedAt: _ended, ...run } = this.state.get()
    this.state.set({ ...run, phase: 'running', ...this.#tail(), canResume: false })
    this.#start(this.#waiting())
  }

  /** Hands out what was answered, once: a token is not to be had again. @throws AppError `gone` */
  answer(index: number): unknown {
    const step = this.#steps[index]
    if (step === undefined || !this.#answers.has(index))
      throw new AppError({ kind: 'gone', message: 'The answer of this step is not kept.' })
    const answer = this.#answers.get(index)
    this.#answers.delete(index)
    this.#steps[index] = { ...step, hasAnswer: false }
    this.#tell()
    return answer
  }

  #waiting(): readonly number[] {
    return this.#steps.filter(({ phase }) => phase === 'waiting').map(({ index }) => index)
  }

  #start(indices: readonly number[]): void {
    const { signal } = this.#stop
    this.#work = this.#run(indices, signal)
  }

  async #run(indices: readonly number[], signal: AbortSignal): Promise<void> {
    const handle: RunHandle = {
      send: (index, override = {}) => this.#send(index, override, signal),
      set: (index, state) => this.#set(index, state),
      phase: index => this.#steps[index]?.phase ?? 'skipped',
    }
    try {
      const requests = this.plan.steps.map(({ request }) => request)
      await (this.plan.execute ?? this.#sources.execute)(handle, requests, signal, indices)
    } catch (error) {
      // An executor ends early when it is cancelled, or by a step that says so itself.
      if (!signal.aborted && !isAppError(error)) this.#sources.onBug(error)
    }
    this.#end(signal.aborted)
  }

  #end(isCancelled: boolean): void {
    const counts = countsOf(this.#steps)
    const isLeft = counts.waiting + counts.held + counts.sending > 0
    const hasFailed = counts.failed + counts.unknown > 0
    const phase = isCancelled && isLeft ? 'cancelled' : hasFailed || isLeft ? 'failed' : 'done'
    const canResume = isLeft || counts.failed > 0
    this.#tell({ phase, endedAt: this.#sources.clock.now(), canResume })
    this.#sources.ended(this)
  }

  async #send(
    index: number,
    override: { readonly body?: string },
    signal: AbortSignal,
  ): Promise<{ readonly answer: unknown; readonly warnings: readonly string[] }> {
    const planned = this.plan.steps[index]
    if (planned === undefined) throw new Error(`there is no step ${index}`)
    if (signal.aborted) throw new AppError({ kind: 'cancelled', message: 'The run was cancelled.' })
    this.#set(index, { phase: 'sending' })
    try {
      const { answer, warnings, outcome, entry } = await this.#sources.send(planned, override, signal)
      const isKept = planned.request.keepsAnswer === true && JSON.stringify(answer).length <= mostAnswer
      if (isKept) this.#answers.set(index, answer)
      const note =
        outcome === undefined ? '' : `The connection was lost before the answer came. ${outcome.text}`
      this.#set(
        index,
        { phase: 'done', ...(note === '' ? {} : { note }) },
        { warnings, entry, hasAnswer: isKept },
      )
      return { answer, warnings }
    } catch (error) {
      if (!isAppError(error)) throw error
      const isUnknown = error instanceof Unanswered && error.outcome.state === 'unknown'
      this.#set(index, { phase: isUnknown ? 'unknown' : 'failed', error: error.body })
      throw error
    }
  }

  #set(
    index: number,
    {
      phase,
      note,
      error,
    }: { readonly phase: StepPhase; readonly note?: string; readonly error?: AppErrorBody },
    more: Partial<RunStep> = {},
  ): void {
    const step = this.#steps[index]
    if (step === undefined) return
    const { note: _note, error: _error, ...kept } = step
    const next = {
      ...kept,
      ...more,
      phase,
      ...(note === undefined ? {} : { note }),
      ...(error === undefined ? {} : { error }),
    }
    this.#steps[index] = next
    this.#tellSoon()
  }

  /** Thousands of steps are told of in parts. */
  #tellSoon(): void {
    const millis = Math.max(tellMillis, this.#steps.length / 10)
    this.#telling ??= this.#sources.clock.after(millis, () => this.#tell())
  }

  #tell(more: Partial<Run> = {}): void {
    this.#telling?.cancel()
    this.#telling = null
    this.state.set({ ...this.state.get(), ...this.#tail(), ...more })
  }

  #tail(): Pick<Run, 'steps' | 'counts'> {
    return { steps: [...this.#steps], counts: countsOf(this.#steps) }
  }
}

/** What the server refused when it was asked is not sent, unless somebody tries it again. */
function firstStep({ step }: PlannedStep, chosen: ReadonlySet<number> | null): RunStep {
  const { index, title, ref, problem, isUnchanged } = step
  const kept = { index, title, ref, warnings: [], hasAnswer: false }
  if (chosen?.has(index) === false) return { ...kept, phase: 'skipped' }
  if (problem !== undefined) return { ...kept, phase: 'failed', error: problem }
  return { ...kept, phase: isUnchanged ? 'unchanged' : 'waiting' }
}

function waiting({ note: _note, error: _error, ...step }: RunStep): RunStep {
  return { ...step, phase: 'waiting' }
}

function countsOf(steps: readonly RunStep[]): Run['counts'] {
  const counts = Object.fromEntries(phases.map(phase => [phase, 0])) as Record<StepPhase, number>
  for (const { phase } of steps) counts[phase]++
  return counts
}
