import type { Page } from '@playwright/test'

/**
 * Collects what no page of ours may ever show: reports of the content policy, uncaught errors,
 * errors on the console, dialogs, windows, downloads, and requests or connections to anywhere but
 * where the page came from.
 */
export async function watchFaults(page: Page): Promise<readonly string[]> {
  const faults: string[] = []
  const origins = new Set<string>()
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      console.error(
        `policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
      )
    })
  })
  page.on('pageerror', error => faults.push(`uncaught: ${error.message}`))
  page.on('console', message => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  page.on('dialog', dialog => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', popup => faults.push(`window: ${popup.url()}`))
  page.on('download', download => faults.push(`download: ${download.url()}`))
  page.on('request', request => {
    const url = new URL(request.url())
    // The test itself goes to the address that was printed; all else must stay there.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame() && isLoopback(url))
      origins.add(url.origin)
    if (/^https?:$/.test(url.protocol) && !origins.has(url.origin))
      faults.push(`remote content: ${request.url()}`)
  })
  page.on('websocket', socket => {
    const url = new URL(socket.url())
    if (!origins.has(`http://${url.host}`)) faults.push(`remote connection: ${socket.url()}`)
  })
  page.on('crash', () => faults.push('the page crashed'))
  return faults
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === '127.0.0.1' || hostname === 'localhost'
}
