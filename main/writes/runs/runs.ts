import { AppError, type AppErrorBody, isAppError } from '../../../shared/errors/index.ts'
import { Observable } from '../../../shared/flow/index.ts'
import type { RunSummary } from '../../../shared/ipc/index.ts'
import type { ApiClient } from '../../api/index.ts'
import { entryOf, type Journal } from '../journal/index.ts'
import { askDryRun } from '../plan/ask.ts'
import { conflictsOf } from '../plan/conflicts.ts'
import type { KeptPlan } from '../plan/plans.ts'
import type { PlannedStep } from '../plan/step.ts'
import type { WritesSources } from '../types.ts'
import { inOrder } from './execute.ts'
import { LiveRun } from './live.ts'
import { type Sent, sendOnce, Unanswered } from './send.ts'
import { untilUsable } from './usable.ts'

/** Runs that ended and are remembered. */
const mostEnded = 50

export interface RunsSources extends WritesSources {
  readonly journal: Journal
  readonly ended: (run: LiveRun) => void
}

/** What is being sent, and what was, until it is forgotten. */
export class Runs {
  readonly summaries = new Observable<readonly RunSummary[]>([])
  readonly #sources: RunsSources
  readonly #runs = new Map<string, LiveRun>()

  constructor(sources: RunsSources) {
    this.#sources = sources
  }

  start(plan: KeptPlan, only: readonly number[] | null): LiveRun {
    const sources = this.#sources
    const { context } = plan.plan
    const run = new LiveRun(plan, only, {
      clock: sources.clock,
      onBug: sources.onBug,
      ended: sources.ended,
      send: (step, override, signal) => this.#send(step, override, signal),
      execute: inOrder((request, signal, held) =>
        untilUsable(sources.contexts.get(context), request, signal, held, sources.clock),
      ),
    })
    this.#runs.set(run.id, run)
    run.state.subscribe(() => this.#tell())
    this.#forgetOldest()
    this.#tell()
    return run
  }

  /** @throws AppError `gone` */
  find(id: string): LiveRun {
    const run = this.#runs.get(id)
    if (run !== undefined) return run
    throw new AppError({
      kind: 'gone',
      message: 'This run is not remembered any more. The journal has what it sent.',
    })
  }

  /** One that is under way stays until it is over. */
  forget(id: string): void {
    if (this.#runs.get(id)?.state.get().phase === 'running') return
    this.#runs.delete(id)
    this.#tell()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#runs.values()].map(run => run.cancel()))
  }

  #forgetOldest(): void {
    const ended = [...this.#runs.values()].filter(run => run.state.get().phase !== 'running')
    for (const run of ended.slice(0, -mostEnded)) this.#runs.delete(run.id)
  }

  #tell(): void {
    this.summaries.set(
      [...this.#runs.values()].map(run => {
        const { steps: _steps, ...summary } = run.state.get()
        return summary
      }),
    )
  }

  /** Sends a step and writes down that it did. @throws AppError */
  async #send(
    step: PlannedStep,
    override: { readonly body?: string },
    signal: AbortSignal,
  ): Promise<Sent & { readonly entry: string }> {
    const { contexts, clock, journal } = this.#sources
    const api = contexts.get(step.step.context)
    await this.#refuseOtherConflicts(api, step, signal)
    try {
      const sent = await sendOnce(api, step, override, clock, signal)
      return { ...sent, entry: journal.add(entryOf(step, { outcome: 'done', sent }, this.#sources)) }
    } catch (error) {
      if (isAppError(error) && wasSent(error.body)) {
        const outcome =
          error instanceof Unanswered && error.outcome.state === 'unknown' ? 'unknown' : 'failed'
        journal.add(entryOf(step, { outcome, error: error.body }, this.#sources))
      }
      throw error
    }
  }

  /** A forced apply takes what its plan says that it takes: what others claimed since is a conflict again. */
  async #refuseOtherConflicts(
    api: ApiClient,
    { request, live }: PlannedStep,
    signal: AbortSignal,
  ): Promise<void> {
    const { takes } = request
    if (takes === undefined) return
    const { force: _force, ...query } = request.query ?? {}
    try {
      await askDryRun(api, { ...request, query }, this.#sources, signal)
    } catch (error) {
      if (!isAppError(error)) throw error
      const conflicts = conflictsOf(error.body, request.intent, live)
      const others = conflicts.filter(({ field }) => !takes.includes(field))
      if (conflicts.length > 0 && others.length === 0) return
      throw error
    }
  }
}

/** What never left this machine is no entry. */
function wasSent({ kind, reason }: AppErrorBody): boolean {
  return (
    kind !== 'notOpen' && kind !== 'loginNeeded' && reason !== 'ProtectedContext' && reason !== 'ReadOnly'
  )
}
