import { useEffect, useState } from 'react'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { Contract, ParamsOf, StreamName, ValueOf } from '../../shared/ipc/index.ts'
import { useIsViewActive, useStream } from '../live/index.ts'

/** What was left stays current for this long in milliseconds: one often comes right back. */
const lingers = 30_000

/** Whether somebody looks: the view is in front and the page in sight, or were a moment ago. */
export function useIsLooked(): boolean {
  const isActive = useIsViewActive()
  const [isInSight, setIsInSight] = useState(() => !document.hidden)
  const [isLingering, setIsLingering] = useState(true)
  useEffect(() => {
    const look = (): void => setIsInSight(!document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  const isLooking = isActive && isInSight
  useEffect(() => {
    if (isLooking) {
      setIsLingering(true)
      return
    }
    const timer = setTimeout(() => setIsLingering(false), lingers)
    return () => clearTimeout(timer)
  }, [isLooking])
  return isLooking || isLingering
}

/** Follows a stream that costs the cluster something, only while somebody looks. The last value stays. */
export function useLooked<S extends StreamName>(
  name: S,
  params: ParamsOf<Contract[S]> | null,
): { readonly value: ValueOf<Contract[S]> | null; readonly error: AppErrorBody | null } {
  const isLooked = useIsLooked()
  const { value, error } = useStream(name, isLooked ? params : null)
  const key = JSON.stringify(params)
  const [last, setLast] = useState<{ readonly key: string; readonly value: ValueOf<Contract[S]> } | null>(
    null,
  )
  useEffect(() => {
    if (value !== null) setLast({ key, value })
  }, [key, value])
  return { value: value ?? (last?.key === key ? last.value : null), error }
}
