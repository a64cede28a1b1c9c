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
  await expect(review).toContainText('data')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('list', { name: 'Results' })).toContainText('done')
  await page.evaluate(() => {
    location.hash = '#/c/sample/journal'
  })
  const undo = active(page).getByRole('button', { name: /^Undo .*written/ })
  await expect(undo).toBeVisible()
  await expectAccessible(page)
  await undo.press('Enter')
  await expect(review).toContainText('written')
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
