import { type App, BrowserWindow, type Session } from 'electron'
import { appOrigin, isOurPage } from './origin.ts'

/** Opens the window; it shows itself once the first paint is there. */
export function openWindow(preload: string): BrowserWindow {
  const window = new BrowserWindow({
    width: 1400,
    height: 900,
    minWidth: 800,
    minHeight: 560,
    show: false,
    title: 'Gatehouse',
    backgroundColor: '#0e1115',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadURL(`${appOrigin}/index.html`)
  return window
}

/** Refuses what no page of ours needs: other pages, new windows, permissions, devices. */
export function lockDown(app: App, session: Session): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    contents.on('will-navigate', (event, url) => {
      if (!isOurPage(url)) event.preventDefault()
    })
    contents.on('will-attach-webview', event => event.preventDefault())
  })
  session.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(permission === 'clipboard-sanitized-write'),
  )
  session.setPermissionCheckHandler((_contents, permission) => permission === 'clipboard-sanitized-write')
  session.setDevicePermissionHandler(() => false)
}
