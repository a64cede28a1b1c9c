import { AppError, isAppError } from '../../shared/errors/index.ts'
import { type Clock, Observable, observeState, type ReadonlyObservable } from '../../shared/flow/index.ts'
import type { ConnectionFigures, ContextEntry, HandlersOf, SessionState } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import type { Kubeconfig } from '../kubeconfig/index.ts'
import type { OpenedSession, SessionTarget } from '../session/index.ts'
import { createApi } from './client.ts'
import type { ApiClient, OpenContexts } from './types.ts'

export interface ContextsSources {
  readonly kubeconfig: Kubeconfig
  readonly clock: Clock
  /** What it takes to reach a context. Contacts nobody. @throws AppError when its entry cannot be used. */
  readonly targetOf: (context: ContextId) => Promise<SessionTarget>
  /** Opens the session: the first thing that contacts a server. */
  readonly openSession: (entry: ContextEntry, target: SessionTarget) => OpenedSession
  /** Keeps what was opened current until the answer is called. */
  readonly follow: (api: ApiClient) => () => void
  /** Called once a context was opened, to remember it. */
  readonly opened: (context: ContextId) => void
  readonly agreed: (context: ContextId) => void
}

/** The open contexts: who is connected, and how that stands. */
export interface Contexts extends OpenContexts {
  readonly sessions: ReadonlyObservable<readonly SessionState[]>
  /** Answers the client there is when the context is open. @throws AppError when its entry cannot be used. */
  open(context: ContextId): Promise<ApiClient>
  close(context: ContextId): void
  /** After sleep or a change of network: all connections are tested now. */
  wake(): void
  /** Drops the failure that is shown and connects again now. @throws AppError `notOpen` */
  retry(context: ContextId): void
  figures(): readonly ConnectionFigures[]
  closeAll(): void
}

export function createContexts(sources: ContextsSources): Contexts {
  return new OpenedContexts(sources)
}

interface Opened {
  readonly session: OpenedSession
  readonly api: ApiClient
  /** What the session was opened with, to see whether a changed kubeconfig concerns it. */
  target: string
  readonly stop: () => void
}

class OpenedContexts implements Contexts {
  readonly sessions = new Observable<readonly SessionState[]>([])
  readonly #sources: ContextsSources
  readonly #open = new Map<ContextId, Opened>()
  readonly #opening = new Map<ContextId, Promise<ApiClient>>()
  readonly #unsubscribe: () => void
  #isClosed = false

  constructor(sources: ContextsSources) {
    this.#sources = sources
    this.#unsubscribe = sources.kubeconfig.revision.subscribe(() => void this.#retargetChanged())
  }

  get(context: ContextId): ApiClient {
    return this.#find(context).api
  }

  open(context: ContextId): Promise<ApiClient> {
    const known = this.#open.get(context)
    if (known !== undefined) return Promise.resolve(known.api)
    const opening = this.#opening.get(context) ?? this.#start(context)
    this.#opening.set(context, opening)
    return opening
  }

  close(context: ContextId): void {
    const opened = this.#open.get(context)
    if (opened === undefined) return
    this.#open.delete(context)
    opened.stop()
    opened.api.close()
    opened.session.close()
    this.#refresh()
  }

  wake(): void {
    for (const { session } of this.#open.values()) session.wake()
  }

  retry(context: ContextId): void {
    this.#find(context).session.retry()
  }

  figures(): readonly ConnectionFigures[] {
    return [...this.#open.values()].map(({ session }) => session.figures())
  }

  closeAll(): void {
    this.#isClosed = true
    this.#unsubscribe()
    for (const context of [...this.#open.keys()]) this.close(context)
  }

  async #start(context: ContextId): Promise<ApiClient> {
    try {
      const { kubeconfig, targetOf, openSession, follow, clock } = this.#sources
      const target = await targetOf(context)
      const entry = kubeconfig.find(context)
      // Closed while the target was worked out: a session opened now would keep the process alive.
      if (entry === null || this.#isClosed) throw notOpen(context)
      const session = openSession(entry, target)
      const api = createApi(session, { clock })
      const unsubscribe = session.state.subscribe(() => this.#refresh())
      const unfollow = follow(api)
      const stop = (): void => {
        unsubscribe()
        unfollow()
      }
      this.#open.set(context, { session, api, target: JSON.stringify(target), stop })
      this.#sources.opened(context)
      this.#refresh()
      return api
    } finally {
      this.#opening.delete(context)
    }
  }

  #find(context: ContextId): Opened {
    const opened = this.#open.get(context)
    if (opened === undefined) throw notOpen(context)
    return opened
  }

  #refresh(): void {
    this.sessions.set([...this.#open.values()].map(({ session }) => session.state.get()))
  }

  /** A context whose kubeconfig entry changed goes on with the new one; one that left stays as it is. */
  async #retargetChanged(): Promise<void> {
    for (const [context, opened] of [...this.#open]) {
      try {
        const target = await this.#sources.targetOf(context)
        const text = JSON.stringify(target)
        if (text === opened.target || this.#open.get(context) !== opened) continue
        opened.target = text
        opened.session.retarget(target)
      } catch (error) {
        if (!isAppError(error)) throw error
      }
    }
  }
}

function notOpen(context: ContextId): AppError {
  return new AppError({ kind: 'notOpen', context, message: 'This context is not open. Open it first.' })
}

/** Answers the protocol's `contexts.*`. */
export function contextHandlers(contexts: Contexts, sources: ContextsSources): HandlersOf<'contexts'> {
  const { kubeconfig } = sources
  return {
    'contexts.list': (_params, notify) => observeState(kubeconfig.list, notify),
    'contexts.sessions': (_params, notify) => observeState(contexts.sessions, notify),
    'contexts.open': async ({ context }) => {
      await contexts.open(context)
      return null
    },
    'contexts.close': async ({ context }) => {
      contexts.close(context)
      return null
    },
    'contexts.retry': async ({ context }) => {
      contexts.retry(context)
      return null
    },
    'contexts.consent': async ({ context }) => {
      sources.agreed(context)
      return null
    },
    'contexts.addPath': async ({ path }) => {
      kubeconfig.addPath(path)
      return null
    },
    'contexts.removePath': async ({ path }) => {
      kubeconfig.removePath(path)
      return null
    },
    'contexts.paste': async ({ text }) => {
      kubeconfig.paste(text)
      return null
    },
  }
}
