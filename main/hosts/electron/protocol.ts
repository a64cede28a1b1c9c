import { protocol } from 'electron'
import { appScheme } from './origin.ts'
import { answerPage } from './page.ts'

/** Must run before the app is ready: the scheme gets an origin, secure context and fetch. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Answers `app://gatehouse/…` from the folder of the built renderer. */
export function servePage(folder: string): void {
  protocol.handle(appScheme, async request => {
    const { status, headers, body } = await answerPage(folder, request.url, request.method)
    return new Response(new Uint8Array(body), { status, headers: { ...headers } })
  })
}
