import { useMemo } from 'react'
import type { Trace } from '../../../shared/admission/index.ts'
import type { Discovery } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { type AdmissionQuestion, useContextEntry, useDiscovery } from '../../live/index.ts'
import { type Asked, askedOf } from './asked.ts'
import { type ComparedStep, comparedSteps } from './comparison.ts'
import { type CheckState, useCheck } from './useCheck.ts'
import { type TraceState, useTrace } from './useTrace.ts'

/** A question with all that is known of its answer. */
export interface RequestState {
  readonly discovery: Discovery | null
  readonly asked: Asked
  readonly state: TraceState
  readonly check: CheckState
  /** The way that is shown: what the server showed where it was asked, else what is predicted. */
  readonly trace: Trace | null
  readonly traced: TraceState['traced']
  readonly steps: readonly ComparedStep[]
}

const noSteps: readonly ComparedStep[] = []

/** Follows the way of a request as it is asked for. */
export function useRequest(context: ContextId, question: AdmissionQuestion): RequestState {
  const discovery = useDiscovery(context)
  const entry = useContextEntry(context)
  const home = entry?.namespace || 'default'
  const asked = askedOf(question, { discovery, home })
  const toAsk = asked.type === 'question' ? asked.question : null
  const state = useTrace(context, toAsk)
  const { traced } = state
  const check = useCheck(context, toAsk, traced)
  const trace = check.answer?.trace ?? traced?.trace ?? null
  const predicted = check.answer === null ? null : (check.predicted?.trace.steps ?? null)
  const steps = useMemo(
    () => (trace === null ? noSteps : comparedSteps(trace.steps, predicted)),
    [trace, predicted],
  )
  return { discovery, asked, state, check, trace, traced, steps }
}
