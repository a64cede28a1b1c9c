import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

const active = (page: Page) => page.locator('[data-view-active]')
const differences = (page: Page) => active(page).getByRole('table', { name: 'Differences' })

/** Goes to an address within the page. */
async function show(page: Page, hash: string): Promise<void> {
  await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(2)).toBeVisible()
  await page.evaluate(to => {
    location.hash = to
  }, hash)
}

/** Replaces what the editor holds. */
async function write(page: Page, text: string): Promise<void> {
  await active(page).getByRole('group', { name: 'After' }).getByRole('textbox').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(text)
}

async function choose(page: Page, side: string, what: RegExp, typed: string): Promise<void> {
  const group = active(page).getByRole('group', { name: side })
  await group.getByRole('button', { name: what }).press('Enter')
  await page.keyboard.type(typed)
  await expect(page.getByRole('option', { name: new RegExp(`^${typed}`) })).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

test('by keyboard: two objects stand side by side, and a field is left out of this comparison and the next', async ({
  page,
  open,
}) => {
  await open()
  await show(page, '#/c/sample/o/apps/v1/deployments/shop/web/summary')
  await expect(page.getByRole('tab', { name: /Summary/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('compare objects')
  await page.keyboard.press('Enter')
  await expect(active(page).getByRole('group', { name: 'Before' })).toContainText('web')
  await expectAccessible(page)
  await choose(page, 'After', /^Name/, 'fraud-check')
  await expect(differences(page)).toContainText('fraud-check')
  await expect(active(page).getByText(/^\d+ differences$/)).toBeVisible()
  await expectAccessible(page)

  const count = async () =>
    Number.parseInt(
      (await active(page)
        .getByText(/^\d+ differences?$/)
        .textContent()) ?? '',
      10,
    )
  const before = await count()
  await active(page).getByRole('button', { name: 'Leave out a field' }).press('Enter')
  await page.getByRole('menuitem', { name: 'metadata.name', exact: true }).press('Enter')
  await expect.poll(count).toBe(before - 1)
  await page.reload()
  await expect(active(page).getByRole('button', { name: '1 left out…' })).toBeVisible()
  await active(page).getByRole('button', { name: '1 left out…' }).press('Enter')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Compare metadata.name again' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect.poll(count).toBe(before)
})

test('a text is compared with an object, and what is no object says where it is wrong', async ({
  page,
  open,
}) => {
  await open()
  await show(page, '#/c/sample/compare?before=apps|v1|deployments|shop|web')
  const after = active(page).getByRole('group', { name: 'After' })
  await after.getByRole('button', { name: /an object/ }).press('Enter')
  await page.getByRole('option', { name: 'a text' }).press('Enter')
  await write(page, 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, name: twice}\n')
  await expect(active(page).getByText(/^Line 3/)).toBeVisible()
  await write(page, 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\n')
  await expect(differences(page)).toContainText('replicas')
})

test('a folder of manifests is held against the cluster, and the differences are saved', async ({
  page,
  open,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'manifests-'))
  await writeFile(
    join(folder, 'new.yaml'),
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: brand-new, namespace: shop}\ndata: {a: "1"}\n',
  )
  await open()
  await show(page, '#/c/sample/compare?tab=manifests')
  const field = active(page).getByRole('combobox', { name: 'File or folder' })
  await field.fill(folder)
  await active(page).getByRole('button', { name: 'Compare', exact: true }).press('Enter')
  const row = active(page).getByRole('row', { name: /brand-new/ })
  await expect(row).toContainText('not in the cluster')
  await expectAccessible(page)
  await active(page).getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: /^CSV/ }).press('Enter')
  await page.getByRole('textbox', { name: 'Folder' }).fill(join(folder, 'out'))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Saved as .*drift\.csv/)).toBeVisible()
  await rm(folder, { recursive: true, force: true })
})
