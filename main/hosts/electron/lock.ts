import { type App, type Session, session, shell, type WebContents } from 'electron'
import { forwardedPort, isOurPage, isPermitted, mayLoad } from './origin.ts'

/**
 * Refuses what no page of ours needs: other pages, frames and windows, remote content,
 * downloads, permissions, devices, sign-in dialogs and client certificates of the browser. The
 * only links that leave the product are those to ports of this machine that it forwards itself: they
 * open in the person's browser. Certificate errors stay errors: nobody listens for them.
 * @param isForwarded whether a forward of ours listens on a port of this machine
 */
export function lockDown(app: App, isForwarded: (port: number) => boolean): void {
  app.on('web-contents-created', (_event, contents) => lockContents(contents, isForwarded))
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

function lockContents(contents: WebContents, isForwarded: (port: number) => boolean): void {
  contents.setWindowOpenHandler(({ url }) => {
    const port = forwardedPort(url)
    if (port !== null && isForwarded(port)) void shell.openExternal(url)
    return { action: 'deny' }
  })
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
