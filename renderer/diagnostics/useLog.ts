import { useEffect, useState } from 'react'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import { engine } from '../bridge/index.ts'
import { joined, type KnownLog, nothingKnown } from './logLines.ts'

/** The log as it grows. Each frame holds what is new, so none may be passed over as a state may. */
export function useLog(isOpen: boolean): KnownLog & { readonly error: AppErrorBody | null } {
  const [known, setKnown] = useState(nothingKnown)
  const [error, setError] = useState<AppErrorBody | null>(null)
  useEffect(() => {
    if (!isOpen) return
    const stream = engine.openStream(
      'diagnostics.log',
      {},
      {
        value: frame => {
          setError(null)
          setKnown(last => joined(last, frame))
        },
        end: failure => setError(failure ?? null),
        reopened: () => setKnown(nothingKnown),
      },
    )
    return () => stream.close()
  }, [isOpen])
  return { ...known, error }
}
