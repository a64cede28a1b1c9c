import { create, type StoreApi, type UseBoundStore } from 'zustand'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import type {
  ConnectionFigures,
  ContextEntry,
  ContextList,
  Contract,
  ForwardList,
  LeftPod,
  RunSummary,
  SessionState,
  Settings,
  Snapshot,
  StreamName,
  TerminalList,
  Transfer,
  ValueOf,
} from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { type EngineConnection, engine } from '../bridge/index.ts'

/** A stream that lasts as long as the page, as a store. */
interface Lasting<Value> {
  readonly value: Value | null
  readonly error: AppErrorBody | null
}
type Store<Value> = UseBoundStore<StoreApi<Lasting<Value>>>

function lasting<S extends StreamName>(): Store<ValueOf<Contract[S]>> {
  return create<Lasting<ValueOf<Contract[S]>>>()(() => ({ value: null, error: null }))
}

const contextList: Store<ContextList> = lasting<'contexts.list'>()
const sessions: Store<readonly SessionState[]> = lasting<'contexts.sessions'>()
const settings: Store<Settings> = lasting<'settings.get'>()
const settingsProblem: Store<AppErrorBody | null> = lasting<'settings.problem'>()
const figures: Store<readonly ConnectionFigures[]> = lasting<'diagnostics.figures'>()
const snapshots: Store<readonly Snapshot[]> = lasting<'snapshots.list'>()
const terminals: Store<TerminalList> = lasting<'terminals.list'>()
const forwards: Store<ForwardList> = lasting<'forwards.list'>()
const transfers: Store<{ readonly transfers: readonly Transfer[] }> = lasting<'transfers.list'>()
const runs: Store<readonly RunSummary[]> = lasting<'writes.runs'>()
const connection = create<{ readonly value: EngineConnection }>()(() => ({ value: { status: 'connecting' } }))

/** Opens the streams that last as long as the page. Called once, by the entry. */
export function startStores(): void {
  engine.connection.subscribe(value => connection.setState({ value }))
  engine.start()
  connection.setState({ value: engine.connection.get() })
  follow('contexts.list', contextList)
  follow('contexts.sessions', sessions)
  follow('settings.get', settings)
  follow('settings.problem', settingsProblem)
  follow('diagnostics.figures', figures)
  follow('snapshots.list', snapshots)
  follow('terminals.list', terminals)
  follow('forwards.list', forwards)
  follow('transfers.list', transfers)
  follow('writes.runs', runs)
}

function follow<
  S extends
    | 'contexts.list'
    | 'contexts.sessions'
    | 'settings.get'
    | 'settings.problem'
    | 'diagnostics.figures'
    | 'snapshots.list'
    | 'terminals.list'
    | 'forwards.list'
    | 'transfers.list'
    | 'writes.runs',
>(name: S, store: Store<ValueOf<Contract[S]>>): void {
  engine.openStream(name, {} as never, {
    value: value => store.setState({ value, error: null }),
    end: error => store.setState({ error: error ?? null }),
  })
}

/** Why the settings on disk could not be used or written; null when all is well. */
export function useSettingsProblem(): AppErrorBody | null {
  return settingsProblem(state => state.value)
}

export function useEngineConnection(): EngineConnection {
  return connection(state => state.value)
}

/** Every context of every file; null until main has read them. */
export function useContextList(): ContextList | null {
  return contextList(state => state.value)
}

/** The entry of a context; for an open one that left its file, the entry as it was. */
export function useContextEntry(context: ContextId): ContextEntry | null {
  const listed = contextList(state => state.value?.contexts.find(({ id }) => id === context) ?? null)
  const change = useSession(context)?.entryChange
  return listed ?? (change?.type === 'gone' ? change.entry : null)
}

/** Resolves with the entry once the list has it; with null when it does not come soon. */
export function whenListed(context: ContextId): Promise<ContextEntry | null> {
  const { promise, resolve } = Promise.withResolvers<ContextEntry | null>()
  const look = (): void => {
    const found = contextList.getState().value?.contexts.find(({ id }) => id === context)
    if (found !== undefined) resolve(found)
  }
  const unsubscribe = contextList.subscribe(look)
  const timer = setTimeout(() => resolve(null), listingMillis)
  look()
  return promise.finally(() => {
    clearTimeout(timer)
    unsubscribe()
  })
}

/** How long a context that was just added may take to appear, in milliseconds. */
const listingMillis = 3000

/** Every dump that is remembered; null until main has told. */
export function useSnapshots(): readonly Snapshot[] | null {
  return snapshots(state => state.value)
}

/** Terminals of all contexts, in the order in which they were opened; null until main has told. */
export function useTerminals(): TerminalList['terminals'] | null {
  return terminals(state => state.value?.terminals ?? null)
}

/** Pods that debugging nodes made, whose terminals are closed, and that nobody removed. */
export function useLeftPods(): readonly LeftPod[] {
  return terminals(state => state.value?.left) ?? noPods
}
const noPods: readonly LeftPod[] = []

/** Port-forwards of all contexts, those included that stand still; null until main has told. */
export function useForwards(): ForwardList['forwards'] | null {
  return forwards(state => state.value?.forwards ?? null)
}

/** Copies of files, those included that are over; null until main has told. */
export function useTransfers(): readonly Transfer[] | null {
  return transfers(state => state.value?.transfers ?? null)
}

/** Runs of changes, those included that are over; null until main has told. */
export function useRuns(): readonly RunSummary[] | null {
  return runs(state => state.value)
}

export function useSnapshot(context: ContextId): Snapshot | null {
  return snapshots(state => state.value?.find(one => one.context === context) ?? null)
}

/** Sessions that are not closed, in the order they were opened; null until main has told. */
export function useSessions(): readonly SessionState[] | null {
  return sessions(state => state.value)
}

export function useSession(context: ContextId): SessionState | null {
  return sessions(state => state.value?.find(session => session.context === context) ?? null)
}

/** Null until main has read them. */
export function useSettings(): Settings | null {
  return settings(state => state.value)
}

/** The contexts of this moment, outside of rendering; none before main has told. */
export function currentContexts(): readonly ContextEntry[] {
  return contextList.getState().value?.contexts ?? []
}

/** The settings of this moment, outside of rendering. */
export function currentSettings(): Settings | null {
  return settings.getState().value
}

/**
 * Writes some of the settings. They hold here at once, so that the next change builds on this one;
 * what main makes of them comes back by `useSettings`. Rejects, and takes them back, when main refuses.
 */
export async function changeSettings(change: Partial<Settings>): Promise<null> {
  const before = settings.getState().value
  if (before !== null) settings.setState({ value: { ...before, ...change } })
  try {
    return await engine.call('settings.change', change)
  } catch (error) {
    settings.setState({ value: before })
    throw error
  }
}

export function useConnectionFigures(context: ContextId): ConnectionFigures | null {
  return figures(state => state.value?.find(one => one.context === context) ?? null)
}
