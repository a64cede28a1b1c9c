import { randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors/index.ts'
import { type Clock, Observable } from '../../../shared/flow/index.ts'
import type { Contract, ParamsOf, Transfer } from '../../../shared/ipc/index.ts'
import type { ClusterSession } from '../../session/index.ts'
import { copyFromContainer, copyToContainer } from './copies/index.ts'
import type { LocalPlaces } from './local/index.ts'
import { containerPath } from './refuse.ts'
import { RunningTransfer } from './transfer.ts'

type Wish = ParamsOf<Contract['transfers.start']>

export interface RegistryOptions {
  readonly clock: Clock
  readonly places: LocalPlaces
  readonly onBug: (error: unknown) => void
}

/** More at once only take each other's time. */
const mostRunning = 8
const mostKept = 100
/** A disk that does not answer keeps nobody from closing the program. */
const longestClosingMillis = 2000

/** The copies of this run, the newest first. They go on whatever the page does. */
export class TransferRegistry {
  readonly list = new Observable<{ readonly transfers: readonly Transfer[] }>({ transfers: [] })
  readonly #options: RegistryOptions
  readonly #transfers = new Map<string, RunningTransfer>()

  constructor(options: RegistryOptions) {
    this.#options = options
  }

  /** @throws AppError `invalid` for a path that is not absolute, or when too many are under way */
  start(session: ClusterSession, wish: Wish): { readonly id: string } {
    const { clock, places, onBug } = this.#options
    const { context, namespace, pod, container, direction, mayOverwrite } = wish
    const isFrom = direction === 'fromContainer'
    const source = isFrom ? containerPath(wish.source) : wish.source
    const destination = isFrom ? wish.destination : containerDestination(wish.destination)
    const running = [...this.#transfers.values()].filter(({ state }) => state.phase === 'running')
    if (running.length >= mostRunning) throw tooMany()
    const id = randomUUID()
    const place = { context, namespace, pod, container }
    const transfer = new RunningTransfer(
      { ...place, id, direction, source, destination, startedAt: clock.now() },
      {
        clock,
        session,
        onBug,
        onChange: () => this.#refresh(),
        work: given =>
          (isFrom ? copyFromContainer : copyToContainer)({
            container: { session, namespace, pod, container },
            source,
            destination,
            mayOverwrite,
            places,
            ...given,
          }),
      },
    )
    this.#transfers.set(id, transfer)
    this.#forgetOldest()
    this.#refresh()
    return { id }
  }

  /** @throws AppError `gone` */
  cancel(id: string): void {
    this.#find(id).cancel()
  }

  /** @throws AppError `gone`, or `invalid` for one that is under way */
  forget(id: string): void {
    if (this.#find(id).state.phase === 'running')
      throw new AppError({ kind: 'invalid', message: 'This copy is under way. Cancel it first.' })
    this.#transfers.delete(id)
    this.#refresh()
  }

  /** Resolves when what was half made is gone, or after a while without that. */
  async close(): Promise<void> {
    const all = [...this.#transfers.values()]
    for (const transfer of all) transfer.cancel('Gatehouse was closed.')
    const { promise: isLate, resolve } = Promise.withResolvers<void>()
    const timer = this.#options.clock.after(longestClosingMillis, resolve)
    await Promise.race([isLate, Promise.all(all.map(({ done }) => done))])
    timer.cancel()
  }

  #find(id: string): RunningTransfer {
    const transfer = this.#transfers.get(id)
    if (transfer === undefined)
      throw new AppError({ kind: 'gone', message: 'This copy is not listed any more.' })
    return transfer
  }

  #forgetOldest(): void {
    for (const [id, { state }] of this.#transfers) {
      if (this.#transfers.size <= mostKept) return
      if (state.phase !== 'running') this.#transfers.delete(id)
    }
  }

  #refresh(): void {
    this.list.set({ transfers: [...this.#transfers.values()].map(({ state }) => state).reverse() })
  }
}

/** A slash at the end says that it must be a folder. */
function containerDestination(written: string): string {
  const normal = containerPath(written)
  return written.endsWith('/') && normal !== '/' ? `${normal}/` : normal
}

function tooMany(): AppError {
  const message = `${mostRunning} copies are under way already. Wait for one of them, or cancel it.`
  return new AppError({ kind: 'throttled', message })
}
