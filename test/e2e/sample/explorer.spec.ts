import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

// Documents of a server are megabytes: reading them takes its time on a busy machine.
const patient = { timeout: 30_000 }

async function openExplorer(page: Page, query = ''): Promise<void> {
  await page.getByRole('grid', { name: 'Pods' }).waitFor(patient)
  await page.evaluate(text => {
    location.hash = `#/c/sample/api${text}`
  }, query)
}

const get = 'GET /api/v1/namespaces/{namespace}/configmaps'

test('an operation is found by keyboard, filled in, sent, and its answer read', async ({ page, open }) => {
  await open()
  await page.getByRole('grid', { name: 'Pods' }).waitFor(patient)
  await page.getByRole('navigation', { name: 'Cluster' }).getByRole('link', { name: 'API explorer' }).click()
  const filter = page.getByRole('textbox', { name: 'Filter operations' })
  await filter.fill('get namespaces/{namespace}/configmaps list')
  const tree = page.getByRole('tree', { name: 'Operations' })
  await expect(tree.getByRole('treeitem')).toHaveCount(1, patient)
  await tree.getByRole('treeitem').first().focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('article', { name: get })
  await expect(panel.getByRole('region', { name: 'Request' })).toContainText(
    'namespace is part of the path',
    patient,
  )
  await expect(panel.getByRole('button', { name: 'Send' })).toBeDisabled()
  await panel.getByRole('textbox', { name: 'namespace (required)' }).fill('shop')
  await panel.getByRole('textbox', { name: 'limit' }).fill('many')
  await expect(panel.getByRole('alert')).toHaveText('limit is a whole number.')
  await panel.getByRole('textbox', { name: 'limit' }).fill('2')
  await expect(panel.getByRole('region', { name: 'kubectl' })).toContainText('get configmaps -o json -n shop')
  await expect(panel.getByRole('region', { name: 'curl' })).toContainText('"$SERVER"')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Send' }).click()
  const answer = panel.getByRole('region', { name: 'Answer', exact: true })
  await expect(answer).toContainText('200', patient)
  await expect(answer.getByRole('region', { name: 'Body of the answer' })).toContainText(
    'kind: ConfigMapList',
  )
  await answer.getByRole('tab', { name: 'JSON' }).click()
  await expect(answer.getByRole('region', { name: 'Body of the answer' })).toContainText(
    '"kind": "ConfigMapList"',
  )
  await expectAccessible(page)
})

test('a list as a table, and what the server refuses, are answers', async ({ page, open }) => {
  await open()
  await openExplorer(page, `?op=${encodeURIComponent(get)}`)
  const panel = page.getByRole('article', { name: get })
  await panel.getByRole('textbox', { name: 'namespace (required)' }).fill('shop', patient)
  await panel.getByRole('button', { name: /Answer as/ }).click()
  await page.getByRole('option', { name: /^Table/ }).click()
  await panel.getByRole('button', { name: 'Send' }).click()
  await expect(panel.getByRole('table')).toContainText('Name', patient)
  const one = 'GET /api/v1/namespaces/{namespace}/configmaps/{name}'
  await openOperation(page, one)
  const other = page.getByRole('article', { name: one })
  await other.getByRole('textbox', { name: 'namespace (required)' }).fill('shop')
  await other.getByRole('textbox', { name: 'name (required)' }).fill('nothing-of-it')
  await other.getByRole('button', { name: 'Send' }).click()
  await expect(other.getByRole('region', { name: 'Answer', exact: true })).toContainText(
    '404 NotFound',
    patient,
  )
  await expect(other).toContainText('"nothing-of-it" not found')
})

async function openOperation(page: Page, operation: string): Promise<void> {
  await page.evaluate(text => {
    location.hash = `#/c/sample/api?op=${encodeURIComponent(text)}`
  }, operation)
  await expect(page.getByRole('article', { name: operation, exact: true })).toBeVisible(patient)
}

test('a watch is shown as it comes, paused and stopped', async ({ page, open }) => {
  await open()
  await openExplorer(page)
  const watch = 'GET /api/v1/pods'
  await openOperation(page, watch)
  const panel = page.getByRole('article', { name: watch })
  await panel.getByRole('combobox', { name: 'watch', exact: true }).selectOption('true')
  await panel.getByRole('button', { name: 'Follow' }).click()
  const stream = panel.getByRole('region', { name: 'Stream' })
  await expect(stream.getByRole('listitem').first()).toBeVisible(patient)
  await stream.getByRole('button', { name: 'Pause' }).click()
  const first = stream.getByRole('listitem').first().getByRole('button')
  await first.click()
  await expect(stream.getByRole('region', { name: /^Object of Pod/ })).toContainText('kind: Pod')
  await expectAccessible(page)
  await stream.getByRole('button', { name: /^Go on/ }).click()
  await panel.getByRole('button', { name: 'Stop' }).click()
  await expect(panel.getByRole('button', { name: 'Follow' })).toBeVisible()
})

test('values of Secrets are told by their sizes until they are asked for', async ({ page, open }) => {
  await open()
  await openExplorer(page)
  const secrets = 'GET /api/v1/secrets'
  await openOperation(page, secrets)
  const panel = page.getByRole('article', { name: secrets })
  await panel.getByRole('button', { name: 'Send' }).click()
  const body = panel.getByRole('region', { name: 'Body of the answer' })
  await expect(body).toContainText(/\d+ bytes, fingerprint/, patient)
  await panel.getByRole('checkbox', { name: /^Show values of Secrets/ }).check()
  await panel.getByRole('button', { name: 'Send' }).click()
  await expect(body).not.toContainText('fingerprint', patient)
})

test('what could change something is reviewed before it is sent', async ({ page, open }) => {
  await open()
  await openExplorer(page)
  const create = 'POST /api/v1/namespaces/{namespace}/configmaps'
  await openOperation(page, create)
  const panel = page.getByRole('article', { name: create })
  await panel.getByRole('textbox', { name: 'namespace (required)' }).fill('shop')
  await panel.getByRole('button', { name: 'Begin with what is required' }).click()
  await expect(panel.getByRole('textbox', { name: 'Body' })).toContainText('kind: ConfigMap', patient)
  await expect(panel.getByRole('region', { name: 'kubectl' })).toContainText('create --raw')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Review…' }).click()
  await expect(panel).toContainText('Under review', patient)
})

test('a kind is explained: its tree by keyboard, its fields by words, its versions compared', async ({
  page,
  open,
}) => {
  await open()
  await openExplorer(page, '?tab=schema&kind=apps%2Fv1%2FDeployment')
  const tree = page.getByRole('tree', { name: 'Fields of Deployment' })
  const spec = tree.getByRole('treeitem', { name: /^spec/ })
  await expect(spec).toBeVisible(patient)
  await spec.focus()
  await page.keyboard.press('ArrowRight')
  await expect(tree.getByRole('treeitem', { name: /^replicas/ })).toBeVisible(patient)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  await tree.getByRole('treeitem', { name: /^replicas/ }).click()
  await expect(page.getByRole('region', { name: 'spec.replicas' })).toContainText('integer (int32)', patient)
  await expectAccessible(page)
  await page.getByRole('textbox', { name: /^Find fields/ }).fill('termination grace period')
  await expect(tree.getByRole('treeitem').first()).toContainText('terminationGracePeriodSeconds', patient)
  await tree.getByRole('treeitem').first().click()
  await expect(page.getByRole('region', { name: /terminationGracePeriodSeconds$/ })).toContainText(
    'integer (int64)',
  )
  await expectAccessible(page)
})
