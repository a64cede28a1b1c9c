import type { Clock, Timer } from '../../shared/flow/index.ts'

export interface Paced {
  ask(): void
  /** Forgets what was asked and not run yet. */
  stop(): void
}

/**
 * Runs at once, and however often it is asked again within `milliseconds`, once more at their
 * end. A machine that wakes says so several times (resumed, unlocked, online), and the last of
 * them is the one after which the network is there.
 */
export function paced(run: () => void, milliseconds: number, clock: Clock): Paced {
  let timer: Timer | null = null
  let isAskedAgain = false
  const ended = (): void => {
    timer = null
    if (!isAskedAgain) return
    isAskedAgain = false
    start()
  }
  const start = (): void => {
    timer = clock.after(milliseconds, ended)
    run()
  }
  return {
    ask: () => {
      if (timer === null) start()
      else isAskedAgain = true
    },
    stop: () => {
      timer?.cancel()
      timer = null
      isAskedAgain = false
    },
  }
}

/** Shortest time between two attempts to bring connections back, in milliseconds. */
export const wakePace = 3000
