import { useEffect, useRef, useState } from 'react'
import type { AppErrorBody } from '../../../../shared/errors/index.ts'
import type { Tree } from '../../../../shared/ipc/index.ts'
import { engine, type OpenedStream } from '../../../bridge/index.ts'
import { useIsViewActive, useStable } from '../../../live/index.ts'
import { useSubject } from '../subject.ts'
import { TreeJoiner } from './joined.ts'

interface TreeState {
  readonly key: string
  /** Null before the first frame. */
  readonly value: Tree | null
  readonly error: AppErrorBody | null
}

/** The tree of the page's object, live while the component is mounted. */
export function useTree(): Omit<TreeState, 'key'> {
  const { context, ref } = useSubject()
  const key = JSON.stringify([context, ref])
  const params = useStable(key, { context, ref })
  const isActive = useIsViewActive()
  const opened = useRef<Pick<OpenedStream<never>, 'setBackground'> | null>(null)
  const [state, setState] = useState<TreeState>({ key, value: null, error: null })
  useEffect(() => {
    const joiner = new TreeJoiner()
    const stream = engine.openStream('graph.tree', params, {
      value: frame => setState({ key, value: joiner.join(frame), error: null }),
      end: error => {
        if (error !== undefined)
          setState(last => ({ key, value: last.key === key ? last.value : null, error }))
      },
      reopened: () => joiner.clear(),
    })
    opened.current = stream
    return () => {
      opened.current = null
      stream.close()
    }
  }, [key, params])
  useEffect(() => opened.current?.setBackground(!isActive))
  return state.key === key ? state : { value: null, error: null }
}
