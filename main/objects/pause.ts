import type { Clock } from '../../shared/flow/index.ts'

/** Resolves after the time, or at once when the signal aborts or `wake` calls back. */
export function pause(
  clock: Clock,
  milliseconds: number,
  signal: AbortSignal,
  wake?: (now: () => void) => () => void,
): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) {
      resolve()
      return
    }
    const finish = (): void => {
      timer.cancel()
      unsubscribe?.()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = clock.after(milliseconds, finish)
    const unsubscribe = wake?.(finish)
    signal.addEventListener('abort', finish, { once: true })
  })
}
