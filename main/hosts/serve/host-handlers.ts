import { AppError } from '../../../shared/errors/index.ts'
import type { HandlersOf } from '../../../shared/ipc/index.ts'
import type { Paced } from '../pace.ts'

/**
 * The `host.*` part of the protocol where the page is in a browser: nothing is handed over from
 * outside, and there is no dialog of the system to open.
 * @param wake told when the page's browser has a network again: it runs on the same machine
 */
export function browserHostHandlers(wake: Pick<Paced, 'ask'>): HandlersOf<'host'> {
  return {
    'host.requests': (_params, notify) => {
      let isTaken = false
      queueMicrotask(notify)
      return {
        take: () => {
          if (isTaken) return undefined
          isTaken = true
          return []
        },
        update: () => undefined,
        close: () => undefined,
      }
    },
    'host.answered': async () => null,
    'host.offer': async () => null,
    'host.online': async () => {
      wake.ask()
      return null
    },
    'host.pickPaths': async () => {
      throw new AppError({
        kind: 'invalid',
        message:
          'Gatehouse runs in a browser, which cannot choose paths on this machine. Type or paste the path instead.',
      })
    },
  }
}
