import { type BrowserWindow, type IpcMainEvent, ipcMain } from 'electron'
import type { Handlers } from '../../../shared/ipc/index.ts'
import { type Connection, connect, type RouterLog } from '../../ipc/index.ts'
import { isOurPage } from './origin.ts'

const channel = 'gatehouse'

/**
 * Connects a window to the engine. Messages of other frames, windows or origins are ignored. A
 * reload or a crash of the page ends what it had opened; `gone` is told.
 */
export function connectWindow(
  window: BrowserWindow,
  handlers: Handlers,
  log: RouterLog,
  gone: () => void,
): void {
  const contents = window.webContents
  let connection: Connection | null = null
  const stop = (): void => {
    connection?.close()
    connection = null
    gone()
  }
  const start = (): void => {
    stop()
    connection = connect(
      handlers,
      frame => {
        if (!contents.isDestroyed()) contents.send(channel, frame)
      },
      log,
      reason => log.error('the page broke the protocol', { reason }),
    )
  }
  const heard = (event: IpcMainEvent, frame: unknown): void => {
    if (event.sender !== contents || !isTopOfOurs(event.senderFrame) || typeof frame !== 'string') return
    connection?.receive(frame)
  }
  ipcMain.on(channel, heard)
  // Once the new document is there, and before it can say anything. A navigation that only began may
  // yet be refused, and then the page that asked for it stays.
  contents.on('did-navigate', start)
  contents.on('render-process-gone', stop)
  window.once('closed', () => {
    ipcMain.off(channel, heard)
    stop()
  })
  start()
}

/** A frame that went away between sending and hearing is none of ours any more. */
function isTopOfOurs(frame: IpcMainEvent['senderFrame']): boolean {
  return frame !== null && !frame.isDestroyed() && frame.parent === null && isOurPage(frame.url)
}
