import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

async function go(page: Page, tab: string): Promise<void> {
  await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(2)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('diagnostics')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: tab }).click()
}

test('the log is shown as it is written, filtered, paused and copied', async ({ page, open }) => {
  await open()
  await go(page, 'Log')
  const log = page.getByRole('region', { name: 'Log lines' })
  await expect(log).toContainText('context ready')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pause' }).click()
  // A fault of the page is written to the log: a new line while it is paused.
  const report = () =>
    page.evaluate(() => {
      void Promise.reject(new Error('made for the log')).catch(error =>
        window.dispatchEvent(new ErrorEvent('error', { error, message: error.message })),
      )
    })
  await report()
  await page.getByRole('textbox', { name: 'Filter the log' }).fill('context ready')
  await expect(log.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('textbox', { name: 'Filter the log' }).fill('no such line')
  await expect(page.getByRole('heading', { name: 'No line fits' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Filter the log' }).fill('')
  await page.getByRole('button', { name: /Go on/ }).click()
  await expect(log).toContainText('context ready')
})

test('requests are summed up by kind, with open streams and the process', async ({ page, open }) => {
  await open()
  await go(page, 'Requests')
  const kinds = page.getByRole('table', { name: 'Requests by kind' })
  await expect(kinds.getByRole('row', { name: /watch pods/ })).toBeVisible()
  await expect(
    page.getByRole('table', { name: 'Open streams' }).getByRole('row', { name: /watch pods.*includeObject/ }),
  ).toBeVisible()
  await expect(page.getByRole('table', { name: 'Last requests' }).getByRole('row').nth(3)).toBeVisible()
  await expect(page.getByText('Event loop late')).toBeVisible()
  await expectAccessible(page)
})

test('a support bundle is shown in full before it is written, and is written as it was shown', async ({
  page,
  open,
}) => {
  const app = await open()
  await go(page, 'Support bundle')
  const files = page.getByRole('list', { name: 'Files of the bundle' })
  await expect(files.getByRole('button')).toHaveCount(7)
  await files.getByRole('button', { name: /contexts.json/ }).click()
  const shown = page.getByRole('region', { name: 'Content of contexts.json' })
  await expect(shown).toContainText('"session"')
  await expectAccessible(page)
  const text = (await shown.locator('pre').textContent()) ?? ''
  await page.getByRole('textbox', { name: 'Folder' }).fill(join(app.dataFolder, 'out'))
  await page.getByRole('button', { name: 'Save the bundle' }).click()
  const saved = page.getByRole('status').filter({ hasText: 'Saved as' })
  await expect(saved).toContainText('.tar.gz')
  const path = (await saved.locator('code').textContent()) ?? ''
  const archive = gunzipSync(await readFile(path)).toString('utf8')
  expect(archive).toContain(text)
  expect(archive).toContain('README.txt')
  await page.getByRole('textbox', { name: 'Folder' }).fill('not/absolute')
  await page.getByRole('button', { name: 'Save the bundle' }).click()
  await expect(page.getByText(/is no absolute path/)).toBeVisible()
})
