import type { RouterLog } from '../../ipc/index.ts'

/**
 * From here on a mistake of ours that nothing caught is logged and said on standard error, and the
 * program goes on: whoever looks at a cluster keeps the rest of it.
 */
export function reportUncaught(log: RouterLog): void {
  const report = (error: unknown): void => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    log.error('an error that nothing caught', { error: stack })
    console.error('Something in Gatehouse failed and was written to the log. What you see may be incomplete.')
  }
  process.on('uncaughtException', report)
  process.on('unhandledRejection', report)
}
