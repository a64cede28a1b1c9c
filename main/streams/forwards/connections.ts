import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { AppError, type AppErrorBody, isAppError } from '../../../shared/errors/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import type { Forward } from '../../../shared/ipc/index.ts'
import type { Candidate } from './candidates.ts'
import { join } from './join.ts'

export interface ConnectionsOptions {
  readonly clock: Clock
  /** Resolves with the pod for a new connection, waiting for one where it must. @throws AppError */
  readonly podFor: (avoided: ReadonlySet<string>, signal: AbortSignal) => Promise<Candidate>
  readonly open: (pod: Candidate, port: number, signal: AbortSignal) => Promise<Duplex>
  readonly changed: () => void
  readonly onBug: (error: unknown) => void
}

/** Other pods that are tried where one does not answer: it may have gone a moment ago. */
const mostPods = 3
const mayBeGone: ReadonlySet<AppErrorBody['kind']> = new Set(['gone', 'serverFault', 'unreachable'])

interface Open {
  readonly local: Socket
  readonly opening: AbortController
  pod: string
  remote: Duplex | null
}

/** The connections of one forward, with what they have carried. */
export class Connections {
  readonly #options: ConnectionsOptions
  readonly #open = new Set<Open>()
  #total = 0
  #failed = 0
  #sent = 0
  #received = 0
  #lastFailure: NonNullable<Forward['lastFailure']> | null = null

  constructor(options: ConnectionsOptions) {
    this.#options = options
  }

  get figures(): Pick<Forward, 'connections' | 'bytes' | 'lastFailure'> {
    return {
      connections: { open: this.#open.size, total: this.#total, failed: this.#failed },
      bytes: { sent: this.#sent, received: this.#received },
      ...(this.#lastFailure === null ? {} : { lastFailure: this.#lastFailure }),
    }
  }

  /** Takes a paused connection of this machine to a port of a pod. */
  async take(local: Socket, asked: string): Promise<void> {
    const open: Open = { local, opening: new AbortController(), pod: '', remote: null }
    this.#open.add(open)
    this.#total += 1
    this.#options.changed()
    // Until it is joined nobody else listens for its end.
    local.on('error', () => open.opening.abort())
    local.on('close', () => open.opening.abort())
    try {
      const remote = await this.#remoteFor(open, asked)
      const failure = await join(local, remote, this.#counters, this.#options.clock)
      if (failure !== null) this.#fail(failure)
    } catch (error) {
      local.resetAndDestroy()
      if (!open.opening.signal.aborted) this.#fail(this.#bodyOf(error))
    } finally {
      this.#open.delete(open)
      this.#options.changed()
    }
  }

  /** One that the system did not hand over: it has no socket to end. */
  refused(error: Error): void {
    this.#total += 1
    this.#fail({
      kind: 'unreachable',
      reason: 'NotAccepted',
      message: 'This machine could not take a connection to the forwarded port.',
      causes: [error.message],
    })
    this.#options.changed()
  }

  /** Ends the connections to a pod that is no more. */
  endPod(uid: string, reason: AppErrorBody): void {
    for (const { pod, remote } of this.#open) if (pod === uid) remote?.destroy(new AppError(reason))
  }

  /** Pods that connections are open to, by uid. */
  get pods(): ReadonlySet<string> {
    return new Set([...this.#open].filter(({ remote }) => remote !== null).map(({ pod }) => pod))
  }

  close(): void {
    for (const { local, opening, remote } of [...this.#open]) {
      opening.abort()
      remote?.destroy()
      local.destroy()
    }
  }

  async #remoteFor(open: Open, asked: string): Promise<Duplex> {
    const avoided = new Set<string>()
    const { signal } = open.opening
    let first: unknown = null
    for (;;) {
      const pod = await this.#options.podFor(avoided, signal).catch((error: unknown) => {
        throw first ?? error
      })
      const port = pod.portOf(asked)
      if (port === null) throw noSuchPort(pod, asked)
      try {
        const remote = await this.#options.open(pod, port, signal)
        if (signal.aborted) {
          remote.destroy()
          signal.throwIfAborted()
        }
        open.pod = pod.uid
        open.remote = remote
        return remote
      } catch (error) {
        if (!isAppError(error) || !mayBeGone.has(error.body.kind)) throw error
        first ??= error
        avoided.add(pod.uid)
        if (avoided.size >= mostPods) throw first
      }
    }
  }

  get #counters() {
    return {
      sent: (bytes: number): void => {
        this.#sent += bytes
        this.#options.changed()
      },
      received: (bytes: number): void => {
        this.#received += bytes
        this.#options.changed()
      },
    }
  }

  #fail(error: AppErrorBody): void {
    this.#failed += 1
    this.#lastFailure = { at: this.#options.clock.now(), error }
  }

  #bodyOf(error: unknown): AppErrorBody {
    if (isAppError(error)) return error.body
    this.#options.onBug(error)
    return {
      kind: 'internal',
      message: 'A mistake of Gatehouse ended the connection; the log has the details.',
    }
  }
}

function noSuchPort({ namespace, name }: Candidate, asked: string): AppError {
  return new AppError({
    kind: 'invalid',
    reason: 'NoPort',
    message: `Pod ${namespace}/${name} has no port named ${asked}.`,
  })
}
