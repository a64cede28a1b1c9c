import { useEffect, useMemo, useRef, useState } from 'react'
import { systemClock } from '../../../shared/flow/index.ts'
import type { LogFilter, LogOptions, LogSearch, LogTarget } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { engine, type OpenedStream } from '../../bridge/index.ts'
import { useStable } from '../../live/index.ts'
import { LogFeed, type LogState } from './LogFeed.ts'

export interface LogRequest {
  readonly context: ContextId
  readonly target: LogTarget
  readonly options: LogOptions
  readonly filter: LogFilter
  /** Null: nothing is looked for. */
  readonly search: LogSearch | null
}

export interface Followed extends LogState {
  readonly feed: LogFeed
}

const nothingYet: LogState = { facts: null, error: null }
/** Until the lines know how many are in sight. */
const firstCount = 120

/**
 * Follows logs while the component is mounted. Another filter or search goes to the open stream;
 * another target or other options begin anew.
 */
export function useLogFeed(request: LogRequest, isActive: boolean): Followed {
  const { context, target, options, filter, search } = request
  const key = JSON.stringify([context, target, options])
  const fixed = useStable(key, { context, target, options })
  const wanted = useRef({ filter, search })
  wanted.current = { filter, search }
  const [state, setState] = useState<{ readonly feed: LogFeed } & LogState>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is followed
  const feed = useMemo(() => {
    const made = new LogFeed(
      crypto.randomUUID(),
      {
        window: { start: 'end', count: firstCount },
        filter: { ...wanted.current.filter, hidden: [] },
        search: wanted.current.search,
        isPaused: false,
      },
      systemClock,
      next => setState({ feed: made, ...next }),
    )
    return made
  }, [key])
  const opened = useRef<Pick<OpenedStream<never>, 'setBackground'> | null>(null)
  useEffect(() => {
    const stream = engine.openStream(
      'logs.follow',
      { ...fixed, session: feed.session, view: feed.view },
      {
        value: (frame, isOutdated) => feed.take(frame, isOutdated),
        end: error => feed.end(error ?? null),
        reopened: () => feed.reopened(),
      },
    )
    feed.connect(stream)
    opened.current = stream
    return () => {
      opened.current = null
      stream.close()
      feed.close()
    }
  }, [feed, fixed])
  useEffect(() => opened.current?.setBackground(!isActive))
  const filterKey = JSON.stringify(filter)
  const searchKey = JSON.stringify(search)
  const stableFilter = useStable(filterKey, filter)
  const stableSearch = useStable(searchKey, search)
  useEffect(
    () => feed.show({ filter: stableFilter, search: stableSearch }),
    [feed, stableFilter, stableSearch],
  )
  return state?.feed === feed ? state : { feed, ...nothingYet }
}
