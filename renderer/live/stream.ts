import { createContext, use, useEffect, useMemo, useRef, useState } from 'react'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { Contract, ParamsOf, StreamName, ValueOf } from '../../shared/ipc/index.ts'
import { engine, type OpenedStream } from '../bridge/index.ts'

/** Latest value of a stream. `null` before the first one came. */
export interface StreamState<Value> {
  readonly value: Value | null
  /** Why the stream ended; the last value stays. */
  readonly error: AppErrorBody | null
}

const nothingYet: StreamState<never> = { value: null, error: null }

/** Whether the view around is the one on screen. Streams of others come once a second. */
export const ViewActiveContext = createContext(true)

export function useIsViewActive(): boolean {
  return use(ViewActiveContext)
}

/**
 * Follows a stream while the component is mounted. Params that are equal as JSON keep the
 * stream; others open a new one, with the old value gone. `null` params: nothing is opened.
 */
export function useStream<S extends StreamName>(
  name: S,
  params: ParamsOf<Contract[S]> | null,
): StreamState<ValueOf<Contract[S]>> {
  const key = params === null ? null : `${name} ${JSON.stringify(params)}`
  const stable = useStable(key, params)
  const isActive = useIsViewActive()
  const opened = useRef<Pick<OpenedStream<never>, 'setBackground'> | null>(null)
  const [state, setState] = useState<{ readonly key: string | null } & StreamState<ValueOf<Contract[S]>>>({
    key,
    ...nothingYet,
  })
  useEffect(() => {
    if (key === null || stable === null) return
    const stream = engine.openStream(name, stable, {
      value: (value, isOutdated) => {
        if (!isOutdated) setState({ key, value, error: null })
      },
      end: error => {
        if (error !== undefined)
          setState(last => ({ key, value: last.key === key ? last.value : null, error }))
      },
    })
    opened.current = stream
    return () => {
      opened.current = null
      stream.close()
    }
  }, [name, key, stable])
  useEffect(() => opened.current?.setBackground(!isActive))
  return state.key === key ? state : nothingYet
}

/** The first of several values with an equal key, so that it can stand in dependencies. */
export function useStable<T>(key: string | null, value: T): T {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the value
  return useMemo(() => value, [key])
}
