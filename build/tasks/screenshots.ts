// Draws every view of the sample cluster in both themes for docs/screenshots.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { startApp } from '../../test/e2e/app.ts'
import { catalogPod, linkChecker } from '../../test/e2e/stories.ts'
import { ensureBrowser } from '../browser.ts'
import { bundleIfStale } from '../bundle.ts'
import { launchOptions } from '../chromium.ts'
import { root } from '../root.ts'

const folder = join(root, 'docs/screenshots')
const object = 'o/apps/v1/deployments/shop/web'
const views: Readonly<Record<string, string>> = {
  overview: 'overview',
  list: 'l/core/v1/pods',
  policies: 'policies',
  webhooks: 'webhooks',
  object: `${object}/summary`,
  yaml: `${object}/yaml`,
  tree: 'o/apps/v1/deployments/payments/fraud-check/tree',
  history: `${object}/history`,
  fields: `${object}/fields`,
}

const missing = await ensureBrowser()
if (missing !== null) throw new Error(missing)
await bundleIfStale()
await mkdir(folder, { recursive: true })
const browser = await chromium.launch(launchOptions)
for (const scheme of ['dark', 'light'] as const) {
  const app = await startApp()
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 }, colorScheme: scheme })
  await page.goto(app.address)
  await page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(5).waitFor()
  for (const [name, path] of Object.entries(views)) {
    await show(page, `#/c/sample/${path}`)
    if (name === 'list') await page.getByRole('row', { name: /CrashLoopBackOff/ }).click()
    if (name === 'webhooks') await page.getByRole('row', { name: /deadlock/ }).click()
    if (name === 'policies')
      await page.getByRole('option', { name: /resource-hygiene update|resource-hygiene create/ }).click()
    await page.waitForTimeout(800)
    await page.screenshot({ path: join(folder, `${name}-${scheme}.png`) })
  }
  await show(page, '#/c/sample/l/core/v1/pods')
  await page.getByRole('row', { name: /CrashLoopBackOff/ }).click()
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Events' }).click()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: join(folder, `events-${scheme}.png`) })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('po')
  await page.waitForTimeout(500)
  await page.screenshot({ path: join(folder, `palette-${scheme}.png`) })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await show(page, '#/settings')
  await page.screenshot({ path: join(folder, `settings-${scheme}.png`) })
  await show(page, '#/diagnostics/requests')
  await page.screenshot({ path: join(folder, `diagnostics-${scheme}.png`) })
  if (scheme === 'dark') await stories(page)
  await page.close()
  await app.stop()
  await contexts(scheme)
}
await browser.close()

/** The three stories of the guide, each as the server answered. */
async function stories(page: Page): Promise<void> {
  await show(page, '#/c/sample/l/core/v1/pods')
  await page
    .getByRole('row', { name: /gateway-/ })
    .first()
    .click()
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Admission' }).click()
  await page.getByRole('button', { name: /What happens if I/ }).click()
  await page.getByRole('option', { name: 'create it again' }).click()
  await answered(page, 'story-outage', /signatures\.images/)
  for (const [name, yaml, step] of [
    ['story-silent', linkChecker, /images-from-our-registry/],
    ['story-blocked', catalogPod, /no-latest-tag/],
  ] as const) {
    await show(page, `#/c/sample/whatif?object=yaml&yaml=${encodeURIComponent(yaml)}`)
    await answered(page, name, step)
  }
}

/** Has the server try what is asked, and draws the step that the story is about. */
async function answered(page: Page, name: string, step: RegExp): Promise<void> {
  const view = page.locator('[data-view-active]')
  await view.getByRole('option', { name: step }).first().waitFor()
  await view.getByRole('button', { name: 'Check with the server' }).click()
  await view.getByText(/^server: /).waitFor()
  await view.getByRole('listbox', { name: 'Steps' }).getByRole('option', { name: step }).first().click()
  await page.waitForTimeout(800)
  await page.screenshot({ path: join(folder, `${name}-dark.png`) })
}

async function show(page: Page, address: string): Promise<void> {
  await page.evaluate(hash => {
    location.hash = hash
  }, address)
  await page.waitForTimeout(1500)
}

/** The start page with the contexts of a made-up company; none of them is contacted. */
async function contexts(scheme: 'dark' | 'light'): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'screenshots-'))
  const file = join(home, 'config')
  const names = ['staging-eu', 'production-eu', 'production-us', 'payments-eu', 'edge-kiosk', 'kind-local']
  await writeFile(
    file,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': names[0],
      clusters: names.map(name => ({
        name,
        cluster: { server: `https://${name}.lanternfish.example:6443` },
      })),
      users: [
        {
          name: 'sso',
          user: {
            exec: {
              apiVersion: 'client.authentication.k8s.io/v1',
              command: 'lantern-login',
              interactiveMode: 'Never',
            },
          },
        },
        { name: 'kind', user: { token: 'made-up' } },
      ],
      contexts: [
        ...names.map(name => ({
          name,
          context: { cluster: name, user: name.startsWith('kind') ? 'kind' : 'sso', namespace: 'shop' },
        })),
        { name: 'old-lab', context: { cluster: 'lab', user: 'sso' } },
      ],
    }),
  )
  const app = await startApp({ kubeconfig: file })
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 }, colorScheme: scheme })
  await page.goto(app.address)
  await page.getByRole('row', { name: /production-us/ }).waitFor()
  await page.screenshot({ path: join(folder, `contexts-${scheme}.png`) })
  await page.close()
  await app.stop()
}
