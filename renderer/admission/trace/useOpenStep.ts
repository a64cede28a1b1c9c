import { useCallback } from 'react'
import type { TraceStep } from '../../../shared/admission/index.ts'
import type { Discovery } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { addressOf, navigate } from '../../live/index.ts'
import { stepTarget } from './stepTarget.ts'

/** Goes to the page of the policy or configuration behind a step, where one stands there. */
export function useOpenStep(context: ContextId, discovery: Discovery | null): (step: TraceStep) => void {
  return useCallback(
    step => {
      const target = stepTarget(step, discovery)
      if (target !== null) navigate(addressOf.object(context, target))
    },
    [context, discovery],
  )
}
