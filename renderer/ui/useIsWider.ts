import { useSyncExternalStore } from 'react'

/** Whether the window is at least so many pixels wide, now and as it changes. */
export function useIsWider(pixels: number): boolean {
  return useSyncExternalStore(
    changed => {
      window.addEventListener('resize', changed)
      return () => window.removeEventListener('resize', changed)
    },
    () => window.innerWidth >= pixels,
  )
}
