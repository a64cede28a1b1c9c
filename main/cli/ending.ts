import { constants } from 'node:os'

/** A command that cannot mean what was typed: told on standard error, exit code 2. */
export class WrongCommand extends Error {
  /** Details, one line each. */
  readonly causes: readonly string[]

  constructor(message: string, causes: readonly string[] = []) {
    super(message)
    this.causes = causes
  }
}

/** The exit code of a command that has said all it has to say. */
export class EndWith extends Error {
  readonly code: number

  constructor(code: number) {
    super(`exit code ${code}`)
    this.code = code
  }
}

/** Interruption, the system's request to end, and a terminal that was closed. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export type EndingSignal = (typeof endingSignals)[number]

/** Why a command ends before it is done. */
export type Ending = EndingSignal | 'reader gone'

/** Exit code of a command that a signal ended, as shells tell it: 130 for SIGINT, 143 for SIGTERM. */
export function codeOfSignal(signal: EndingSignal): number {
  return 128 + constants.signals[signal]
}

/** Milliseconds in which a signal counts as the one before: a terminal and our launcher both send it. */
const sameSignalFor = 500
/** Milliseconds that a command has to end in order once it was asked to. */
const graceMillis = 800

/** Calls the listener at the first signal to end; one that comes later ends the program at once. */
export function onEnding(listener: (signal: EndingSignal) => void): void {
  let since: number | null = null
  for (const signal of endingSignals)
    process.on(signal, () => {
      if (since === null) {
        since = performance.now()
        listener(signal)
      } else if (performance.now() - since > sameSignalFor) process.exit(codeOfSignal(signal))
    })
}

/**
 * Aborts when the user interrupts, or when whoever reads standard output goes away (`head`, a
 * closed terminal). The reason is an `Ending`. After a signal the program ends within a second, whatever
 * still runs.
 */
export function endedFromOutside(): AbortSignal {
  const ended = new AbortController()
  onEnding(signal => {
    ended.abort(signal satisfies Ending)
    setTimeout(() => process.exit(codeOfSignal(signal)), graceMillis).unref()
  })
  process.stdout.on('error', () => ended.abort('reader gone' satisfies Ending))
  return ended.signal
}

/** Rejects with the `Ending` once the signal aborts. */
export function rejectWhenEnded(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
