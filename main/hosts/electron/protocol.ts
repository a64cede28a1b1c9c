import { protocol } from 'electron'
import { pageFile } from '../files.ts'
import { appScheme, isOurPage } from './origin.ts'

/** Must run before the app is ready: the scheme gets an origin, secure context and fetch. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Answers `app://gatehouse/…` from the folder of the built renderer. */
export function servePage(folder: string): void {
  protocol.handle(appScheme, async request => {
    if (!isOurPage(request.url)) return new Response('There is no such page.', { status: 404 })
    const file = await pageFile(folder, new URL(request.url).pathname, [])
    return new Response(new Uint8Array(file.body), { status: file.status, headers: { ...file.headers } })
  })
}
