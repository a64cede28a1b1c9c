import type { ReadonlyObservable } from './observable.ts'

/**
 * Offers an observable as the source of a state stream (`OpenState` of the protocol): the present
 * value first, then the latest whenever it changed since the last `take`.
 * @param notify called when there may be something to take, the first time after this returned
 */
export function observeState<T>(
  source: ReadonlyObservable<T>,
  notify: () => void,
): { take(): T | undefined; update(): void; close(): void } {
  let isPending = true
  let isClosed = false
  const unsubscribe = source.subscribe(() => {
    isPending = true
    notify()
  })
  queueMicrotask(() => {
    if (isPending && !isClosed) notify()
  })
  return {
    take: () => {
      if (!isPending) return undefined
      isPending = false
      return source.get()
    },
    update: () => undefined,
    close: () => {
      isClosed = true
      unsubscribe()
    },
  }
}
