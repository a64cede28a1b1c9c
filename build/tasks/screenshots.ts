// Draws every view in both themes for docs/screenshots: of the sample cluster, and of running pods on a real one.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Locator, type Page } from '@playwright/test'
import { startApp } from '../../test/e2e/app.ts'
import { catalogPod, linkChecker, stagingPolicies } from '../../test/e2e/stories.ts'
import { ensureBrowser } from '../browser.ts'
import { bundleIfStale } from '../bundle.ts'
import { changeScreenshots } from '../changeScreenshots.ts'
import { launchOptions } from '../chromium.ts'
import { root } from '../root.ts'
import { streamScreenshots } from '../streamScreenshots.ts'

const folder = join(root, 'docs/screenshots')
const object = 'o/apps/v1/deployments/shop/web'

/** A view of the sample cluster, and what is done in it before it is drawn. */
interface View {
  readonly name: string
  /** Behind `#/c/sample/`. */
  readonly path: string
  readonly prepare?: (page: Page) => Promise<void>
}

const question = (params: Readonly<Record<string, string>>): string => new URLSearchParams(params).toString()
const views: readonly View[] = [
  { name: 'overview', path: 'overview' },
  {
    name: 'list',
    path: 'l/core/v1/pods',
    prepare: page => page.getByRole('row', { name: /CrashLoopBackOff/ }).click(),
  },
  {
    name: 'policies',
    path: 'policies',
    prepare: page =>
      page.getByRole('option', { name: /resource-hygiene update|resource-hygiene create/ }).click(),
  },
  {
    name: 'webhooks',
    path: 'webhooks',
    prepare: page => page.getByRole('row', { name: /deadlock/ }).click(),
  },
  { name: 'object', path: `${object}/summary` },
  { name: 'yaml', path: `${object}/yaml` },
  { name: 'tree', path: 'o/apps/v1/deployments/payments/fraud-check/tree' },
  { name: 'history', path: `${object}/history` },
  { name: 'fields', path: `${object}/fields` },
  {
    name: 'pipeline',
    path: `pipeline?${question({ kind: 'apps/v1/deployments', ns: 'shop' })}`,
    prepare: page => active(page).getByRole('listbox', { name: 'Validating policies' }).waitFor(),
  },
  {
    name: 'whatif',
    path: `whatif?${question({ object: 'yaml', yaml: catalogPod })}`,
    prepare: page =>
      active(page)
        .getByRole('option', { name: /no-latest-tag/ })
        .first()
        .waitFor(),
  },
  {
    name: 'findings',
    path: 'findings',
    prepare: page =>
      active(page)
        .getByRole('article', { name: /^Finding/ })
        .waitFor(),
  },
  { name: 'audit', path: 'audit', prepare: audited },
  { name: 'usage', path: 'usage' },
  {
    name: 'scratchpad',
    path: `scratchpad?${question({
      scratch: 'policy',
      from: 'validating/replica-limits',
      op: 'update',
      kind: 'apps/v1/deployments',
      object: 'stored',
      ns: 'shop',
      name: 'web',
    })}`,
    prepare: page =>
      active(page)
        .getByRole('article', { name: /^Validation 1/ })
        .first()
        .waitFor(),
  },
]

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
  for (const { name, path, prepare } of views) {
    await show(page, `#/c/sample/${path}`)
    await prepare?.(page)
    await draw(page, name, scheme)
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
  await fleet(page, scheme)
  await changeScreenshots(page, folder, scheme)
  await page.close()
  await app.stop()
  await contexts(scheme)
}
await streamScreenshots(browser, folder)
await browser.close()

async function draw(page: Page, name: string, scheme: 'dark' | 'light'): Promise<void> {
  await page.waitForTimeout(800)
  await page.screenshot({ path: join(folder, `${name}-${scheme}.png`) })
}

function active(page: Page): Locator {
  return page.locator('[data-view-active]')
}

async function audited(page: Page): Promise<void> {
  await active(page).getByRole('button', { name: 'Run the audit' }).click()
  const result = active(page).getByRole('region', { name: 'Result' })
  await result.getByRole('status').filter({ hasText: 'Done' }).waitFor()
  await result
    .getByRole('button')
    .filter({ hasText: /denied/ })
    .nth(1)
    .press('Enter')
}

/** The sample beside a dump in which a policy is stricter, and another one is missing. */
async function fleet(page: Page, scheme: 'dark' | 'light'): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'screenshots-'))
  const file = join(home, 'staging.yaml')
  await writeFile(file, stagingPolicies)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('dump')
  await page.getByRole('option', { name: /Open YAML or a dump/ }).waitFor()
  await page.keyboard.press('Enter')
  const door = page.getByRole('dialog', { name: 'Open YAML or a dump' })
  await door.getByRole('combobox', { name: 'Path' }).fill(file)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Overview of' }).waitFor()
  await show(page, '#/c/sample/fleet')
  const row = page
    .getByRole('grid', { name: /Policies and webhooks/ })
    .getByRole('row', { name: /no-latest-tag/ })
  await row.getByRole('gridcell').nth(1).click()
  await draw(page, 'fleet', scheme)
}

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
