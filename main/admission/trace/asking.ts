import { AppError } from '../../../shared/errors/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import type { CheckAnswer, Scratch, TraceQuestion } from '../../../shared/ipc/index.ts'
import type { ContextId, KubeObject } from '../../../shared/kube/index.ts'
import type { ApiClient, OpenContexts } from '../../api/index.ts'
import type { Watches } from '../../watch/index.ts'
import { sourcesOfDump } from '../dump.ts'
import { dryRun, type Observation } from './dryRun.ts'
import type { Unreadable } from './manifest.ts'
import { type MaskSecret, maskTexts, maskTrace } from './mask.ts'
import { observe } from './observe.ts'
import { withSize } from './size.ts'
import type { ComputingThread } from './thread.ts'
import { type Traced, Tracing, type TracingState } from './tracing.ts'

export interface TraceSetup {
  readonly contexts: OpenContexts
  readonly watches: Pick<Watches, 'objects'>
  readonly clock: Clock
  readonly isDump: (context: ContextId) => boolean
  readonly maskSecret: MaskSecret
}

/** Milliseconds that a call waits until all that its trace needs is read. */
const readLimit = 30_000

export interface Asking {
  readonly dryRun: boolean
  readonly thread: ComputingThread
  readonly scratch?: Scratch
  /** Only a page sees the trace: large objects come as text. */
  readonly isForPage?: boolean
}

/** Opens a question; what it holds is given back by its `close`. */
export function openTracing(
  setup: TraceSetup,
  api: ApiClient,
  question: TraceQuestion,
  options: Asking & { readonly onChange: () => void },
): Tracing {
  const isDump = setup.isDump(api.context)
  const told = isDump ? sourcesOfDump : <S>(sources: S): S => sources
  const { watches, clock } = setup
  return new Tracing({ api, watches, clock, told, isDump, ...options }, question)
}

/** Asks once. @throws AppError where there is no answer in time */
export async function askOnce(
  setup: TraceSetup,
  api: ApiClient,
  question: TraceQuestion,
  options: Asking & { readonly signal: AbortSignal },
): Promise<{ readonly state: Settled; readonly held: readonly KubeObject[] }> {
  const { signal, ...asking } = options
  let look: () => void = () => undefined
  const open = openTracing(setup, api, question, { ...asking, onChange: () => look() })
  const subscribe = (listener: () => void): void => {
    look = listener
  }
  try {
    const state = await settled(open, subscribe, setup.clock, signal)
    return { state, held: [...open.heldSecrets()] }
  } finally {
    open.close()
  }
}

/** @throws AppError where the request cannot be made */
export async function traceOnce(
  setup: TraceSetup,
  api: ApiClient,
  question: TraceQuestion,
  options: { readonly thread: ComputingThread; readonly signal: AbortSignal },
): Promise<Traced> {
  const { state, held } = await askOnce(setup, api, question, { ...options, dryRun: false })
  const traced = tracedOr(state)
  const trace = withSize(traced.trace, traced.request)
  return { ...traced, trace: maskTrace(trace, held, setup.maskSecret) }
}

/** Traces a request, puts it to the server as a dry run, and tells where they differ. @throws AppError */
export async function checkOnce(
  setup: TraceSetup,
  api: ApiClient,
  question: TraceQuestion,
  options: { readonly thread: ComputingThread; readonly signal: AbortSignal },
): Promise<CheckAnswer> {
  if (setup.isDump(api.context)) throw nothingToAsk(api.context)
  const { state, held } = await askOnce(setup, api, question, { ...options, dryRun: true })
  const traced = tracedOr(state)
  const seen = await dryRun(api, traced.request, question.user, options.signal)
  const webhook = dryRunRefusedBy(seen)
  if (webhook !== null) return unasked(setup, api, question, { ...options, seen, webhook })
  const { trace, differences } = observe(withSize(traced.trace, traced.request), seen)
  const { allowed, code, reason, message, warnings, took } = seen
  const objects = trace.objects as unknown as readonly KubeObject[]
  const said = maskTexts({ message, warnings, differences }, [...held, ...objects])
  return { allowed, code, reason, ...said, trace: maskTrace(trace, held, setup.maskSecret), took }
}

/** The webhook whose side effects forbid dry runs; null where it is something else that refuses. */
function dryRunRefusedBy({ code, message }: Observation): string | null {
  return code === 400
    ? (/admission webhook "([^"]+)" does not support dry run/.exec(message)?.[1] ?? null)
    : null
}

/** What is left where the server cannot be asked: the prediction of the request itself. */
async function unasked(
  setup: TraceSetup,
  api: ApiClient,
  question: TraceQuestion,
  options: {
    readonly thread: ComputingThread
    readonly signal: AbortSignal
    readonly seen: Observation
    readonly webhook: string
  },
): Promise<CheckAnswer> {
  const { thread, signal, seen, webhook } = options
  const { trace } = await traceOnce(setup, api, question, { thread, signal })
  const { allowed, code, reason, message, warnings, took } = seen
  const differences = [
    `Webhook ${webhook} has side effects and takes no dry runs, so the server refuses this one (${code}). What it would do with the request itself only that would tell; the trace is what was predicted of it.`,
  ]
  return { allowed, code, reason, message, warnings, trace, differences, took }
}

function nothingToAsk(context: ContextId): AppError {
  return new AppError({
    kind: 'invalid',
    context,
    reason: 'NoDryRun',
    message: 'There is nothing to ask: a dump is what was once read of a cluster.',
  })
}

/** A request that cannot be made of what was given. What is wrong stands apart from its place. */
export class NoRequest extends AppError {
  readonly problem: Unreadable

  constructor(problem: Unreadable) {
    const { error, line, column } = problem
    const place =
      line === undefined ? '' : `line ${line}${column === undefined ? '' : `, column ${column}`}: `
    super({ ...error, message: `${place}${error.message}` })
    this.problem = problem
  }
}

/** @throws NoRequest where the request cannot be made */
function tracedOr(state: Settled): Traced {
  if (state.state === 'traced') return state
  if (state.state === 'evaluated') throw new Error('a question was evaluated as a scratchpad')
  const { state: _, ...problem } = state
  throw new NoRequest(problem)
}

export type Settled = Extract<TracingState, { state: 'traced' | 'evaluated' | 'invalid' }>

/** Waits until a question is answered. @throws AppError where it is not in time */
function settled(
  tracing: Tracing,
  subscribe: (listener: () => void) => void,
  clock: Clock,
  signal: AbortSignal,
): Promise<Settled> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(readLimit, () => reject(tooSlow(tracing.state)))
    const finish = (end: () => void): void => {
      timer.cancel()
      signal.removeEventListener('abort', onAbort)
      end()
    }
    const onAbort = (): void =>
      finish(() => reject(new AppError({ kind: 'cancelled', message: 'It was cancelled.' })))
    const look = (): void => {
      const { state } = tracing
      if (state.state === 'broken') finish(() => reject(state.fault))
      else if (state.state !== 'reading') finish(() => resolve(state))
    }
    signal.addEventListener('abort', onAbort, { once: true })
    subscribe(look)
    look()
  })
}

function tooSlow(state: TracingState): AppError {
  const left = state.state === 'reading' ? state.wanted - state.done : 0
  return new AppError({
    kind: 'unreachable',
    message: `The cluster did not answer in ${readLimit / 1000} s: ${left} of what the trace needs is still being read.`,
  })
}
