import { useMemo, useRef } from 'react'
import type { LogFilter, LogSource } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import type { LogPlace } from '../live/index.ts'
import { type Followed, useLogFeed } from './feed/useLogFeed.ts'
import { hitsOf, patternProblem } from './lines/hits.ts'
import type { TextRange } from './lines/segments.ts'
import { type SourceTag, tagsOf } from './lines/sources.ts'

export interface LogReading extends Followed {
  /** What is wrong with the patterns that were typed; null for nothing. */
  readonly problems: { readonly filter: string | null; readonly search: string | null }
  readonly isFiltered: boolean
  readonly tags: ReadonlyMap<number, SourceTag>
  readonly hitsOf: ((text: string) => readonly TextRange[]) | null
}

const noSources: readonly LogSource[] = []

/**
 * Follows the logs of a place.
 * @param hidden sources that are left out
 */
export function useLogReading(
  context: ContextId,
  { target, options, filter, looks }: LogPlace,
  isActive: boolean,
  hidden: readonly number[],
): LogReading {
  const problems = { filter: patternProblem(filter), search: patternProblem(looks.search) }
  const known = useLastGood<LogFilter>({ ...filter, hidden: [...hidden] }, problems.filter === null, {
    ...filter,
    text: '',
    hidden: [],
  })
  const search = problems.search === null && looks.search.text !== '' ? looks.search : null
  const followed = useLogFeed({ context, target, options, filter: known, search }, isActive)
  const sources = followed.facts?.sources ?? noSources
  const sourceKey = JSON.stringify(
    sources.map(({ id, namespace, pod, container }) => [id, namespace, pod, container]),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the names
  const tags = useMemo(() => tagsOf(sources), [sourceKey])
  const searchKey = JSON.stringify(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the search
  const hits = useMemo(() => hitsOf(search), [searchKey])
  const { text, levels, fields } = known
  const isFiltered = text !== '' || levels.length + fields.length + hidden.length > 0
  return { ...followed, problems, isFiltered, tags, hitsOf: hits }
}

/** A filter that cannot be read is typed on; the last one that could stays in force. */
function useLastGood<T>(value: T, isGood: boolean, first: T): T {
  const last = useRef(first)
  if (isGood) last.current = value
  return last.current
}
