import { useCallback, useEffect, useRef, useState } from 'react'
import { mostYamlObjects, type Row, type YamlCopy } from '../../../shared/ipc/index.ts'
import type { ObjectRef } from '../../../shared/kube/index.ts'
import { announce, copyText } from '../../live/index.ts'
import { fetchYaml, type YamlRun } from './copying.ts'

export interface YamlCopying {
  /** While it runs, and afterwards where some objects could not be had; else null. */
  readonly state: YamlCopy | null
  readonly isRunning: boolean
  readonly start: (rows: readonly Row[]) => void
  /** Gives up, or puts the result away. */
  readonly end: () => void
}

/** Copies whole objects as YAML, with progress, and keeps what could not be had for the reader. */
export function useYamlCopy(refOf: (row: Row) => ObjectRef): YamlCopying {
  const [state, setState] = useState<YamlCopy | null>(null)
  const [isRunning, setIsRunning] = useState(false)
  const run = useRef<YamlRun | null>(null)
  const latest = useRef(refOf)
  latest.current = refOf
  const end = useCallback(() => {
    run.current?.cancel()
    run.current = null
    setIsRunning(false)
    setState(null)
  }, [])
  useEffect(() => () => run.current?.cancel(), [])
  const start = useCallback(
    (rows: readonly Row[]) => {
      end()
      if (rows.length === 0) return
      setIsRunning(true)
      const progress = (next: YamlCopy) => {
        setState(next.text !== null && next.failures.length === 0 ? null : next)
        if (next.text === null) return
        setIsRunning(false)
        const copied = next.total - next.failures.length
        if (copied > 0) void copyText(next.text, `${copied} ${copied === 1 ? 'object' : 'objects'} as YAML`)
        if (rows.length > mostYamlObjects)
          announce(`Copied the first ${mostYamlObjects} of ${rows.length}: more are too many at once`)
      }
      const failed = (message: string) => {
        end()
        announce(message)
      }
      run.current = fetchYaml(rows, row => latest.current(row), progress, failed)
    },
    [end],
  )
  return { state, isRunning, start, end }
}
