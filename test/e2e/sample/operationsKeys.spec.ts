import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

async function openFirst(page: Page, kind: string, path: string) {
  await expect(page.getByRole('navigation', { name: 'Cluster' })).toBeVisible()
  await page.evaluate(hash => {
    location.hash = hash
  }, `#/c/sample/l/${path}`)
  const rows = page.getByRole('grid', { name: kind })
  await expect(rows.getByRole('row').nth(1)).toBeVisible()
  await rows.focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Summary' })).toBeVisible()
}

test('keys take text and files, are renamed, saved byte by byte and reviewed', async ({ page, open }) => {
  await open()
  await openFirst(page, 'ConfigMaps', 'core/v1/configmaps')
  await page.getByRole('button', { name: 'Keys…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Keys of / })
  const added = dialog.getByRole('textbox', { name: 'New key' })
  await expect(added).toBeFocused()
  await page.keyboard.type('mixed.txt')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Remove mixed.txt' }).waitFor()
  await dialog.getByLabel('File for mixed.txt').setInputFiles({
    name: 'mixed.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('one\r\ntwo\nthree'),
  })
  await expect(dialog.getByText(/line ends are of several kinds/)).toBeVisible()
  await dialog.getByLabel('File for a new key').setInputFiles({
    name: 'blob.bin',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from([0, 255, 254, 65]),
  })
  await dialog.getByRole('button', { name: 'Show and edit' }).click()
  await expect(dialog.getByText('00 ff fe 41')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('blob2.bin')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(dialog.getByRole('option', { name: /^blob2\.bin 4 bytes/ })).toBeVisible()
  await expect(dialog.getByRole('option', { name: /^blob\.bin/ })).toHaveCount(0)

  const there = dialog.getByRole('option').filter({ hasNotText: 'added' }).first()
  await there.click()
  await dialog.getByRole('button', { name: 'Save as a file…' }).click()
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-key-'))
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  const saved =
    (await dialog
      .getByText(/^Saved as/)
      .locator('code')
      .textContent()) ?? ''
  expect(saved.startsWith(folder)).toBe(true)
  expect((await readFile(saved)).byteLength).toBeGreaterThan(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(
    page
      .getByRole('dialog')
      .getByText(/blob2\.bin/)
      .first(),
  ).toBeVisible()
})

test('variables of containers are changed, added and removed', async ({ page, open }) => {
  await open()
  await openFirst(page, 'Deployments', 'apps/v1/deployments')
  await page.getByRole('button', { name: 'More operations' }).click()
  await page.getByRole('menuitem', { name: 'Images, environment, resources…' }).click()
  const dialog = page.getByRole('dialog')
  const environment = dialog.getByText(/^Environment \(/).first()
  await expect(environment).toBeVisible()
  const name = dialog.getByRole('textbox', { name: 'New variable' }).first()
  if (!(await name.isVisible())) await environment.click()
  await name.fill('COLOUR')
  await dialog.getByRole('textbox', { name: 'Its value' }).first().fill('green')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'COLOUR' })).toHaveValue('green')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByText(/COLOUR/).first()).toBeVisible()
})

test('rolling back shows what changes in the pod template', async ({ page, open }) => {
  await open()
  await openFirst(page, 'Deployments', 'apps/v1/deployments')
  await page.getByRole('button', { name: 'More operations' }).click()
  await page.getByRole('menuitem', { name: 'Roll back…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Roll back / })
  await expect(dialog.getByText('Pod template now')).toBeVisible()
  await expectAccessible(page)
})

test('all that a selector matches is deleted after its count is typed', async ({ page, open }) => {
  await open()
  const nav = page.getByRole('navigation', { name: 'Cluster' })
  await nav.getByRole('link', { name: 'Deployments', exact: true }).click()
  const rows = page.getByRole('grid', { name: 'Deployments' })
  await expect(rows.getByRole('row').nth(1)).toBeVisible()
  await rows.focus()
  await page.keyboard.press('j')
  await page.getByRole('button', { name: 'More operations' }).click()
  await page.getByRole('menuitem', { name: 'Delete all that match…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete all deployments that match' })
  await expect(dialog.getByRole('textbox', { name: 'Label selector' })).toBeFocused()
  await expect(dialog.getByText(/Without a selector all deployments of the namespace match/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByText(/Type the number of objects that match now/)).toBeVisible()
})
