import { type App, type Session, session, type WebContents } from 'electron'
import { isOurPage, isPermitted, mayLoad } from './origin.ts'

/**
 * Refuses what no page of ours needs: other pages, frames and windows, remote content,
 * downloads, permissions, devices, sign-in dialogs and client certificates of the browser. The
 * product has no link that leaves it. Certificate errors stay errors: nobody listens for them.
 */
export function lockDown(app: App): void {
  app.on('web-contents-created', (_event, contents) => lockContents(contents))
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault()
    answer()
  })
  app.on('login', (event, _contents, _details, _info, answer) => {
    event.preventDefault()
    answer()
  })
  lockSession(session.defaultSession, !app.isPackaged)
}

function lockContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-navigate', details => {
    if (!isOurPage(details.url)) details.preventDefault()
  })
  contents.on('will-frame-navigate', details => {
    if (!details.isMainFrame || !isOurPage(details.url)) details.preventDefault()
  })
  contents.on('will-redirect', details => details.preventDefault())
  contents.on('will-attach-webview', event => event.preventDefault())
}

function lockSession(session: Session, hasTools: boolean): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(isPermitted(permission)))
  session.setPermissionCheckHandler((_contents, permission) => isPermitted(permission))
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', event => event.preventDefault())
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !mayLoad(details.url, hasTools) }))
}
