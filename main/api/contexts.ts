import { AppError, isAppError } from '../../shared/errors/index.ts'
import {
  type Clock,
  Observable,
  observeState,
  type ReadonlyObservable,
  type Timer,
} from '../../shared/flow/index.ts'
import type {
  ConnectionFigures,
  ContextEntry,
  EntryChange,
  HandlersOf,
  SessionState,
} from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import type { Kubeconfig } from '../kubeconfig/index.ts'
import type { OpenedSession, SessionTarget } from '../session/index.ts'
import { createApi } from './client.ts'
import { changedParts, isRenewal, isSameButName } from './entryChange.ts'
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
  /** Told of a mistake of ours. */
  readonly onBug: (error: unknown) => void
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

interface Opening {
  readonly api: Promise<ApiClient>
  /** Aborted when the context is closed before it is open. */
  readonly closing: AbortController
}

interface Opened {
  readonly session: OpenedSession
  readonly api: ApiClient
  readonly entry: ContextEntry
  /** What the connection is made with, to see whether a changed kubeconfig concerns it. */
  target: SessionTarget
  /** What became of the entry since; null while it is as it was. */
  change: EntryChange | null
  /** A connection that was never made has nothing to lose by a changed entry. */
  wasReady: boolean
  readonly stop: () => void
}

/** All contexts are woken within this time. */
const wakeSpreadMillis = 800

class OpenedContexts implements Contexts {
  readonly sessions = new Observable<readonly SessionState[]>([])
  readonly #sources: ContextsSources
  readonly #open = new Map<ContextId, Opened>()
  readonly #opening = new Map<ContextId, Opening>()
  readonly #unsubscribe: () => void
  #waking: readonly Timer[] = []
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
    const opening = this.#opening.get(context)
    if (opening !== undefined) return opening.api
    const closing = new AbortController()
    const api = this.#start(context, closing.signal).finally(() => {
      if (this.#opening.get(context)?.closing === closing) this.#opening.delete(context)
    })
    this.#opening.set(context, { api, closing })
    return api
  }

  close(context: ContextId): void {
    // Opened again meanwhile, it starts anew.
    this.#opening.get(context)?.closing.abort()
    this.#opening.delete(context)
    const opened = this.#open.get(context)
    if (opened === undefined) return
    this.#open.delete(context)
    opened.stop()
    opened.api.close()
    opened.session.close()
    this.#refresh()
  }

  wake(): void {
    for (const timer of this.#waking) timer.cancel()
    // One after the other: twenty contexts with all their streams connect at this moment.
    const pause = wakeSpreadMillis / Math.max(this.#open.size, 1)
    this.#waking = [...this.#open.values()].map(({ session }, index) =>
      this.#sources.clock.after(index * pause, () => session.wake()),
    )
  }

  retry(context: ContextId): void {
    this.#find(context).session.retry()
  }

  figures(): readonly ConnectionFigures[] {
    return [...this.#open.values()].map(({ session }) => session.figures())
  }

  closeAll(): void {
    this.#isClosed = true
    for (const timer of this.#waking) timer.cancel()
    this.#unsubscribe()
    for (const context of [...this.#open.keys()]) this.close(context)
  }

  async #start(context: ContextId, closing: AbortSignal): Promise<ApiClient> {
    const { kubeconfig, targetOf, openSession, follow, clock } = this.#sources
    const target = await targetOf(context)
    const entry = kubeconfig.find(context)
    if (closing.aborted) throw cancelled(context)
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
    this.#open.set(context, { session, api, entry, target, change: null, wasReady: false, stop })
    this.#sources.opened(context)
    this.#refresh()
    return api
  }

  #find(context: ContextId): Opened {
    const opened = this.#open.get(context)
    if (opened === undefined) throw notOpen(context)
    return opened
  }

  #refresh(): void {
    this.sessions.set([...this.#open.values()].map(stateOf))
  }

  /** Looks at what a reading of the files changed for the open contexts; the others need nothing. */
  async #retargetChanged(): Promise<void> {
    for (const [context, opened] of [...this.#open]) {
      const before = opened.change
      try {
        const present = await this.#presentTarget(context)
        if (this.#open.get(context) !== opened) continue
        opened.change = this.#changeOf(opened, present)
      } catch (error) {
        this.#sources.onBug(error)
      }
      if (opened.change !== before) this.#refresh()
    }
  }

  async #presentTarget(context: ContextId): Promise<SessionTarget | AppError> {
    try {
      return await this.#sources.targetOf(context)
    } catch (error) {
      if (isAppError(error)) return error
      throw error
    }
  }

  /** What is to be said of the entry; takes up by itself what leads to the same server as the same user. */
  #changeOf(opened: Opened, present: SessionTarget | AppError): EntryChange | null {
    const since = this.#sources.clock.now()
    const { change } = opened
    if (present instanceof AppError) {
      if (present.body.kind !== 'gone') return steady(change, { type: 'broken', reason: present.body, since })
      if (change?.type === 'gone') return change
      const renamedTo = this.#renamedTo(opened)
      return { type: 'gone', entry: opened.entry, since, ...(renamedTo === null ? {} : { renamedTo }) }
    }
    const parts = changedParts(opened.target, present)
    // As it is in use: nothing happened, or what happened was undone.
    if (parts.length === 0) return change?.type === 'taken' ? change : null
    if (opened.wasReady && !isRenewal(parts)) return steady(change, { type: 'changed', parts, since })
    opened.target = present
    opened.session.retarget(present)
    return { type: 'taken', parts, since }
  }

  #renamedTo({ entry, target }: Opened): ContextId | null {
    if (target.type !== 'kubeconfig') return null
    const { kubeconfig } = this.#sources
    const candidates = kubeconfig.list.get().contexts.filter(({ id, source, problem, needsConsent }) => {
      return source === entry.source && problem === undefined && !needsConsent && !this.#open.has(id)
    })
    const found = candidates.find(({ id }) => isSameButName(kubeconfig.resolve(id), target.resolved))
    return found?.id ?? null
  }
}

/** The change that is said already, with its time, when the new one says the same. */
function steady(before: EntryChange | null, after: EntryChange): EntryChange {
  const said = (change: EntryChange): string => JSON.stringify({ ...change, since: 0 })
  return before !== null && said(before) === said(after) ? before : after
}

function stateOf(opened: Opened): SessionState {
  const state = opened.session.state.get()
  if (state.phase === 'ready') opened.wasReady = true
  return opened.change === null ? state : { ...state, entryChange: opened.change }
}

function notOpen(context: ContextId): AppError {
  return new AppError({ kind: 'notOpen', context, message: 'This context is not open. Open it first.' })
}

function cancelled(context: ContextId): AppError {
  return new AppError({ kind: 'cancelled', context, message: 'The context was closed while it was opening.' })
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
      await kubeconfig.addPath(path)
      return null
    },
    'contexts.removePath': async ({ path }) => {
      await kubeconfig.removePath(path)
      return null
    },
    'contexts.paste': async ({ text }) => {
      await kubeconfig.paste(text)
      return null
    },
  }
}
