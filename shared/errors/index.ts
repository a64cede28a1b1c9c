/**
 * Expected failures as data. An `AppError` crosses the protocol unchanged and says what
 * happened, where, and what can be done; a bug is thrown as any other `Error`.
 */
export type AppErrorKind =
  | 'denied' // 403: the user may not do this
  | 'gone' // 404 or 410: the object, kind or version is not there any more
  | 'conflict' // 409
  | 'invalid' // 400, 422: the request itself is wrong
  | 'loginNeeded' // 401 after one renewal, or credentials could not be had
  | 'unreachable' // no answer: DNS, TCP, TLS, timeout, connection lost
  | 'throttled' // 429
  | 'serverFault' // 5xx, or an answer that cannot be read
  | 'badConfig' // a kubeconfig or settings entry that cannot be used
  | 'notOpen' // the context has not been opened
  | 'cancelled'
  | 'internal' // a mistake of ours; the log has the details

export interface AppErrorBody {
  readonly kind: AppErrorKind
  /** One or two plain sentences: what, where, what to do. Never holds a credential. */
  readonly message: string
  /** Id of the context it happened in. */
  readonly context?: string
  /** What was asked for, e.g. `list pods in namespace shop`. */
  readonly resource?: string
  /** HTTP status, where the server answered. */
  readonly status?: number
  /** `reason` of the server's Status object. */
  readonly reason?: string
  /** Details, one line each: the server's causes, a plugin's stderr. */
  readonly causes?: readonly string[]
  /** Texts of the `Warning` headers that came with the answer. */
  readonly warnings?: readonly string[]
  /** Name under which the server's audit log has the request. */
  readonly auditId?: string
  /** Seconds until a retry makes sense (Retry-After); absent when a retry is pointless. */
  readonly retryAfterSeconds?: number
}

export class AppError extends Error {
  readonly body: AppErrorBody

  constructor(body: AppErrorBody, options?: ErrorOptions) {
    super(body.message, options)
    this.name = 'AppError'
    this.body = body
  }
}

export function isAppError(error: unknown): error is AppError {
  return error instanceof AppError
}

/** True for an abort of ours (`AbortController.abort`) and for `AppError` of kind `cancelled`. */
export function isCancelled(error: unknown): boolean {
  if (error instanceof AppError) return error.body.kind === 'cancelled'
  return error instanceof Error && error.name === 'AbortError'
}

/** `reason` of an answer about a kind that a dump holds nothing of: what it lacks says nothing of the cluster. */
export const notInDump = 'NotInDump'

/** True where it is not the cluster that has none of a kind, but the dump that holds none. */
export function isNotInDump(error: AppErrorBody | null | undefined): boolean {
  return error?.reason === notInDump
}

/** Closes a discriminated union: the compiler refuses a case that was forgotten. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`)
}
