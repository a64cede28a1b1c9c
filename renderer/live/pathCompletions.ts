import { useEffect, useState } from 'react'
import { engine } from '../bridge/index.ts'

/** Typing settles for this long before the file system is asked, in milliseconds. */
const settleMillis = 80

/** Entries of the engine's file system that begin with what was typed. */
export function usePathCompletions(typed: string): readonly string[] {
  const [found, setFound] = useState<readonly string[]>([])
  useEffect(() => {
    if (typed.trim() === '') {
      setFound([])
      return
    }
    const controller = new AbortController()
    const timer = setTimeout(() => {
      // Without completions the path can still be typed.
      engine
        .call('snapshots.completePath', { prefix: typed }, controller.signal)
        .then(setFound, () => setFound([]))
    }, settleMillis)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [typed])
  return found
}
