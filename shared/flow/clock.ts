export interface Timer {
  cancel(): void
}

/** Time as a dependency: milliseconds since the epoch and one-shot timers. */
export interface Clock {
  now(): number
  after(milliseconds: number, run: () => void): Timer
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const handle = setTimeout(run, milliseconds)
    return { cancel: () => clearTimeout(handle) }
  },
}
