import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { type App, type AppOptions, startApp } from './app.ts'

interface Fixtures {
  /** Opens the product in the page of this test; fails the test on any fault the page reports. */
  readonly open: (options?: AppOptions) => Promise<App>
}

/** Faults no page may show: policy reports, uncaught errors, errors on the console. */
async function watchFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
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
  page.on('request', request => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1')
      faults.push(`remote content: ${request.url()}`)
  })
  return faults
}

export const test = base.extend<Fixtures>({
  open: async ({ page }, use) => {
    const faults = await watchFaults(page)
    const apps: App[] = []
    await use(async options => {
      const app = await startApp(options)
      apps.push(app)
      await page.goto(app.address)
      return app
    })
    await page.close()
    for (const app of apps) await app.stop()
    expect(faults).toEqual([])
  },
})

/** The accessibility checker finds nothing on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 160)).join(' | ')}`,
  )
  expect(found).toEqual([])
}

export { expect }
