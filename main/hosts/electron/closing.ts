import { app } from 'electron'
import type { RouterLog } from '../../ipc/index.ts'

/** The engine gets this long to let go of its connections, in milliseconds. */
const closingLimit = 3000

/** Ends the program only when `close` is done, or has had its time. */
export function closeBeforeQuit(close: () => Promise<void>, log: RouterLog): void {
  let state: 'open' | 'closing' | 'closed' = 'open'
  app.on('will-quit', event => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    void withinLimit(close, log).then(() => {
      state = 'closed'
      app.quit()
    })
  })
}

async function withinLimit(close: () => Promise<void>, log: RouterLog): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => {
    timer = setTimeout(() => {
      log.error('the engine did not close in time', { milliseconds: closingLimit })
      resolve()
    }, closingLimit)
  })
  try {
    await Promise.race([close(), late])
  } catch (error) {
    log.error('the engine did not close well', { error: String(error) })
  } finally {
    clearTimeout(timer)
  }
}
