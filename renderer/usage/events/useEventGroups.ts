import { useEffect, useRef, useState } from 'react'
import type { AppErrorBody } from '../../../shared/errors/index.ts'
import type { EventFilter, EventGroups } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { engine, type OpenedStream } from '../../bridge/index.ts'
import { useIsLooked } from '../../charts/index.ts'
import { useIsViewActive } from '../../live/index.ts'

interface Groups {
  readonly value: EventGroups | null
  readonly error: AppErrorBody | null
}

/** The groups that pass a filter, live. A new filter goes to the stream that is open. */
export function useEventGroups(context: ContextId, filter: EventFilter): Groups {
  const [state, setState] = useState<Groups & { readonly context: ContextId }>({
    context,
    value: null,
    error: null,
  })
  const opened = useRef<OpenedStream<EventFilter> | null>(null)
  const latest = useRef(filter)
  const isLooked = useIsLooked()
  const isActive = useIsViewActive()
  useEffect(() => {
    if (!isLooked) return
    const stream = engine.openStream(
      'events.groups',
      { context, filter: latest.current },
      {
        value: (value, isOutdated) => {
          if (!isOutdated) setState({ context, value, error: null })
        },
        end: error => setState(last => ({ ...last, error: error ?? null })),
      },
    )
    opened.current = stream
    return () => {
      opened.current = null
      stream.close()
    }
  }, [context, isLooked])
  useEffect(() => opened.current?.setBackground(!isActive))
  const text = JSON.stringify(filter)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the filter
  useEffect(() => {
    if (JSON.stringify(latest.current) === text) return
    latest.current = filter
    opened.current?.update(filter)
  }, [text])
  return state.context === context ? state : { value: null, error: null }
}
