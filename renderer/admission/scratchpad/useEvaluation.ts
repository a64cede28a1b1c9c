import { useEffect, useState } from 'react'
import { type AppErrorBody, isCancelled } from '../../../shared/errors/index.ts'
import type { Scratch, ScratchAnswer, TraceQuestion } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { engine } from '../../bridge/index.ts'
import { errorBody, useIsViewActive, useStable } from '../../live/index.ts'

export interface Evaluation {
  /** The last answer: it stays in sight while the next is made. */
  readonly answer: ScratchAnswer | null
  readonly error: AppErrorBody | null
  /** What is written or asked has changed since. */
  readonly isOutdated: boolean
}

/** Typing settles for this long before it is evaluated, in milliseconds. */
const settle = 200

/** Evaluates what is written against a request, again whenever one of them changes. */
export function useEvaluation(
  context: ContextId,
  scratch: Scratch | null,
  question: TraceQuestion | null,
): Evaluation {
  const asked = scratch === null || question === null ? null : { context, scratch, question }
  const key = asked === null ? null : JSON.stringify(asked)
  const stable = useStable(key, asked)
  const isActive = useIsViewActive()
  const [state, setState] = useState<Omit<Evaluation, 'isOutdated'> & { readonly key: string | null }>({
    key: null,
    answer: null,
    error: null,
  })
  const isKnown = state.key === key
  useEffect(() => {
    if (stable === null || isKnown || !isActive) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      engine.call('admission.evaluate', stable, controller.signal).then(
        answer => setState({ key, answer, error: null }),
        (error: unknown) => {
          if (!isCancelled(error)) setState(last => ({ key, answer: last.answer, error: errorBody(error) }))
        },
      )
    }, settle)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key, stable, isKnown, isActive])
  if (key === null) return { answer: null, error: null, isOutdated: false }
  return { answer: state.answer, error: isKnown ? state.error : null, isOutdated: !isKnown }
}
