import { useEffect, useState } from 'react'
import type { ContextId } from '../../shared/kube/index.ts'
import { useFindings, useSession } from '../live/index.ts'
import type { FindingBadge } from './findingBadge.ts'
import { worstOf } from './findingBadge.ts'

/** Milliseconds from the connection on: what the user opened first is read before. */
const patience = 4000

/**
 * What stands beside the name of the findings; null while it is not known, or there is nothing to tell.
 * By itself it looks at the configuration alone, which the views of policies and webhooks watch too.
 */
export function useFindingBadge(context: ContextId, isShown: boolean): FindingBadge | null {
  const isReady = useSession(context)?.phase === 'ready'
  const [settled, setSettled] = useState<ContextId | null>(null)
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => setSettled(context), patience)
    return () => clearTimeout(timer)
  }, [context, isReady])
  const { value } = useFindings(isShown || settled === context ? context : null, {
    depth: 'configuration',
    isInFront: false,
  })
  return value === null ? null : worstOf(value.findings, value.depth)
}
