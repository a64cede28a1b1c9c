import { useCallback, useEffect, useRef, useState } from 'react'
import { systemClock } from '../../shared/flow/index.ts'
import type { Contract, ParamsOf, UpdateOf } from '../../shared/ipc/index.ts'
import { engine, type OpenedStream } from '../bridge/index.ts'
import { useIsViewActive, useStable } from '../live/index.ts'
import { RowFeed } from './liveRows.ts'
import { emptySnapshot, FrameJoiner, type TableSnapshot } from './snapshot.ts'
import type { RowWindow } from './window.ts'

export type ViewParams = Omit<ParamsOf<Contract['tables.view']>, 'window'>

export interface Table {
  readonly snapshot: TableSnapshot
  /** Asks for other rows; the ones at hand stay until those are there. */
  readonly setWindow: (window: RowWindow) => void
}

const firstWindow: RowWindow = { start: 0, count: 120 }

/**
 * A view of main's rows. A new filter or sort goes to the open view; other sources or selectors
 * open a new one.
 */
export function useTable(params: ViewParams): Table {
  const { filter, sort, ...fixed } = params
  const key = JSON.stringify(fixed)
  const source = useStable(key, fixed)
  const [state, setState] = useState<{ readonly key: string; readonly snapshot: TableSnapshot }>({
    key,
    snapshot: emptySnapshot,
  })
  const opened = useRef<OpenedStream<UpdateOf<Contract['tables.view']>> | null>(null)
  const latest = useRef({ filter, sort, window: firstWindow })
  const isActive = useIsViewActive()
  useEffect(() => {
    const joiner = new FrameJoiner()
    const feed = new RowFeed(emptySnapshot, systemClock, snapshot => setState({ key, snapshot }))
    latest.current = { ...latest.current, window: firstWindow }
    const stream = engine.openStream(
      'tables.view',
      { ...source, ...latest.current },
      {
        value: (frame, isOutdated) => {
          if (isOutdated) joiner.keep(frame)
          else feed.set(joiner.join(frame, feed.current))
        },
        end: error => feed.set({ ...feed.current, error: error ?? null }),
        reopened: () => joiner.clear(),
      },
    )
    opened.current = stream
    return () => {
      opened.current = null
      stream.close()
      feed.close()
    }
  }, [key, source])
  useEffect(() => opened.current?.setBackground(!isActive))
  const { column, descending } = sort
  useEffect(() => {
    const next = { column, descending }
    const last = latest.current
    if (last.filter === filter && last.sort.column === column && last.sort.descending === descending) return
    latest.current = { ...last, filter, sort: next }
    opened.current?.update({ filter, sort: next })
  }, [filter, column, descending])
  const setWindow = useCallback((window: RowWindow) => {
    if (latest.current.window === window) return
    latest.current = { ...latest.current, window }
    opened.current?.update({ window })
  }, [])
  return { snapshot: state.key === key ? state.snapshot : emptySnapshot, setWindow }
}
