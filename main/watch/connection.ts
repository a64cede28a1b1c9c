import { AppError, type AppErrorBody, isAppError } from '../../shared/errors/index.ts'
import type { Clock } from '../../shared/flow/index.ts'
import type { ApiRequest, ApiResponse, ClusterSession } from '../session/index.ts'
import type { Outcome } from './decisions.ts'

/** What `Connection.next` found: bytes, the end of the answer, or that it was interrupted. */
export type Chunk =
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  | { readonly type: 'end' }
  | { readonly type: 'interrupted'; readonly outcome: Outcome }

/** The open answer of one watch. Reading it can be interrupted at any time with an outcome. */
export class Connection {
  readonly #response: ApiResponse
  readonly #abort: (isOpen: boolean) => void
  readonly #iterator: AsyncIterator<Uint8Array>
  #hasEnded = false
  #interruption: Outcome | null = null
  #release: ((chunk: Chunk) => void) | null = null

  private constructor(response: ApiResponse, abort: (isOpen: boolean) => void) {
    this.#response = response
    this.#abort = abort
    this.#iterator = response.body[Symbol.asyncIterator]()
  }

  /**
   * Sends a request and waits for the head of its answer.
   * @param milliseconds until the head must be there
   * @param signal gives up waiting, too
   * @throws AppError of kind `unreachable` when the time is over, else what the session throws
   */
  static async open(
    session: ClusterSession,
    clock: Clock,
    milliseconds: number,
    signal: AbortSignal,
    request: (signal: AbortSignal) => ApiRequest,
  ): Promise<Connection> {
    const controller = new AbortController()
    const abort = () => controller.abort()
    signal.addEventListener('abort', abort, { once: true })
    let isLate = false
    const timer = clock.after(milliseconds, () => {
      isLate = true
      abort()
    })
    const asked = request(controller.signal)
    try {
      return new Connection(await session.request(asked), isOpen => {
        signal.removeEventListener('abort', abort)
        if (isOpen) abort()
      })
    } catch (error) {
      signal.removeEventListener('abort', abort)
      if (isLate) throw new AppError(noAnswer(asked, milliseconds, session), { cause: error })
      throw error
    } finally {
      timer.cancel()
    }
  }

  /** @throws what breaks the connection */
  next(): Promise<Chunk> {
    return new Promise((resolve, reject) => {
      if (this.#interruption !== null) {
        resolve({ type: 'interrupted', outcome: this.#interruption })
        return
      }
      this.#release = resolve
      this.#iterator.next().then(({ done, value }) => {
        if (done) this.#hasEnded = true
        resolve(done ? { type: 'end' } : { type: 'bytes', bytes: value })
      }, reject)
    })
  }

  /** Ends reading with `outcome`; the first interruption counts. */
  interrupt(outcome: Outcome): void {
    this.#interruption ??= outcome
    this.#release?.({ type: 'interrupted', outcome: this.#interruption })
  }

  close(): void {
    // What ended in order leaves its connection to the next request.
    this.#abort(!this.#hasEnded)
    if (!this.#hasEnded) this.#response.dispose()
  }
}

function noAnswer(request: ApiRequest, milliseconds: number, session: ClusterSession): AppErrorBody {
  return {
    kind: 'unreachable',
    message: `The server did not answer within ${Math.round(milliseconds / 1000)} seconds.`,
    context: session.context,
    resource: request.purpose,
  }
}

/** The error as data; what is no `AppError` came from the connection. */
export function connectionError(error: unknown, session: ClusterSession, purpose: string): AppErrorBody {
  if (isAppError(error)) return error.body
  const reason = error instanceof Error ? error.message : String(error)
  return {
    kind: 'unreachable',
    message: `The connection was lost: ${reason}`,
    context: session.context,
    resource: purpose,
  }
}
