import { randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors/index.ts'
import type { Consequence, Plan } from '../../../shared/ipc/index.ts'
import { type ContextId, matchesName } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import { orAborted } from '../../session/index.ts'
import type { Executor, PlanRequest, WritesSources } from '../types.ts'
import type { Work } from '../work/index.ts'
import { schemasOf } from './schemas.ts'
import { type PlannedStep, planStep } from './step.ts'

/** What was planned, with what it takes to carry it out. */
export interface KeptPlan {
  readonly plan: Plan
  readonly steps: readonly PlannedStep[]
  readonly execute?: Executor
  /** The draft whose text it is of. */
  readonly draft: string | null
}

/** Steps that the server is asked about at once. */
const askedAtOnce = 8
const mostTraces = 20
const keptMillis = 60 * 60_000
const mostPlans = 20
/** UTF-16 units of JSON of all objects that one plan shows; those beyond are not shown. */
const mostShown = 8_000_000

/** Makes plans and keeps each until it is used or too old. */
export class Plans {
  readonly #sources: WritesSources
  readonly #work: Work
  readonly #kept = new Map<string, { readonly plan: KeptPlan; readonly at: number }>()

  constructor(sources: WritesSources, work: Work) {
    this.#sources = sources
    this.#work = work
  }

  async make(
    context: ContextId,
    { title, requests, consequences = [], typed, execute }: PlanRequest,
    signal: AbortSignal,
    draft: string | null = null,
  ): Promise<Plan> {
    const api = this.#sources.contexts.get(context)
    const steps = await this.#ask(api, requests, signal)
    const { isProtected } = api.session
    const plan: Plan = {
      id: randomUUID(),
      ...{ title, context, isProtected },
      steps: bounded(steps),
      consequences: [...consequences, ...(isProtected ? [protection] : [])],
      typed: typed ?? this.#typedFor(context),
      canSend: !isProtected && steps.some(({ step }) => step.problem === undefined && !step.isUnchanged),
    }
    this.#keep({ plan, steps, draft, ...(execute === undefined ? {} : { execute }) })
    return plan
  }

  /** A plan is good for one run. @throws AppError `gone` */
  take(id: string): KeptPlan {
    const plan = this.find(id)
    this.#kept.delete(id)
    return plan
  }

  /** @throws AppError `gone` */
  find(id: string): KeptPlan {
    this.#forgetOld()
    const found = this.#kept.get(id)
    if (found !== undefined) return found.plan
    const message = 'This plan was used already or is too old. Plan again.'
    throw new AppError({ kind: 'gone', reason: 'NoPlan', message })
  }

  clear(): void {
    this.#kept.clear()
  }

  async #ask(
    api: ApiClient,
    requests: PlanRequest['requests'],
    signal: AbortSignal,
  ): Promise<readonly PlannedStep[]> {
    const asking = {
      api,
      sources: this.#sources,
      schemaOf: schemasOf(api),
      work: this.#work,
      signal,
      traces: { left: mostTraces },
    }
    const steps: PlannedStep[] = []
    let next = 0
    const work = async (): Promise<void> => {
      for (let at = next++; at < requests.length; at = next++) {
        const request = requests[at]
        if (request !== undefined) steps[at] = await planStep(request, at, asking)
      }
    }
    await orAborted(Promise.all(Array.from({ length: askedAtOnce }, work)), signal)
    return steps
  }

  #typedFor(context: ContextId): Plan['typed'] {
    const name = this.#sources.contextName(context)
    const { confirmTyping } = this.#sources.settings.value.get()
    if (!confirmTyping.some(pattern => matchesName(pattern, name))) return null
    return {
      text: name,
      why: 'The settings ask that the name of this context is typed before anything is written to it.',
    }
  }

  #keep(plan: KeptPlan): void {
    this.#forgetOld()
    this.#kept.set(plan.plan.id, { plan, at: this.#sources.clock.elapsed() })
    for (const oldest of [...this.#kept.keys()].slice(0, -mostPlans)) this.#kept.delete(oldest)
  }

  #forgetOld(): void {
    const now = this.#sources.clock.elapsed()
    for (const [id, { at }] of this.#kept) if (now - at > keptMillis) this.#kept.delete(id)
  }
}

const protection: Consequence = {
  severity: 'info',
  text: 'This context is protected, so that nothing can be sent. The protection is lifted in the settings.',
  refs: [],
  total: 0,
}

/** All steps, with whole objects as long as they are not too much for one message. */
function bounded(steps: readonly PlannedStep[]): Plan['steps'] {
  let left = mostShown
  return steps.map(({ step }) => {
    if (left > 0 && steps.length > 50)
      left -= step.body.length + JSON.stringify([step.live, step.result]).length
    return left > 0 ? step : { ...step, body: '', live: null, result: null }
  })
}
