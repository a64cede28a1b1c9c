import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type AppErrorBody, isCancelled } from '../../../shared/errors/index.ts'
import type { CheckAnswer, TraceQuestion } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { engine } from '../../bridge/index.ts'
import { errorBody, useStable } from '../../live/index.ts'
import { isOtherWay } from './comparison.ts'
import type { Traced } from './useTrace.ts'

export interface CheckState {
  readonly answer: CheckAnswer | null
  /** When the server was asked, in milliseconds since the epoch. */
  readonly askedAt: number
  /** What was predicted when the server was asked. */
  readonly predicted: Traced | null
  /** The way has changed since the server was asked: it might answer otherwise by now. */
  readonly isStale: boolean
  readonly error: AppErrorBody | null
  readonly isAsking: boolean
  /** The context is protected, and nobody has agreed to this dry run yet. */
  readonly needsConsent: boolean
  readonly ask: () => void
  /** Asks after all; the agreement holds for this one question. */
  readonly consent: () => void
  /** Leaves it unasked. */
  readonly decline: () => void
}

interface Checked {
  readonly key: string
  readonly answer: CheckAnswer | null
  readonly error: AppErrorBody | null
  readonly isAsking: boolean
  readonly askedAt: number
  readonly predicted: Traced | null
}

/**
 * The dry run of the question by the server, when it is asked for. Another question drops the answer;
 * what changes in the cluster makes it stale.
 * @param traced what is predicted now
 */
export function useCheck(
  context: ContextId,
  question: TraceQuestion | null,
  traced: Traced | null,
): CheckState {
  const key = JSON.stringify([context, question])
  const [state, setState] = useState<Checked | null>(null)
  const controller = useRef<AbortController | null>(null)
  const asked = useStable(key, question)
  const latest = useRef(traced)
  latest.current = traced
  useEffect(() => () => controller.current?.abort(), [])
  const send = useCallback(
    (consented: boolean) => {
      if (asked === null) return
      controller.current?.abort()
      const mine = new AbortController()
      controller.current = mine
      const begun = { key, answer: null, error: null, askedAt: Date.now(), predicted: latest.current }
      setState({ ...begun, isAsking: true })
      const params = { context, question: asked, ...(consented ? { consented } : {}) }
      engine.call('admission.check', params, mine.signal).then(
        answer => setState({ ...begun, answer, isAsking: false }),
        (error: unknown) => {
          if (!isCancelled(error)) setState({ ...begun, error: errorBody(error), isAsking: false })
        },
      )
    },
    [context, key, asked],
  )
  const ask = useCallback(() => send(false), [send])
  const consent = useCallback(() => send(true), [send])
  const decline = useCallback(() => setState(null), [])
  const current = state?.key === key ? state : null
  const isStale = useMemo(
    () => current?.answer != null && isOtherWay(current.predicted?.trace ?? null, traced?.trace ?? null),
    [current, traced],
  )
  const needsConsent = current?.error?.reason === 'ConsentNeeded'
  return {
    answer: current?.answer ?? null,
    askedAt: current?.askedAt ?? 0,
    predicted: current?.predicted ?? null,
    isStale,
    error: needsConsent ? null : (current?.error ?? null),
    isAsking: current?.isAsking ?? false,
    needsConsent,
    ask,
    consent,
    decline,
  }
}
