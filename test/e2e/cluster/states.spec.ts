import type { Locator, Page } from '@playwright/test'
import { type Cluster, type FaultProxy, startCluster, startProxy } from '../../cluster/harness/index.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

let cluster: Cluster
let proxy: FaultProxy

test.beforeAll(async () => {
  test.setTimeout(180_000)
  cluster = await startCluster()
  proxy = await startProxy(cluster)
  await cluster.load({ kind: 'configmaps', count: 300, namespace: 'load' })
  await cluster.apply(hostile)
})
test.afterAll(async () => {
  await proxy?.stop()
  await cluster?.stop()
})
test.afterEach(() => proxy.clearFaults())

/** The row of the real cluster; the sample stands beside it. */
const testCluster = (page: Page): Locator =>
  page.getByRole('grid', { name: 'Contexts' }).getByRole('row', { name: /127\.0\.0\.1/ })

const hostile = `
apiVersion: v1
kind: ConfigMap
metadata:
  name: hostile
  namespace: default
  annotations:
    markup: "<img src=x onerror=alert(1)><script>alert(2)</script>"
    terminal: "\\e]0;title\\a\\e[2J"
    reordered: "\\u202Egnp.exe"
data:
  "key": "<b>bold</b> javascript:alert(1)"
`

test('a context opens by keyboard, a list is live, and a cut shows as stale before it comes back', async ({
  page,
  open,
}) => {
  await open({ kubeconfig: proxy.kubeconfig })
  await expect(testCluster(page)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('127.0.0.1')
  await page.keyboard.press('Enter')
  await page.keyboard.press('g')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/connected · v1\.36/)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('cm')
  await page.keyboard.press('Enter')
  const list = page.getByRole('grid', { name: 'ConfigMaps' })
  await expect(list.getByRole('row').nth(5)).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('live')
  await expectAccessible(page)

  const refused = await proxy.addFault({ action: 'status', status: 503 })
  await proxy.cut()
  await expect(page.getByRole('contentinfo')).toContainText(/stale/i)
  await expect(list.getByRole('row').nth(5)).toBeVisible()
  await expectAccessible(page)
  await proxy.clearFaults(refused)
  await expect(page.getByRole('contentinfo')).toContainText('live', { timeout: 40_000 })
})

test('a login that ended is told once, with one way to try again', async ({ page, open }) => {
  await open({ kubeconfig: proxy.kubeconfig })
  await testCluster(page).dblclick()
  await expect(page.getByRole('contentinfo')).toContainText('live')
  const refused = await proxy.addFault({ action: 'status', status: 401 })
  await proxy.cut()
  await expect(page.getByRole('status').filter({ hasText: 'needs a new login' })).toBeVisible({
    timeout: 40_000,
  })
  await expect(page.getByRole('button', { name: 'Try again now' })).toHaveCount(1)
  await expect(page.getByRole('navigation', { name: 'Cluster' })).not.toContainText('could not be read')
  await expectAccessible(page)
  await proxy.clearFaults(refused)
  await page.getByRole('button', { name: 'Try again now' }).click()
  await expect(page.getByRole('contentinfo')).toContainText('live', { timeout: 40_000 })
})

test('what is denied names verb, resource and scope, and the readable namespaces are offered', async ({
  page,
  open,
}) => {
  await open({ kubeconfig: cluster.userKubeconfig('viewer') })
  await testCluster(page).dblclick()
  await expect(page.getByText(/connected · v1\.36/)).toBeVisible()
  await expect(page.getByRole('main')).toContainText(/list pods/i)
  await expect(page.getByRole('main')).toContainText(/whole cluster/i)
  await expect(page.getByRole('main')).toContainText('can be typed under Namespaces')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Overview' }).click()
  const admission = page.getByRole('region', { name: 'Admission' })
  await expect(admission).toContainText('You may not list policies and webhooks')
  await expect(admission).not.toContainText(/nothing is wrong|0 policies|0 webhooks/i)
  const navigation = page.getByRole('navigation', { name: 'Cluster' })
  await navigation.getByRole('link', { name: 'Policies' }).click()
  await expect(page.getByRole('main')).toContainText(/may not|cannot be (read|told)|denied/i)
  await expectAccessible(page)
  await navigation.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByRole('main')).toContainText(/may not|cannot be (read|told)|denied/i)
  await expectAccessible(page)
  await navigation.getByRole('link', { name: 'Fleet' }).click()
  await expect(page.getByRole('main')).toContainText('Whether there are policies and webhooks cannot be told')
  await navigation.getByRole('link', { name: 'Audit' }).click()
  await page.getByRole('button', { name: 'Run the audit' }).click()
  await expect(page.getByRole('main')).toContainText('Whether there are policies cannot be told')
  await expectAccessible(page)
})

test('hostile content of the cluster is inert text', async ({ page, open }) => {
  page.on('dialog', dialog => {
    throw new Error(`the page opened a dialog: ${dialog.message()}`)
  })
  await open({ kubeconfig: cluster.kubeconfig })
  await testCluster(page).dblclick()
  await expect(page.getByText(/connected · v1\.36/)).toBeVisible()
  const context = await page.evaluate(() => location.hash.split('/')[2] ?? '')
  for (const tab of ['summary', 'yaml', 'tree', 'history', 'fields', 'events']) {
    await page.evaluate(hash => {
      location.hash = hash
    }, `#/c/${context}/o/core/v1/configmaps/default/hostile/${tab}`)
    await expect(page.getByRole('heading', { name: 'hostile', level: 1 })).toBeVisible()
    await page.waitForTimeout(300)
    // The editor puts empty images of its own beside marks of hidden characters.
    expect(await page.locator('main img:not(.cm-widgetBuffer), main script, [onerror]').count()).toBe(0)
    expect(await page.locator('main b', { hasText: 'bold' }).count()).toBe(0)
  }
})

test('an object that is changed and deleted elsewhere says so, and keeps what was seen', async ({
  page,
  open,
}) => {
  await cluster.apply(
    '{apiVersion: v1, kind: ConfigMap, metadata: {name: moving, namespace: default}, data: {step: "1"}}',
  )
  await open({ kubeconfig: cluster.kubeconfig })
  await testCluster(page).dblclick()
  await expect(page.getByText(/connected · v1\.36/)).toBeVisible()
  const context = await page.evaluate(() => location.hash.split('/')[2] ?? '')
  await page.evaluate(hash => {
    location.hash = hash
  }, `#/c/${context}/o/core/v1/configmaps/default/moving/history`)
  await expect(page.getByRole('heading', { name: 'moving', level: 1 })).toBeVisible()
  await cluster.apply(
    '{apiVersion: v1, kind: ConfigMap, metadata: {name: moving, namespace: default}, data: {step: "2"}}',
  )
  await expect(page.getByRole('table', { name: 'Differences' })).toContainText('step')
  await cluster.kubectl(['delete', 'configmap', 'moving'])
  await expect(page.getByRole('main')).toContainText(/deleted/i)
  await expectAccessible(page)
})
