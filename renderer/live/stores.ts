import { create, type StoreApi, type UseBoundStore } from 'zustand'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import type {
  ConnectionFigures,
  ContextEntry,
  ContextList,
  Contract,
  SessionState,
  Settings,
  StreamName,
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
}

function follow<
  S extends
    | 'contexts.list'
    | 'contexts.sessions'
    | 'settings.get'
    | 'settings.problem'
    | 'diagnostics.figures',
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

export function useContextEntry(context: ContextId): ContextEntry | null {
  return contextList(state => state.value?.contexts.find(({ id }) => id === context) ?? null)
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

/** The settings of this moment, outside of rendering. */
export function currentSettings(): Settings | null {
  return settings.getState().value
}

/** Writes some of the settings; the new ones come back by `useSettings`. */
export function changeSettings(change: Partial<Settings>): Promise<null> {
  return engine.call('settings.change', change)
}

export function useConnectionFigures(context: ContextId): ConnectionFigures | null {
  return figures(state => state.value?.find(one => one.context === context) ?? null)
}
