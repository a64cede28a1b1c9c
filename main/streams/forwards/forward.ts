import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { AppError, type AppErrorBody } from '../../../shared/errors/index.ts'
import type { Clock, Timer, Unsubscribe } from '../../../shared/flow/index.ts'
import type { Forward, ForwardedPort } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import type { Watches } from '../../watch/index.ts'
import { openPort } from '../channels/index.ts'
import { type Candidate, chosen } from './candidates.ts'
import { Connections } from './connections.ts'
import { type Listener, listen } from './listen.ts'
import { phaseOf, podOver, seconds, stillNone } from './phase.ts'
import type { Target } from './target.ts'
import { TargetPods } from './targetPods.ts'

export interface ForwardSetup {
  readonly id: string
  readonly api: ApiClient
  readonly target: Target
  readonly address: string
  /** `local` 0: any free one. `remote` holds until a pod tells another. */
  readonly ports: readonly ForwardedPort[]
  readonly watches: Pick<Watches, 'objects'>
  readonly clock: Clock
  readonly changed: () => void
  readonly onBug: (error: unknown) => void
  /** Which forward of ours holds a port of this machine, in words; null for none. */
  readonly ownHolder: (port: number) => string | null
}

/** A connection waits for a pod so many milliseconds, and so many for another one where one failed. */
const waitForPod = 30_000
const waitForOther = 3000

/** A forward that listens: local ports, the pods behind them, and the connections between. */
export class RunningForward {
  readonly id: string
  readonly #setup: ForwardSetup
  readonly #pods: TargetPods
  readonly #connections: Connections
  readonly #unsubscribe: Unsubscribe
  readonly #startedAt: number
  /** Those who wait for a pod; each looks again when the pods changed. */
  readonly #waiting = new Set<() => void>()
  #listeners: readonly Listener[] = []
  #pod: Candidate | null = null
  /** The pod that was chosen last, also while there is none. */
  #lastPod = ''
  #moves = -1
  #isClosed = false

  constructor(setup: ForwardSetup) {
    const { id, api, watches, target, clock, changed, onBug } = setup
    this.id = id
    this.#setup = setup
    this.#startedAt = clock.now()
    this.#pods = new TargetPods(api, watches, target)
    this.#connections = new Connections({
      clock,
      changed,
      onBug,
      podFor: (avoided, signal) => this.#podFor(avoided, signal),
      open: (pod, port, signal) => this.#open(pod, port, signal),
    })
    this.#unsubscribe = this.#pods.subscribe(() => this.#look())
  }

  /** Opens all local ports, or none. @throws AppError */
  async listen(): Promise<void> {
    const { address, ports, ownHolder } = this.#setup
    const opened: Listener[] = []
    try {
      for (const { asked, local } of ports) {
        const onConnection = (socket: Socket): void => void this.#connections.take(socket, asked)
        const onRefused = (error: Error): void => this.#connections.refused(error)
        opened.push(await listen({ address, port: local, ownHolder, onConnection, onRefused }))
      }
    } catch (error) {
      for (const listener of opened) listener.close()
      throw error
    }
    this.#listeners = opened
    if (this.#isClosed) this.#closeListeners()
    this.#look()
  }

  state(): Forward {
    const { id, api, target, address } = this.#setup
    const { phase, reason } = phaseOf(this.#pods.following, this.#pod, this.#pods.candidates, target)
    return {
      id,
      context: api.context,
      ref: target.ref,
      kind: target.kind,
      address,
      ports: this.#ports(),
      phase,
      ...(reason === undefined ? {} : { reason }),
      pod: this.#pod?.name ?? '',
      moves: Math.max(this.#moves, 0),
      ...this.#connections.figures,
      startedAt: this.#startedAt,
    }
  }

  get target(): Target {
    return this.#setup.target
  }

  get context(): ContextId {
    return this.#setup.api.context
  }

  get isProtected(): boolean {
    return this.#setup.api.session.isProtected
  }

  /** Whether it listens on a port of this machine. */
  holds(port: number): boolean {
    return this.#listeners.some(listener => listener.port === port)
  }

  close(): void {
    this.#isClosed = true
    this.#unsubscribe()
    this.#closeListeners()
    this.#connections.close()
    this.#pods.close()
  }

  #closeListeners(): void {
    for (const listener of this.#listeners) listener.close()
  }

  #ports(): readonly ForwardedPort[] {
    return this.#setup.ports.map(({ asked, local, remote, scheme }, index) => ({
      asked,
      scheme,
      remote: this.#pod?.portOf(asked) ?? remote,
      local: this.#listeners[index]?.port ?? local,
    }))
  }

  /** Takes over what became of the pods. */
  #look(): void {
    const { candidates } = this.#pods
    const before = this.#pod
    this.#pod = chosen(candidates, before?.uid ?? '')
    if (this.#pod !== null && this.#pod.uid !== before?.uid && this.#pod.uid !== this.#lastPod) {
      this.#lastPod = this.#pod.uid
      this.#moves += 1
    }
    if (this.#pods.following.state === 'current') this.#endOver(candidates)
    for (const wake of [...this.#waiting]) wake()
    this.#setup.changed()
  }

  #endOver(candidates: readonly Candidate[]): void {
    const alive = new Set(candidates.filter(({ isOver }) => !isOver).map(({ uid }) => uid))
    for (const uid of this.#connections.pods)
      if (!alive.has(uid)) this.#connections.endPod(uid, podOver(this.#setup.target))
  }

  async #podFor(avoided: ReadonlySet<string>, signal: AbortSignal): Promise<Candidate> {
    const { clock } = this.#setup
    const limit = avoided.size === 0 ? waitForPod : waitForOther
    const until = clock.elapsed() + limit
    for (;;) {
      signal.throwIfAborted()
      const pod = chosen(this.#pods.candidates, this.#pod?.uid ?? '', avoided)
      if (pod !== null) return pod
      const { following } = this.#pods
      if (following.state === 'lost') throw new AppError(following.reason)
      const left = until - clock.elapsed()
      if (left <= 0) throw new AppError(this.#noPod(limit))
      await this.#nextLook(left, signal)
    }
  }

  #noPod(limit: number): AppErrorBody {
    return stillNone(this.#setup.target, this.#pods.candidates, seconds(limit))
  }

  #nextLook(limit: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = (): void => resolve()
    const timer: Timer = this.#setup.clock.after(limit, wake)
    this.#waiting.add(wake)
    signal.addEventListener('abort', wake)
    return promise.finally(() => {
      timer.cancel()
      this.#waiting.delete(wake)
      signal.removeEventListener('abort', wake)
    })
  }

  #open({ namespace, name }: Candidate, port: number, signal: AbortSignal): Promise<Duplex> {
    return openPort(this.#setup.api.session, { namespace, pod: name, port }, signal)
  }
}
