import { type AppErrorBody, assertNever } from '../../shared/errors/index.ts'

/**
 * What a reflector can do next: read everything and go on in one stream, read everything by
 * pages, watch from the version it has, or read by pages again and again.
 */
export type Step = 'stream' | 'pages' | 'watch' | 'poll'

/** How a step came out. */
export type Outcome =
  /** A list is complete. */
  | { readonly type: 'listed' }
  /** The server closed the watch in order, as it does after `timeoutSeconds`. */
  | { readonly type: 'ended' }
  /** The connection of a live watch broke. */
  | { readonly type: 'cut'; readonly error: AppErrorBody }
  /** The connection is there and silent, and so is the server. */
  | { readonly type: 'stalled'; readonly error: AppErrorBody }
  /** Another stream took over from the same version. */
  | { readonly type: 'renewed' }
  /** The machine woke up, or the session is back: what was waited for is tried now. */
  | { readonly type: 'woken' }
  /** Initial events stopped without the bookmark that ends them: the server ignored the request for it. */
  | { readonly type: 'endless' }
  /** A line or a page that cannot be read. */
  | { readonly type: 'malformed'; readonly error: AppErrorBody }
  | { readonly type: 'failed'; readonly error: AppErrorBody }

/** What decisions depend on. */
export interface Memory {
  readonly canList: boolean
  readonly canWatch: boolean
  /** False once the server refused `sendInitialEvents`. */
  readonly canStream: boolean
  /** True when there is a version to watch from. */
  readonly hasVersion: boolean
  /** Failures in a row since the last answer that served. */
  readonly failures: number
  /** Lists started again in a row, without a calm stretch of watching between. */
  readonly relists: number
}

/** What to show from now on; `keep` leaves it as it is. */
export type Show =
  | { readonly type: 'keep' }
  /** Nothing yet, but stale unless the next step is answered within a moment. */
  | { readonly type: 'staleSoon'; readonly error: AppErrorBody }
  | { readonly type: 'stale'; readonly error: AppErrorBody }
  | { readonly type: 'relisting'; readonly reason: AppErrorBody }
  | { readonly type: 'denied'; readonly error: AppErrorBody }
  | { readonly type: 'loginNeeded'; readonly error: AppErrorBody }
  | { readonly type: 'kindGone'; readonly error: AppErrorBody }
  | { readonly type: 'failed'; readonly error: AppErrorBody }

export interface Decision {
  readonly memory: Memory
  readonly show: Show
  readonly step: Step
  /**
   * How long to wait before the step: `backoff` grows with the
   * failures in a row, from almost nothing at 0; `hold` waits for news of the session or of discovery, and looks again now and then.
   */
  readonly wait:
    | { readonly type: 'none' }
    | { readonly type: 'pause'; readonly milliseconds: number }
    | {
        readonly type: 'backoff'
        readonly failures: number
        /** Milliseconds; for a server that answers, if only with errors. */
        readonly atMost?: number
      }
    | { readonly type: 'hold'; readonly recheck: number }
}

const pollEvery = 12_000
/** A permission or a kind may come back without anybody telling. */
const recheckDenied = 10_000
const recheckGone = 30_000

/** A server that answers with errors is back from one moment to the next, and nobody tells. */
const faultRetryMost = 5000

const keep: Show = { type: 'keep' }
const atOnce = { type: 'none' } as const

/** The first step of a target, by the verbs that discovery names; null when there is none. */
export function firstStep(memory: Memory): Step | null {
  if (!memory.canList) return null
  return memory.canWatch && memory.canStream ? 'stream' : memory.canWatch ? 'pages' : 'poll'
}

/** A stream that was open this long worked: the next failure is a new one. */
const soundAfter = 1000
const calmAfter = 30_000

/**
 * Where to go after `outcome` of `step`.
 * @param lived milliseconds that the step's connection was open
 */
export function decide(before: Memory, step: Step, outcome: Outcome, lived: number): Decision {
  const memory = settled(before, lived)
  switch (outcome.type) {
    case 'listed':
      return afterList(memory)
    case 'ended':
      return again(memory, lived, keep)
    case 'cut':
      return again(memory, lived, { type: 'staleSoon', error: outcome.error })
    case 'renewed':
    case 'woken':
      return {
        memory: { ...memory, failures: 0 },
        show: keep,
        step: resume(memory),
        // All streams of a context wake at the same moment.
        wait: outcome.type === 'woken' ? { type: 'backoff', failures: 0 } : atOnce,
      }
    case 'stalled':
      return { memory, show: { type: 'stale', error: outcome.error }, step: resume(memory), wait: atOnce }
    case 'endless': {
      const next = { ...memory, canStream: false }
      return { memory: next, show: keep, step: 'pages', wait: atOnce }
    }
    case 'malformed':
      return relist(memory, step, outcome.error)
    case 'failed':
      return afterFailure(memory, step, outcome.error)
    default:
      return assertNever(outcome)
  }
}

function settled(memory: Memory, lived: number): Memory {
  return {
    ...memory,
    failures: lived >= soundAfter ? 0 : memory.failures,
    relists: lived >= calmAfter ? 0 : memory.relists,
  }
}

/**
 * True when the server has not reached the version that was asked for ("Too large resource
 * version"): its store was restored from an older state.
 */
export function isVersionAhead({ status, message, causes = [] }: AppErrorBody): boolean {
  return status === 504 && /too large resource version/i.test([message, ...causes].join('\n'))
}

function wentBack(error: AppErrorBody): AppErrorBody {
  return {
    ...error,
    kind: 'gone',
    message:
      'The server has gone back to an older state, as after a restore from a backup: the list is read again.',
    causes: [error.message],
  }
}

/** The same again, at once unless the connection was hardly open: such ends could come in a loop. */
function again(memory: Memory, lived: number, show: Show): Decision {
  const failures = lived >= soundAfter ? 0 : memory.failures + 1
  return {
    memory: { ...memory, failures },
    show,
    step: resume(memory),
    wait: { type: 'backoff', failures: Math.max(0, failures - 1) },
  }
}

function afterList(memory: Memory): Decision {
  const next = { ...memory, failures: 0, hasVersion: memory.canWatch }
  return memory.canWatch
    ? { memory: next, show: keep, step: 'watch', wait: atOnce }
    : { memory: next, show: keep, step: 'poll', wait: { type: 'pause', milliseconds: pollEvery } }
}

/** The step that continues from what is there. */
function resume(memory: Memory): Step {
  if (!memory.canWatch) return 'poll'
  return memory.hasVersion ? 'watch' : memory.canStream ? 'stream' : 'pages'
}

/** Reads everything again, the rows in place; the first time at once, then ever more slowly. */
function relist(memory: Memory, step: Step, reason: AppErrorBody): Decision {
  const isUnreadable = reason.kind === 'serverFault'
  const next = { ...memory, hasVersion: false, relists: memory.relists + 1 }
  return {
    memory: next,
    // Once may be an accident; what cannot be read twice in a row will hardly be better the third time.
    show:
      isUnreadable && memory.relists > 0 ? { type: 'stale', error: reason } : { type: 'relisting', reason },
    step: step === 'pages' && memory.canWatch ? 'pages' : resume(next),
    wait: { type: 'backoff', failures: memory.relists },
  }
}

function afterFailure(memory: Memory, step: Step, error: AppErrorBody): Decision {
  switch (error.kind) {
    case 'denied':
      return afterDenial(memory, step, error)
    case 'gone':
      return error.status === 410 ? relist(memory, step, error) : kindGone(memory, error)
    case 'invalid':
      return afterRefusal(memory, step, error)
    case 'loginNeeded':
      return {
        memory: { ...memory, failures: 0 },
        show: { type: 'loginNeeded', error },
        step: resume(memory),
        wait: { type: 'hold', recheck: recheckDenied },
      }
    case 'throttled':
    case 'unreachable':
    case 'serverFault':
    case 'conflict':
      if (step === 'watch' && isVersionAhead(error)) return relist(memory, step, wentBack(error))
      return error.status === 405 ? afterRefusal(memory, step, error) : retry(memory, step, error)
    case 'badConfig':
    case 'notOpen':
    case 'cancelled':
    case 'internal':
      return failedUntilNews(memory, error)
    default:
      return assertNever(error.kind)
  }
}

function retry(memory: Memory, step: Step, error: AppErrorBody): Decision {
  // A server that was not there may come back with an older store, whose versions soon pass those
  // that were seen of the newer one: nothing tells the two apart, so everything is read again.
  const hasVersion = memory.hasVersion && error.reason !== 'ECONNREFUSED'
  const next = { ...memory, failures: memory.failures + 1, hasVersion }
  const seconds = error.retryAfterSeconds
  // A server that fails on the streamed list may well serve pages: try them in turn.
  const tryPages = step === 'stream' && error.kind === 'serverFault' && memory.failures % 2 === 1
  return {
    memory: next,
    show: { type: 'stale', error },
    step: tryPages ? 'pages' : resume(next),
    wait:
      seconds === undefined
        ? {
            type: 'backoff',
            failures: next.failures,
            ...(error.kind === 'serverFault' ? { atMost: faultRetryMost } : {}),
          }
        : { type: 'pause', milliseconds: Math.max(seconds, 1) * 1000 },
  }
}

/** Watching and listing are separate permissions: without the first, lists are read repeatedly. */
function afterDenial(memory: Memory, step: Step, error: AppErrorBody): Decision {
  if (step === 'stream') {
    const next = { ...memory, canStream: false }
    return { memory: next, show: keep, step: 'pages', wait: atOnce }
  }
  if (step === 'watch') {
    const next = { ...memory, canWatch: false }
    return { memory: next, show: keep, step: 'poll', wait: atOnce }
  }
  return {
    memory: { ...memory, failures: 0, hasVersion: false },
    show: { type: 'denied', error },
    step,
    wait: { type: 'hold', recheck: recheckDenied },
  }
}

function kindGone(memory: Memory, error: AppErrorBody): Decision {
  const next = { ...memory, failures: 0, hasVersion: false }
  return {
    memory: next,
    show: { type: 'kindGone', error },
    step: resume(next),
    wait: { type: 'hold', recheck: recheckGone },
  }
}

/** 400, 405 and 422: the server does not do what was asked for; a lesser step may. */
function afterRefusal(memory: Memory, step: Step, error: AppErrorBody): Decision {
  if (step === 'stream') {
    const next = { ...memory, canStream: false }
    return { memory: next, show: keep, step: 'pages', wait: atOnce }
  }
  if (step === 'watch' && error.status === 405) {
    const next = { ...memory, canWatch: false }
    return { memory: next, show: keep, step: 'poll', wait: atOnce }
  }
  if (step === 'watch') return relist(memory, step, error)
  return failedUntilNews(memory, error)
}

function failedUntilNews(memory: Memory, error: AppErrorBody): Decision {
  return {
    memory: { ...memory, failures: 0 },
    show: { type: 'failed', error },
    step: resume(memory),
    wait: { type: 'hold', recheck: recheckDenied },
  }
}
