import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

const active = (page: Page) => page.locator('[data-view-active]')
const manifest = (page: Page) => active(page).getByRole('textbox', { name: 'Manifest' })
const kept = (page: Page) => active(page).getByText('kept on disk')
const object = '#/c/sample/o/apps/v1/deployments/shop/web/yaml'
const shared = '#/c/sample/o/core/v1/configmaps/shop/shared/yaml'

async function show(page: Page, hash: string): Promise<void> {
  await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(2)).toBeVisible()
  await page.evaluate(to => {
    location.hash = to
  }, hash)
}

async function write(page: Page, text: string): Promise<void> {
  await manifest(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(text)
}

/** Another window of the same engine, which writes to the object as well. */
async function secondWriter(
  page: Page,
): Promise<{ apply(text: string): Promise<void>; remove(): Promise<void> }> {
  const session = await page.evaluate(() => Object.entries(sessionStorage))
  const other = await page.context().newPage()
  await other.addInitScript(entries => {
    for (const [name, value] of entries) sessionStorage.setItem(name, value)
  }, session)
  await other.goto(`${new URL(page.url()).origin}/#/c/sample/journal`)
  await expect(active(other)).toBeVisible()
  const send = async () => {
    await expect(other.getByRole('dialog').getByRole('button', { name: /^Send/ })).toBeEnabled()
    await other.keyboard.press('Control+Enter')
    await expect(other.getByRole('dialog')).toHaveCount(0)
    await expect(other.getByRole('list', { name: 'Results' })).toContainText('done')
  }
  return {
    apply: async text => {
      await other.keyboard.press('Control+k')
      await other.keyboard.type('apply yaml')
      await other.keyboard.press('Enter')
      await expect(manifest(other)).toBeVisible()
      await write(other, text)
      await other.keyboard.press('Control+s')
      await send()
    },
    remove: async () => {
      await other.evaluate(to => {
        location.hash = to
      }, shared)
      await expect(active(other).getByRole('button', { name: /^Edit/ })).toBeVisible()
      await active(other).getByRole('button', { name: 'More' }).press('Enter')
      await other.getByRole('menuitem', { name: /^Delete/ }).press('Enter')
      const dialog = other.getByRole('dialog', { name: /^Delete / })
      await dialog.getByRole('button', { name: 'Review' }).press('Enter')
      await send()
    },
  }
}

const config = (data: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: shared\n  namespace: shop\ndata:\n${data}`

/** Opens the object of both writers for editing, and puts a value and a note of mine into the draft. */
async function editShared(page: Page): Promise<void> {
  await page.evaluate(to => {
    location.hash = to
  }, shared)
  await expect(active(page).getByRole('button', { name: /^Edit/ })).toBeVisible()
  await page.keyboard.press('e')
  await expect(manifest(page)).toContainText('colour: green')
  await write(page, `# mine\n${config('  colour: mine\n  size: small\n')}`)
  await expect(kept(page)).toBeVisible()
}

test('by keyboard: what both changed is asked about, again after a reload, and nothing typed is lost', async ({
  page,
  open,
}) => {
  await open()
  await show(page, '#/c/sample/journal')
  const { apply } = await secondWriter(page)
  await apply(config('  colour: green\n  size: small\n'))
  await editShared(page)
  await apply(config('  colour: blue\n  size: large\n'))
  const questions = active(page).getByRole('region', { name: 'Changed by both' })
  await expect(questions).toContainText('data.colour')
  await expect(manifest(page)).toContainText('size: large')
  await expect(manifest(page)).toContainText('colour: mine')
  await expectAccessible(page)
  await manifest(page).focus()
  await page.keyboard.press('Control+s')
  await expect(active(page).getByRole('region', { name: 'What changes' })).toContainText('server would store')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await expect(manifest(page)).toContainText('# mine')
  await questions.getByRole('button', { name: 'Keep mine: data.colour' }).press('Enter')
  await expect(questions).toHaveCount(0)
  await expect(manifest(page)).toContainText('colour: mine')
  await apply(config('  colour: red\n  size: large\n'))
  await questions.getByRole('button', { name: 'Take theirs: data.colour' }).press('Enter')
  await expect(questions).toHaveCount(0)
  await expect(manifest(page)).toContainText('colour: red')
  await expect(manifest(page)).toContainText('# mine')
  await expect(kept(page)).toBeVisible()
})

test('an object that another writer deletes is told of, and the draft of it stays', async ({
  page,
  open,
}) => {
  await open()
  await show(page, '#/c/sample/journal')
  const { apply, remove } = await secondWriter(page)
  await apply(config('  colour: green\n  size: small\n'))
  await editShared(page)
  await remove()
  await expect(active(page).getByText('The object was deleted meanwhile')).toBeVisible()
  await expect(manifest(page)).toContainText('# mine')
})

test('by keyboard: Escape leaves the editor, then the view, and the draft stays', async ({ page, open }) => {
  await open()
  await show(page, object)
  await expect(active(page).getByRole('button', { name: /^Edit/ })).toBeVisible()
  await page.keyboard.press('e')
  await expect(manifest(page)).toContainText('kind: Deployment')
  await manifest(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.insertText('# a note of mine\n')
  // An Escape ends completion first, which is looked for as one types.
  await expect(kept(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(manifest(page)).not.toBeFocused()
  await expect(manifest(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(active(page).getByRole('button', { name: /^Edit/ })).toBeVisible()
  await page.keyboard.press('e')
  await expect(manifest(page)).toContainText('# a note of mine')
})

test('by keyboard: n and p go through the changes, folds open in one column, and the patch is copied', async ({
  page,
  open,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open()
  await show(page, object)
  await expect(active(page).getByRole('button', { name: /^Edit/ })).toBeVisible()
  await page.keyboard.press('e')
  await expect(manifest(page)).toContainText('replicas: 3')
  await manifest(page).focus()
  await page.keyboard.press('Control+Home')
  for (let line = 0; line < 11; line++) await page.keyboard.press('ArrowDown')
  await expect(active(page).locator('.cm-activeLine')).toContainText('replicas: 3')
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await page.keyboard.insertText('5')
  const differences = active(page).getByRole('table', { name: 'Differences' })
  await expect(differences.locator('mark')).toHaveText(['3', '5'])
  await differences.focus()
  await page.keyboard.press('n')
  await expect(differences.locator('[data-reached]')).toContainText('replicas: 3')
  const folds = differences.getByRole('button', { name: /unchanged lines/ })
  const before = await folds.count()
  await folds.first().press('Enter')
  await expect(folds).toHaveCount(before - 1)
  await active(page).getByRole('button', { name: 'Copy as merge patch' }).press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('{"spec":{"replicas":5}}')
  await active(page).getByRole('button', { name: 'Copy as patch' }).press('Enter')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^--- a\/Deployment-web\.yaml\n\+\+\+ b\/Deployment-web\.yaml\n@@ /)
})

test('a field that cannot be changed is named with both values, marked at its line, and leads to a reviewed deletion', async ({
  page,
  open,
}) => {
  await open()
  await show(page, object)
  await expect(active(page).getByRole('button', { name: /^Edit/ })).toBeVisible()
  await page.keyboard.press('e')
  await expect(manifest(page)).toContainText('kind: Deployment')
  const text = (labels: string): string =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: shop\nspec:\n  selector:\n    matchLabels:\n      app: ${labels}\n`
  await write(page, text('other'))
  await page.keyboard.press('Control+s')
  const changes = active(page).getByRole('region', { name: 'What changes' })
  const recreate = changes.getByRole('button', { name: 'Delete and recreate…' })
  await expect(recreate).toBeVisible()
  await expect(changes).toContainText('spec.selector')
  await expectAccessible(page)
  await recreate.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('spec.selector')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Review the deletion' }).press('Enter')
  await expect(page.getByRole('dialog', { name: /^Delete / })).toContainText('web')
  await page.keyboard.press('Escape')
  await expect(manifest(page)).toContainText('app: other')
})

test('what the server refuses is marked in the text beside what the schema says', async ({ page, open }) => {
  await open()
  await show(page, '#/c/sample/journal')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('apply yaml')
  await page.keyboard.press('Enter')
  await write(page, config('  colour: green\nnothing: 1\n'))
  await page.keyboard.press('Control+s')
  await expect(
    active(page)
      .getByText(/The server refuses to/)
      .first(),
  ).toBeVisible()
})
