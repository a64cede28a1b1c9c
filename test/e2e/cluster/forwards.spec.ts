import type { Page } from '@playwright/test'
import { type Cluster, startCluster } from '../../cluster/harness/index.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

let cluster: Cluster

const objects = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: main, image: web, ports: [{name: http, containerPort: 8080}, {name: dns, containerPort: 53, protocol: UDP}]}
`

test.beforeAll(async () => {
  test.setTimeout(180_000)
  cluster = await startCluster()
  await cluster.apply(objects)
  await cluster.kubectl(['rollout', 'status', 'deployment/web', '--timeout=90s'])
})
test.afterAll(async () => cluster?.stop())

/** Opens the cluster and goes to the row of the Deployment, by keys alone. */
async function openDeployment(page: Page): Promise<void> {
  await expect(
    page.getByRole('grid', { name: 'Contexts' }).getByRole('row', { name: /127\.0\.0\.1/ }),
  ).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('127.0.0.1')
  await page.keyboard.press('Enter')
  await page.keyboard.press('g')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/connected · v1\.36/)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('deploy')
  await expect(page.getByRole('option').first()).toHaveAccessibleName(/^Deployments/)
  await page.keyboard.press('Enter')
  const list = page.getByRole('grid', { name: 'Deployments' })
  await expect(list.getByRole('row', { name: /web/ })).toBeVisible()
  await page.keyboard.press('g')
}

test('by keyboard: a Deployment of the list is forwarded, its page answers, and it is stopped', async ({
  page,
  open,
}) => {
  await open({ kubeconfig: cluster.kubeconfig })
  await openDeployment(page)
  await page.keyboard.press('Shift+F')
  const dialog = page.getByRole('dialog', { name: 'Forward a port of web' })
  await expect(dialog.getByRole('checkbox', { name: /8080 http/ })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: /UDP, which cannot be forwarded/ })).toBeDisabled()
  await expect(dialog.getByText(/Goes to pod web-/)).toBeVisible()
  await expectAccessible(page)
  const field = dialog.getByRole('textbox', { name: 'Port of this machine for 8080 http' })
  await expect(field).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('x')
  await expect(dialog.getByText('A port is a number from 1 to 65535.')).toBeVisible()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')

  const panel = page.getByRole('region', { name: 'Port-forwards' })
  const row = panel.getByRole('row', { name: /web Deployment in default/ })
  await expect(row.getByText('open', { exact: true })).toBeVisible()
  const link = row.getByRole('link', { name: /opens in the browser/ })
  const address = (await link.getAttribute('href')) ?? ''
  const forwarded = await page.context().newPage()
  await forwarded.goto(address)
  await expect(forwarded.getByText(/"pod":\s*"default\/web-/)).toBeVisible()
  await forwarded.close()
  await expect(row.getByText(/open of [1-9]/)).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('Control+Shift+K')
  await page.keyboard.type('close this context')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: /^Close / })
  await expect(question).toContainText('With the connection end: 1 port-forward.')
  await expect(question.getByRole('button', { name: 'Keep it open' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(row.getByText('open', { exact: true })).toBeVisible()

  const stop = row.getByRole('button', { name: 'Stop the forward to web' })
  await stop.focus()
  await page.keyboard.press('Enter')
  await expect(row.getByText('stopped')).toBeVisible()
  await expect(row.getByRole('link', { name: /opens in the browser/ })).toHaveCount(0)
  await expect(fetch(address)).rejects.toThrow()
})

test('a port that is taken and an address that others reach are said in the dialog', async ({
  page,
  open,
}) => {
  await open({ kubeconfig: cluster.kubeconfig })
  await openDeployment(page)
  await page.keyboard.press('Shift+F')
  const dialog = page.getByRole('dialog', { name: 'Forward a port of web' })
  const taken = new URL(page.url()).port
  await dialog.getByRole('textbox', { name: 'Port of this machine for 8080 http' }).fill(taken)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText(
    `Port ${taken} of this machine is taken by Gatehouse itself`,
  )
  await dialog.getByRole('button', { name: /Address/ }).click()
  await page.getByRole('option', { name: /0\.0\.0\.0/ }).click()
  await expect(dialog.getByText(/without signing in to the cluster/)).toBeVisible()
  await expectAccessible(page)
})
