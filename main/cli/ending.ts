/** A command that cannot mean what was typed: told on standard error, exit code 2. */
export class WrongCommand extends Error {}

/** Why a command ends before it is done. */
export type Ending = 'interrupted' | 'reader gone'

/**
 * Aborts when the user interrupts, or when whoever reads standard output goes away (`head`, a
 * closed terminal). The reason is an `Ending`.
 */
export function endedFromOutside(): AbortSignal {
  const ended = new AbortController()
  const end = (ending: Ending): void => ended.abort(ending)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end('interrupted'))
  process.stdout.on('error', () => end('reader gone'))
  return ended.signal
}

/** Rejects with the `Ending` once the signal aborts. */
export function rejectWhenEnded(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
