import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Draws how changes are made on the sample cluster: editing with its review, a deletion, a drain, comparisons, the explorer. */
export async function changeScreenshots(page: Page, folder: string, scheme: 'dark' | 'light'): Promise<void> {
  const draw = async (name: string): Promise<void> => {
    await page.waitForTimeout(1000)
    await page.screenshot({ path: join(folder, `${name}-${scheme}.png`) })
  }
  const active = page.locator('[data-view-active]')
  await show(page, '#/c/sample/o/apps/v1/deployments/shop/web/yaml')
  await active.locator('.cm-content').waitFor()
  await page.keyboard.press('e')
  await active.getByRole('button', { name: /^Dry run/ }).waitFor()
  await active
    .locator('.cm-line', { hasText: /^\s+replicas: \d+$/ })
    .first()
    .click()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('5')
  await active.getByText('kept on disk').waitFor()
  await draw('edit')
  await page.keyboard.press('Control+s')
  await active
    .getByText(/is managed by argocd-controller/)
    .first()
    .waitFor()
  await draw('conflict')

  await show(page, '#/c/sample/l/apps/v1/deployments')
  await active
    .getByRole('row', { name: /\bweb\b/ })
    .first()
    .click()
  await page.keyboard.press('Delete')
  await page
    .getByText(/go with it/)
    .first()
    .waitFor()
  await draw('delete')
  await page.keyboard.press('Escape')

  await show(page, '#/c/sample/o/core/v1/nodes/_/mill-b1/summary')
  await active.getByRole('button', { name: 'Drain…' }).press('Enter')
  await page.getByRole('dialog', { name: 'Drain mill-b1' }).waitFor()
  await page.getByRole('button', { name: 'Review' }).press('Enter')
  await page.getByText(/pods are evicted/).waitFor()
  await draw('drain')
  await page.keyboard.press('Escape')

  await show(
    page,
    '#/c/sample/compare?before=apps|v1|deployments|shop|web&after=apps|v1|deployments|shop|cart',
  )
  await active.getByRole('table', { name: 'Differences' }).waitFor()
  await draw('compare')
  await show(page, '#/c/sample/api')
  await active.getByRole('textbox', { name: 'Filter operations' }).fill('deployments scale')
  await active.getByRole('treeitem').last().click()
  await draw('explorer')
  await show(page, '#/c/sample/journal')
  await draw('journal')
}

async function show(page: Page, hash: string): Promise<void> {
  await page.evaluate(to => {
    location.hash = to
  }, hash)
  await page.waitForTimeout(1200)
}
