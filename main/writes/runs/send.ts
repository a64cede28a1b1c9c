import { AppError, type AppErrorBody, isAppError } from '../../../shared/errors/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import type { KubeObject } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import { type ConsentedRequest, consentTo, orAborted } from '../../session/index.ts'
import { readLive } from '../plan/ask.ts'
import type { PlannedStep } from '../plan/step.ts'
import { canBeFoundOut, mayBeDone, type Outcome, outcomeOf } from './outcome.ts'
import { boundTo, refuseOvertaken } from './overtaken.ts'

export interface Sent {
  readonly answer: unknown
  readonly warnings: readonly string[]
  /** What was read where the answer was lost; absent where it came. */
  readonly outcome?: Outcome
  /** As it was right before. */
  readonly before: KubeObject | null
}

/** Milliseconds after which an object is read once more to find out; a server may still be at it. */
const lookAgain = [0, 500, 1500, 3000, 6000, 10_000, 15_000, 25_000]
/** So often an object must look untouched, that a write counts as not carried out: it may be on its way. */
const untouchedLooks = 4

/** A write whose answer was lost, and that reading does not explain. */
export class Unanswered extends AppError {
  readonly outcome: Outcome

  constructor(body: AppErrorBody, outcome: Outcome) {
    super({ ...body, message: `${body.message} ${outcome.text}` })
    this.outcome = outcome
  }
}

/**
 * Sends one request, once, by a consent equal to the byte. Where its answer is lost, the object is read until it tells
 * what became of it.
 * @throws Unanswered where that was not to be found out, or the write was not carried out; AppError what the server says
 */
export async function sendOnce(
  api: ApiClient,
  step: PlannedStep,
  override: { readonly body?: string },
  clock: Clock,
  signal: AbortSignal,
): Promise<Sent> {
  const isRenewed = step.request.renewed !== undefined || isApply(step.request)
  for (let left = isRenewed ? overtakenTries : 0; ; left--) {
    try {
      return await send(api, step, override, clock, signal)
    } catch (error) {
      // Refused for another writer's change in between: worked out anew for what is there now.
      if (left <= 0 || !isAppError(error) || !isOvertaken(error.body) || signal.aborted) throw error
    }
  }
}

const overtakenTries = 20

const isApply = ({ contentType }: PlannedStep['request']): boolean =>
  contentType === 'application/apply-patch+yaml'

/** The object has another version by now; conflicts of an apply have causes, and no other reading mends them. */
const isOvertaken = ({ status, causes = [] }: AppErrorBody): boolean => status === 409 && causes.length === 0

async function send(
  api: ApiClient,
  step: PlannedStep,
  override: { readonly body?: string },
  clock: Clock,
  signal: AbortSignal,
): Promise<Sent> {
  const { request, live, result } = step
  const { method, path, query, contentType, title } = request
  const before = await presentOf(api, request, live, signal)
  refuseOvertaken(step, before)
  const renewed = before === null ? undefined : request.renewed?.(before)
  if (renewed === null) return { answer: null, warnings: [], before }
  const asked = override.body ?? renewed ?? request.body
  const bound =
    isApply(request) && before !== null && typeof asked === 'string' ? boundTo(asked, before) : null
  const body = bound ?? asked
  const write: ConsentedRequest = {
    ...{ method, path },
    ...(query === undefined ? {} : { query }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(body === undefined ? {} : { body }),
  }
  try {
    const answer = await api.session.request({
      ...write,
      accept: request.accept ?? 'application/json',
      purpose: title,
      consent: consentTo(write, title),
      whenThrottled: 'fail',
    })
    return { answer: parsed(await answer.text()), warnings: answer.warnings, before }
  } catch (error) {
    if (!isAppError(error) || !mayBeDone(error.body)) throw error
    const outcome = await findOut(api, request, before, result, clock, signal)
    if (outcome.state === 'done') return { answer: outcome.object ?? null, warnings: [], outcome, before }
    throw new Unanswered(error.body, outcome)
  }
}

/** As it is right before sending: by that alone a lost answer is found out. What was planned is older. */
async function presentOf(
  api: ApiClient,
  request: PlannedStep['request'],
  live: KubeObject | null,
  signal: AbortSignal,
): Promise<KubeObject | null> {
  if (!canBeFoundOut(request)) return live
  return readLive(api, request, signal).catch(() => live)
}

async function findOut(
  api: ApiClient,
  request: PlannedStep['request'],
  before: KubeObject | null,
  wanted: KubeObject | null,
  clock: Clock,
  signal: AbortSignal,
): Promise<Outcome> {
  if (!canBeFoundOut(request))
    return { state: 'unknown', text: 'It cannot be found out whether it was carried out.' }
  let untouched = 0
  let last: Outcome = {
    state: 'unknown',
    text: 'The server could not be asked since whether it was carried out.',
  }
  for (const wait of lookAgain) {
    await pause(clock, wait, signal).catch(() => undefined)
    // A run that is cancelled still has to tell what it did, as soon as it can.
    if (signal.aborted && last.state !== 'unknown') return last
    try {
      const now = await readLive(api, request)
      last = outcomeOf(request, before, now, wanted)
      if (last.state === 'done') return { ...last, object: now }
    } catch {
      // Not reachable yet: the next look may be.
      continue
    }
    if (last.state !== 'notDone') return last
    if (++untouched >= untouchedLooks) return last
  }
  return last
}

async function pause(clock: Clock, millis: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = clock.after(millis, resolve)
  try {
    await orAborted(promise, signal)
  } finally {
    timer.cancel()
  }
}

/** Answers of what stands behind the server are of any form. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
