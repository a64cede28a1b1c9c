import { useEffect, useState } from 'react'
import type { LogSource } from '../../shared/ipc/index.ts'
import { Age, Banner } from '../ui/index.ts'
import type { LogFacts } from './feed/LogFeed.ts'

/** Lines above those of the log that hold for all of them: it is not live, or not all may be read. */
export function LogNotices({ facts }: { readonly facts: LogFacts | null }) {
  const since = useLostSince(facts?.sources ?? [])
  if (facts === null || facts.total === 0) return null
  const [problem, ...others] = facts.problems
  const reason = facts.sources.find(({ phase }) => phase === 'retrying')?.reason
  return (
    <>
      {since !== null && (
        <Banner meaning="warning">
          <strong>Not live.</strong> The connection was lost <Age since={since} /> ago and is made anew.{' '}
          {reason?.message}
        </Banner>
      )}
      {problem !== undefined && (
        <Banner meaning={problem.kind === 'denied' ? 'unknown' : 'warning'}>
          {problem.message}
          {others.length > 0 && ` And ${others.length} more like it.`}
        </Banner>
      )}
    </>
  )
}

/** Since when no source is live any more, in milliseconds since the epoch; null while one is, or none has to be. */
function useLostSince(sources: readonly LogSource[]): number | null {
  const [since, setSince] = useState<number | null>(null)
  const isLost =
    sources.some(({ phase }) => phase === 'retrying') && !sources.some(({ phase }) => phase === 'live')
  useEffect(() => setSince(isLost ? Date.now() : null), [isLost])
  return isLost ? since : null
}
