import { useEffect, useRef, useState } from 'react'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { Transfer } from '../../shared/ipc/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, errorBody, openInDock, useTransfers } from '../live/index.ts'
import type { FilesPlace } from './place.ts'

export interface CopyWish {
  readonly direction: Transfer['direction']
  readonly source: string
  readonly destination: string
  readonly mayOverwrite: boolean
}

export interface Starting {
  /** The copy was asked for, and whether it can be made is not known yet. */
  readonly isChecking: boolean
  /** Why it was not made; with reason `AlreadyExists` it may be asked for again. */
  readonly failure: AppErrorBody | null
  readonly start: (wish: CopyWish) => Promise<void>
  readonly clear: () => void
}

/** Starts copies. Once one is under way it goes on in the dock; what keeps it from starting is said here. */
export function useStart(place: FilesPlace, onUnderWay: () => void): Starting {
  const [id, setId] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const [failure, setFailure] = useState<AppErrorBody | null>(null)
  const transfer = useTransfers()?.find(each => each.id === id)
  const handled = useRef('')
  useEffect(() => {
    if (transfer === undefined || handled.current === transfer.id) return
    const hasBegun = transfer.files > 0 || transfer.bytes > 0 || transfer.refusedCount > 0
    if (transfer.phase === 'running' && !hasBegun) return
    handled.current = transfer.id
    setId('')
    if (hasBegun || transfer.phase === 'done') {
      announce(`Copying ${transfer.source}`)
      onUnderWay()
      openInDock({ kind: 'transfers' })
      return
    }
    setFailure(transfer.reason ?? null)
    // It was answered here, and nothing came of it that would have to be kept.
    engine.call('transfers.forget', { id: transfer.id }).catch(() => undefined)
  }, [transfer, onUnderWay])
  const start = async (wish: CopyWish) => {
    setIsAsking(true)
    setFailure(null)
    try {
      setId((await engine.call('transfers.start', { ...place, ...wish })).id)
    } catch (error) {
      setFailure(errorBody(error))
    }
    setIsAsking(false)
  }
  return { isChecking: isAsking || id !== '', failure, start, clear: () => setFailure(null) }
}
