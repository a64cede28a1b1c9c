import { useEffect } from 'react'
import type { SourceStatus } from '../../../shared/ipc/index.ts'
import type { ContextId, Resource } from '../../../shared/kube/index.ts'
import { type Liveness, livenessOf, type TableSnapshot } from '../../table/index.ts'
import { listKey, tellListFacts } from '../facts.ts'
import { kindKey } from '../kinds.ts'

/** Tells the frame around a list how it stands. */
export function useFacts(context: ContextId, resource: Resource, snapshot: TableSnapshot): void {
  const key = listKey(context, kindKey(resource))
  const { matching, total, changesPerSecond, sources, isKnown, error } = snapshot
  useEffect(() => {
    if (error !== null) tellListFacts(key, null)
    else if (isKnown) {
      const contexts = new Set(sources.map(source => source.context)).size
      tellListFacts(key, { matching, total, changesPerSecond, contexts, liveness: mergedLiveness(sources) })
    }
  }, [key, matching, total, changesPerSecond, sources, isKnown, error])
  useEffect(() => () => tellListFacts(key, null), [key])
}

/** A merged list of which some contexts are live is live in part, whatever the others do. */
export function mergedLiveness(sources: readonly SourceStatus[]): Liveness {
  const isMerged = new Set(sources.map(({ context }) => context)).size > 1
  const live = sources.filter(({ status }) => status.phase === 'live').length
  return isMerged && live > 0 && live < sources.length ? { state: 'partial' } : livenessOf(sources)
}
