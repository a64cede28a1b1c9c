import { useCallback, useEffect, useState } from 'react'
import { AppError, type AppErrorBody, isCancelled } from '../../shared/errors/index.ts'
import type { Contract, MethodName, ParamsOf, ResultOf } from '../../shared/ipc/index.ts'
import { engine } from '../bridge/index.ts'
import { useStable } from './stream.ts'

export interface CallState<Value> {
  readonly value: Value | null
  readonly error: AppErrorBody | null
  readonly isLoading: boolean
  /** Asks again; the value stays until the answer is there. */
  readonly again: () => void
}

/** Asks when mounted and when the params change; the answer to older params is dropped. `null`: nothing is asked. */
export function useCall<M extends MethodName>(
  method: M,
  params: ParamsOf<Contract[M]> | null,
): CallState<ResultOf<Contract[M]>> {
  const key = params === null ? null : `${method} ${JSON.stringify(params)}`
  const stable = useStable(key, params)
  const [round, setRound] = useState(0)
  const [state, setState] = useState<{
    readonly key: string | null
    readonly round: number
    readonly value: ResultOf<Contract[M]> | null
    readonly error: AppErrorBody | null
  }>({ key: null, round: -1, value: null, error: null })
  useEffect(() => {
    if (key === null || stable === null) return
    const controller = new AbortController()
    engine.call(method, stable, controller.signal).then(
      value => setState({ key, round, value, error: null }),
      (error: unknown) => {
        if (!isCancelled(error)) setState({ key, round, value: null, error: errorBody(error) })
      },
    )
    return () => controller.abort()
  }, [method, key, stable, round])
  const again = useCallback(() => setRound(last => last + 1), [])
  const isCurrent = state.key === key
  return {
    value: isCurrent ? state.value : null,
    error: isCurrent ? state.error : null,
    isLoading: key !== null && (!isCurrent || state.round !== round),
    again,
  }
}

/** Any thrown value as what can be shown. */
export function errorBody(error: unknown): AppErrorBody {
  if (error instanceof AppError) return error.body
  return { kind: 'internal', message: error instanceof Error ? error.message : String(error) }
}
