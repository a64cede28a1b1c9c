import { Observable, observeState, type ReadonlyObservable } from '../../../shared/flow/index.ts'
import type { HandlersOf, HostCommand, HostRequest } from '../../../shared/ipc/index.ts'

type Unnumbered<Request> = Request extends { readonly id: number } ? Omit<Request, 'id'> : never
export type NewRequest = Unnumbered<HostRequest>

/** A page that is away for long must not be met by a heap of things on its return. */
const mostPending = 20

/** What the page is asked to do and has not answered yet, in the order of asking. */
export class RequestQueue {
  readonly #pending = new Observable<readonly HostRequest[]>([])
  #nextId = 1

  get pending(): ReadonlyObservable<readonly HostRequest[]> {
    return this.#pending
  }

  /** Asks; what is asked already and waits is not asked twice. */
  add(request: NewRequest): void {
    const pending = this.#pending.get()
    const text = JSON.stringify(request)
    if (pending.length >= mostPending) return
    if (pending.some(({ id: _id, ...other }) => JSON.stringify(other) === text)) return
    this.#pending.set([...pending, { ...request, id: this.#nextId++ } as HostRequest])
  }

  answered(id: number): void {
    this.#pending.set(this.#pending.get().filter(request => request.id !== id))
  }

  /** Forgets the commands that wait: they were meant for a page that is gone. */
  dropCommands(): void {
    const others = this.#pending.get().filter(({ type }) => type !== 'command')
    if (others.length < this.#pending.get().length) this.#pending.set(others)
  }
}

export interface HostSide {
  pickPaths(title: string, what: 'files' | 'folder' | 'filesOrFolders'): Promise<readonly string[] | null>
  offered(commands: readonly HostCommand[]): void
  online(): void
}

/** The `host.*` part of the protocol of the desktop host. */
export function hostHandlers(requests: RequestQueue, side: HostSide): HandlersOf<'host'> {
  return {
    'host.requests': (_params, notify) => observeState(requests.pending, notify),
    'host.answered': async ({ id }) => {
      requests.answered(id)
      return null
    },
    'host.offer': async ({ commands }) => {
      side.offered(commands)
      return null
    },
    'host.online': async () => {
      side.online()
      return null
    },
    'host.pickPaths': ({ title, what }) => side.pickPaths(title, what),
  }
}
