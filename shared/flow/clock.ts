export interface Timer {
  cancel(): void
}

/** Time as a dependency: the date, durations and one-shot timers, all in milliseconds. */
export interface Clock {
  /** Since the epoch, for moments that are shown, stored or compared with dates. It may jump, and back too. */
  now(): number
  /** Since some moment of this run, for durations. Never goes back; may stand while the machine sleeps. */
  elapsed(): number
  after(milliseconds: number, run: () => void): Timer
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (milliseconds, run) => {
    const handle = setTimeout(run, milliseconds)
    return { cancel: () => clearTimeout(handle) }
  },
}
