import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

const active = (page: Page) => page.locator('[data-view-active]')
const manifest = (page: Page) => active(page).getByRole('textbox', { name: 'Manifest' })

/** Goes to an address within the page. */
async function show(page: Page, hash: string): Promise<void> {
  await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(2)).toBeVisible()
  await page.evaluate(to => {
    location.hash = to
  }, hash)
}

async function run(page: Page, action: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(action)
  await page.keyboard.press('Enter')
}

async function write(page: Page, text: string): Promise<void> {
  await manifest(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(text)
}

test('by keyboard: a text is applied after its dry run, is in the journal, and is undone from there', async ({
  page,
  open,
}) => {
  await open()
  await show(page, '#/c/sample/journal')
  await run(page, 'apply yaml')
  await write(
    page,
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: written\n  namespace: shop\ndata:\n  colour: green\n',
  )
  await expect(active(page).getByText('kept on disk')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Control+s')
  const review = page.getByRole('dialog')
  await expect(review.getByRole('listitem').filter({ hasText: 'data' }).first()).toContainText('you')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  const results = page.getByRole('list', { name: 'Results' })
  await expect(results).toContainText('done')
  await results.getByRole('link', { name: /written/ }).press('Enter')
  await expect(active(page).getByRole('heading', { name: 'written' })).toBeVisible()
  await expect(active(page)).toContainText('green')
  await page.evaluate(() => {
    location.hash = '#/c/sample/journal'
  })
  const undo = active(page).getByRole('button', { name: /^Undo .*written/ })
  await expect(undo).toBeVisible()
  await expectAccessible(page)
  await undo.press('Enter')
  await expect(review).toContainText('written')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(review).toHaveCount(0)
  await expect(results.getByText('done', { exact: true })).toBeVisible()
  await results.getByRole('link', { name: /delete .*written/ }).press('Enter')
  await expect(
    active(page)
      .getByText(/deleted|not there|no such|does not exist/i)
      .first(),
  ).toBeVisible()
})

test('a refused request holds back what needs it, and both are in the run with the reason', async ({
  page,
  open,
}) => {
  await open()
  await show(page, '#/c/sample/journal')
  await run(page, 'apply yaml')
  await write(
    page,
    'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: Not A Name\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: held\n  namespace: Not A Name\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: free\n  namespace: shop\n',
  )
  await page.keyboard.press('Control+s')
  const requests = page.getByRole('list', { name: 'Requests' }).getByRole('listitem')
  await expect(requests.filter({ hasText: 'Namespace' })).toContainText('refused')
  await expect(requests.filter({ hasText: 'held' })).toContainText(/held back|refused/)
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Send 1 request/ })).toBeEnabled()
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await expect(results.filter({ hasText: 'free' })).toContainText('done')
  await expect(results.filter({ hasText: 'failed' })).toHaveText([
    /is invalid/,
    /a step that it needs was not done/,
  ])
  await expect(page.getByRole('button', { name: 'Send the rest' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Try the failed again' })).toBeVisible()
  await expectAccessible(page)
})

test('a token is shown once, can be copied, and is gone after that', async ({ page, open }) => {
  await open()
  await show(page, '#/c/sample/o/core/v1/serviceaccounts/shop/default')
  await active(page).getByRole('button', { name: 'Request a token…' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Review' }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Send to/ })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  const results = page.getByRole('list', { name: 'Results' })
  await results.getByRole('button', { name: 'Show the answer once' }).press('Enter')
  await expect(results.getByRole('button', { name: 'Copy' })).toBeFocused()
  await expectAccessible(page)
  await results.getByRole('button', { name: 'Hide for good' }).press('Enter')
  await expect(results.getByRole('button', { name: /answer/ })).toHaveCount(0)
})

test('by keyboard: e opens the object of the YAML for editing, and what was typed is there after a reload', async ({
  page,
  open,
}) => {
  await open()
  await show(page, '#/c/sample/o/apps/v1/deployments/shop/web/yaml')
  await expect(active(page).getByRole('button', { name: /^Edit/ })).toBeVisible()
  await page.keyboard.press('e')
  await expect(manifest(page)).toContainText('kind: Deployment')
  await manifest(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.insertText('# a note of mine\n')
  await expect(active(page).getByText('kept on disk')).toBeVisible()
  await page.reload()
  await expect(manifest(page)).toContainText('# a note of mine')
})

test('by keyboard: a field of another manager is asked about, and only what was decided is taken', async ({
  page,
  open,
}) => {
  await open()
  await show(page, '#/c/sample/journal')
  await run(page, 'apply yaml')
  await write(
    page,
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: shop\nspec:\n  replicas: 7\n',
  )
  await page.keyboard.press('Control+s')
  const conflicts = active(page).getByRole('region', { name: 'Conflicts' })
  await expect(conflicts).toContainText('spec.replicas')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page)
  await conflicts.getByRole('button', { name: 'Take over spec.replicas' }).press('Enter')
  await manifest(page).focus()
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('dialog')).toContainText('Takes spec.replicas from')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('list', { name: 'Results' })).toContainText('done')
})

test('several documents are applied together, with a result for each', async ({ page, open }) => {
  await open()
  await show(page, '#/c/sample/journal')
  await run(page, 'apply yaml')
  await write(
    page,
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: first\n  namespace: shop\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: second\n  namespace: shop\n',
  )
  await page.keyboard.press('Control+s')
  const review = page.getByRole('dialog')
  await expect(review.getByRole('list', { name: 'Requests' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('list', { name: 'Results' }).getByText('done', { exact: true })).toHaveCount(2)
})

test('by keyboard: files are opened to be applied, from where dumps are opened', async ({ page, open }) => {
  const { dataFolder } = await open()
  const file = join(dataFolder, 'settings.yaml')
  await writeFile(file, 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: from-file\n  namespace: shop\n')
  await show(page, '#/')
  await page.getByRole('button', { name: 'Open YAML or a dump…' }).press('Enter')
  const door = page.getByRole('dialog', { name: 'Open YAML or a dump' })
  await door.getByRole('combobox').or(door.getByRole('textbox')).first().fill(file)
  await door.getByRole('button', { name: 'Apply to Sample cluster…' }).press('Enter')
  await expect(manifest(page)).toContainText('from-file')
  await expect(active(page).getByRole('heading', { name: 'Apply settings.yaml' })).toBeVisible()
})
