import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { type App, type AppOptions, startApp } from './app.ts'
import { watchFaults } from './faults.ts'

interface Fixtures {
  /** Opens the product in the page of this test; fails the test on any fault the page reports. */
  readonly open: (options?: AppOptions) => Promise<App>
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

/**
 * The accessibility checker finds nothing on the page as it is now. There are no frames, so one pass in the
 * page suffices; and what is sound is not described, which would take four fifths of the time.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const checker = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await checker.analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 160)).join(' | ')}`,
  )
  expect(found).toEqual([])
}

export { expect }
