import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { type HostileCluster, startHostile } from '../hostile/cluster.ts'
import { expectInert } from '../hostile/inert.ts'
import { allAttacks, attacks } from '../hostile/strings.ts'

/** Longest turn of the page in milliseconds, on a quiet machine. */
const longestTurn = 2000
/** Megabytes are parsed, laid out and looked through, on however busy a machine. */
const patient = { timeout: 30_000 }
/** Beyond this the page has stopped, on however busy a machine. */
const stopped = 20_000

let cluster: HostileCluster
test.beforeAll(async () => {
  cluster = await startHostile()
})
test.afterAll(() => cluster.stop())

/** Opens the hostile context; answers how its addresses begin. */
async function enter(page: Page, open: (options: object) => Promise<unknown>): Promise<string> {
  await open({ kubeconfig: cluster.kubeconfig })
  const contexts = page.getByRole('grid', { name: 'Contexts' })
  await expect(contexts.getByRole('row', { name: /hostile/ })).toBeVisible()
  await expectInert(page, 'contexts')
  await contexts.getByRole('row', { name: /hostile/ }).click()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/connected · v1/).first()).toBeVisible()
  const hash = await page.evaluate(() => location.hash)
  return /^#\/c\/[^/]+/.exec(hash)?.[0] ?? ''
}

async function go(page: Page, address: string): Promise<void> {
  await page.evaluate(hash => {
    location.hash = hash
  }, address)
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
}

const encoded = (name: string): string => encodeURIComponent(name.toWellFormed())

test.beforeEach(async ({ page }) => {
  page.on('dialog', dialog => {
    throw new Error(`a dialog opened: ${dialog.message()}`)
  })
  await page.addInitScript(() => {
    const page = window as { longest?: number }
    page.longest = 0
    new PerformanceObserver(list => {
      for (const { duration } of list.getEntries()) page.longest = Math.max(page.longest ?? 0, duration)
    }).observe({ type: 'longtask', buffered: true })
  })
})

async function expectResponsive(page: Page, id: string): Promise<void> {
  const longest = await page.evaluate(() => (window as { longest?: number }).longest ?? 0)
  console.log(`figure security.longest-turn-${id} ${longest.toFixed(0)} ms must ${longestTurn}`)
  expect(longest).toBeLessThan(stopped)
}

test('lists of hostile names, statuses and messages are text', async ({ page, open }) => {
  test.setTimeout(120_000)
  const base = await enter(page, open)
  for (const [path, title] of [
    ['core/v1/pods', 'Pods'],
    ['core/v1/configmaps', 'ConfigMaps'],
    ['core/v1/events', 'Events'],
    ['core/v1/namespaces', 'Namespaces'],
    ['apps/v1/deployments', 'Deployments'],
    ['core/v1/secrets', 'Secrets'],
    ['admissionregistration.k8s.io/v1/validatingadmissionpolicies', 'ValidatingAdmissionPolicies'],
  ] as const) {
    await go(page, `${base}/l/${path}?filter=${encoded('<')}`)
    const grid = page.getByRole('grid', { name: title })
    await expect(grid).toBeVisible()
    await go(page, `${base}/l/${path}`)
    await expect(grid.getByRole('row').nth(1)).toBeVisible()
    await page.keyboard.press('g')
    await expectInert(page, title)
    await page.keyboard.press('G')
    await expectInert(page, `${title}, end`)
  }
  await expectResponsive(page, 'lists')
})

test('every part of a hostile object is text', async ({ page, open }) => {
  test.setTimeout(180_000)
  const base = await enter(page, open)
  const pod = (name: string): string =>
    `core/v1/pods/hostile/${encoded(`${name}-${allAttacks.indexOf(name)}`)}`
  const configMap = (name: string): string => `core/v1/configmaps/hostile/${encoded(name)}`
  const all = ['Summary', 'YAML', 'Tree', 'History', 'Fields', 'Events']
  const objects: readonly (readonly [string, readonly string[]])[] = [
    [`apps/v1/deployments/hostile/${encoded(attacks.reversed)}`, all],
    [pod(attacks.terminal), all],
    [configMap(attacks.nul), ['Summary', 'YAML']],
    [configMap(attacks.prototype), ['Summary', 'Fields']],
    [`core/v1/secrets/hostile/${encoded(attacks.image)}`, ['Summary']],
    [`core/v1/namespaces/_/${encoded(attacks.reversed)}`, ['Summary', 'Tree']],
    [configMap('labels-as-text'), ['Summary', 'Fields']],
    [configMap('null-parts'), ['Summary', 'History']],
    [configMap('list-data'), ['Summary', 'YAML']],
    [configMap('many-labels'), ['Summary']],
  ]
  for (const [object, tabs] of objects) {
    await go(page, `${base}/o/${object}/summary`)
    for (const tab of tabs) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
      await page.waitForTimeout(60)
      await expectInert(page, `${decodeURIComponent(object).slice(0, 60)}, ${tab}`)
    }
  }
  // What cannot be a name is asked of nobody: as a path it would lead elsewhere.
  await go(page, `${base}/o/${configMap(attacks.path)}/summary`)
  await expect(page.getByText(/cannot name anything in a cluster/)).toBeVisible()
  await expectInert(page, 'a path for a name')
  await expectResponsive(page, 'objects')
})

test('a megabyte, 5,500 keys and 2,000 levels leave the page responsive', async ({ page, open }) => {
  test.setTimeout(240_000)
  const base = await enter(page, open)
  for (const object of [
    'configmaps/hostile/crowded',
    'configmaps/hostile/mega',
    'configmaps/hostile/nested',
    'pods/hostile/mega',
  ]) {
    await go(page, `${base}/o/core/v1/${object}/summary`)
    const name = object.replace(/.*\//, '')
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible(patient)
    for (const tab of ['Summary', 'YAML', 'Fields']) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible(patient)
      await page.waitForTimeout(300)
      await expectInert(page, `${object}, ${tab}`)
    }
  }
  for (const [kind, title] of [
    ['pods', 'Pods'],
    ['events', 'Events'],
  ] as const) {
    await go(page, `${base}/l/core/v1/${kind}?q=mega`)
    await expect(page.getByRole('grid', { name: title }).getByRole('row').nth(1)).toBeVisible(patient)
    await expectInert(page, `${kind}, mega`)
  }
  await expectResponsive(page, 'large')
})

test('hostile webhooks and policies are text, in lists, details and diagrams', async ({ page, open }) => {
  test.setTimeout(120_000)
  const base = await enter(page, open)
  await go(page, `${base}/webhooks`)
  const rows = page
    .getByRole('grid', { name: 'Webhooks in calling order' })
    .getByRole('row', { name: /U\+202E/ })
  await expect(rows.first()).toBeVisible()
  const count = await rows.count()
  expect(count).toBe(6)
  for (let index = 0; index < count; index++) {
    await rows.nth(index).click()
    await expectInert(page, `webhook ${index}`)
  }
  await go(page, `${base}/policies`)
  for (const [list, name] of [
    ['Policies', /gnp/],
    ['Bindings', /svg/],
  ] as const) {
    await page.getByRole('listbox', { name: list }).getByRole('option', { name }).first().click()
    await expectInert(page, list)
  }
  await go(page, `${base}/findings`)
  await expect(page.getByRole('listbox', { name: 'Findings' }).getByRole('option').first()).toBeVisible()
  await expectInert(page, 'findings')
  await go(page, `${base}/fleet`)
  const cells = page.getByRole('grid', { name: 'Policies and webhooks by context' }).getByRole('gridcell')
  await cells.first().click()
  await expectInert(page, 'fleet')
  await go(page, `${base}/audit`)
  await page.getByRole('button', { name: 'Run the audit' }).click()
  await expect(page.getByRole('region', { name: 'Result' }).getByText('Done')).toBeVisible()
  await expectInert(page, 'audit')
  await expectResponsive(page, 'admission')
})

test('the palette, menus, filters and tabs show hostile names as text', async ({ page, open }) => {
  const base = await enter(page, open)
  for (const name of [attacks.image, attacks.reversed, attacks.nul])
    await go(page, `${base}/o/core/v1/configmaps/hostile/${encoded(name)}/summary`)
  await go(page, `${base}/l/core/v1/configmaps`)
  await expect(page.getByRole('grid', { name: 'ConfigMaps' }).getByRole('row').nth(1)).toBeVisible()
  await expectInert(page, 'tabs')
  await page.getByRole('button', { name: /^Namespaces/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectInert(page, 'namespaces')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  for (const text of ['invoice', '<img', 'pay', 'hostile', '__proto__']) {
    await page.getByRole('combobox').fill(text)
    await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option').first()).toBeVisible()
    await page.waitForTimeout(200)
    await expectInert(page, `palette ${text}`)
  }
})

test('an address that names what every object inherits is a context that is not there', async ({
  page,
  open,
}) => {
  await open({})
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    for (const rest of [
      '',
      '/overview',
      '/l/core/v1/pods',
      '/o/core/v1/pods/constructor/__proto__/summary',
    ]) {
      await go(page, `#/c/${name}${rest}`)
      await expect(page.getByRole('heading', { name: 'There is no such context' })).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Contexts' })).toBeVisible()
    }
  }
})
