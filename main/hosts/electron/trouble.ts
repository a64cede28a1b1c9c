import { app, type BrowserWindow, dialog } from 'electron'
import type { RouterLog } from '../../ipc/index.ts'

/**
 * What can befall the page, said in a dialog with a way out: a crash offers to load it anew, a
 * page that hangs may be waited for or loaded anew. The engine and its connections go on.
 */
export function watchPage(window: BrowserWindow, log: RouterLog): void {
  const contents = window.webContents
  let isReloading = false
  let isAsking = false
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || isReloading || isAsking || window.isDestroyed()) return
    log.error('the page ended', { reason, exitCode })
    isAsking = true
    void askAfterCrash(window, reason).then(answer => {
      isAsking = false
      if (answer === 'quit') app.quit()
      else if (!window.isDestroyed()) contents.reload()
    })
  })
  let waiting: AbortController | null = null
  window.on('unresponsive', () => {
    if (waiting !== null) return
    log.error('the page does not answer', {})
    waiting = new AbortController()
    void askWhetherToWait(window, waiting.signal).then(answer => {
      waiting = null
      if (answer === 'wait' || window.isDestroyed()) return
      isReloading = true
      contents.once('did-navigate', () => {
        isReloading = false
      })
      contents.forcefullyCrashRenderer()
      contents.reload()
    })
  })
  window.on('responsive', () => waiting?.abort())
}

async function askAfterCrash(window: BrowserWindow, reason: string): Promise<'reload' | 'quit'> {
  const why = reason === 'oom' ? 'It ran out of memory.' : `The system says: ${reason}.`
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    title: 'Gatehouse',
    message: 'The page of Gatehouse crashed',
    detail: `${why} It was written to the log. Your tabs come back when it is loaded again.`,
    buttons: ['Load again', 'Quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === 1 ? 'quit' : 'reload'
}

async function askWhetherToWait(window: BrowserWindow, signal: AbortSignal): Promise<'wait' | 'reload'> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    title: 'Gatehouse',
    message: 'The page of Gatehouse does not answer',
    detail: 'It may be busy for a while yet. Loading it again brings your tabs back.',
    buttons: ['Wait', 'Load again'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal,
  })
  return response === 1 ? 'reload' : 'wait'
}

/**
 * A mistake of ours that nothing caught is logged and shown, once at a time; before there is a
 * window it ends the program, since nothing works then.
 * @param log null until there is one
 */
export function reportUncaught(log: () => RouterLog | null): void {
  let isShowing = false
  const report = (error: unknown): void => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const known = log()
    if (known === null) {
      fail(error)
      return
    }
    known.error('an error that nothing caught', { error: stack })
    if (isShowing) return
    isShowing = true
    void dialog
      .showMessageBox({
        type: 'error',
        title: 'Gatehouse',
        message: 'Something in Gatehouse failed',
        detail: `That is a mistake of Gatehouse, not of a cluster. It was written to the log. What you see may be incomplete until you start it again.\n\n${stack.slice(0, 600)}`,
        buttons: ['Go on', 'Quit'],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      })
      .then(({ response }) => {
        isShowing = false
        if (response === 1) app.quit()
      })
  }
  process.on('uncaughtException', report)
  process.on('unhandledRejection', report)
}

/** Says why the program cannot start, and ends it. */
export function fail(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  console.error(text)
  dialog.showErrorBox('Gatehouse could not start', text.slice(0, 2000))
  app.exit(1)
}
