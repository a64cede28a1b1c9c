import { type BrowserWindow, type IpcMainEvent, ipcMain } from 'electron'
import type { Handlers } from '../../../shared/ipc/index.ts'
import { type Connection, connect, type RouterLog } from '../../ipc/index.ts'
import { isOurPage } from './origin.ts'

const channel = 'gatehouse'

/**
 * Connects a window to the engine. Messages of other frames, windows or origins are ignored. A
 * reload or a crash of the page ends what it had opened.
 */
export function connectWindow(window: BrowserWindow, handlers: Handlers, log: RouterLog): void {
  const contents = window.webContents
  let connection: Connection | null = null
  const start = (): void => {
    connection?.close()
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
    const sender = event.senderFrame
    if (event.sender !== contents || sender === null || sender !== contents.mainFrame) return
    if (!isOurPage(sender.url) || typeof frame !== 'string') return
    connection?.receive(frame)
  }
  ipcMain.on(channel, heard)
  contents.on('did-start-navigation', details => {
    if (details.isMainFrame && !details.isSameDocument) start()
  })
  contents.on('render-process-gone', () => connection?.close())
  window.once('closed', () => {
    ipcMain.off(channel, heard)
    connection?.close()
  })
  start()
}
