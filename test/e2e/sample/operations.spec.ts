import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

test('rows are deleted, labelled and scaled from dialogs that work by keyboard', async ({ page, open }) => {
  await open()
  const nav = page.getByRole('navigation', { name: 'Cluster' })
  await nav.getByRole('link', { name: 'Deployments' }).click()
  const rows = page.getByRole('grid', { name: 'Deployments' })
  await expect(rows.getByRole('row').nth(3)).toBeVisible()
  await rows.focus()
  await page.keyboard.press('j')
  await expect(page.getByRole('button', { name: 'More operations' })).toBeVisible()
  await page.keyboard.press('Delete')
  const deletion = page.getByRole('dialog', { name: /^Delete / })
  const grace = deletion.getByRole('textbox', { name: 'Grace period in seconds' })
  await expect(grace).toBeFocused()
  await expect(
    deletion.getByText(/go with it|depends on it|was found|could not be found out/).first(),
  ).toBeVisible()
  await grace.fill('soon')
  await expect(deletion.getByRole('button', { name: 'Review' })).toBeDisabled()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(deletion).toBeHidden()

  await page.getByRole('button', { name: 'More operations' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Labels…' }).press('Enter')
  const labels = page.getByRole('dialog', { name: /^Labels of / })
  await expect(labels.getByRole('textbox', { name: 'Key' })).toBeFocused()
  await page.keyboard.type('tier')
  await page.keyboard.press('Enter')
  await expect(labels.getByText('tier=', { exact: true })).toBeVisible()
  await expect(labels.getByRole('button', { name: 'Review' })).toBeEnabled()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'More operations' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Scale…' }).press('Enter')
  const scale = page.getByRole('dialog', { name: /^Scale / })
  await expect(scale.getByRole('textbox', { name: 'Replicas' })).toBeFocused()
  await expect(scale).toContainText(/Now \d+/)
  await expectAccessible(page)
})

test('by keyboard: a workload is scaled and restarted through the review, and scaled back by undo', async ({
  page,
  open,
}) => {
  await open()
  await show(page, '#/c/sample/o/apps/v1/deployments/shop/cart/summary')
  await operate(page, 'Scale…')
  await expect(page.getByRole('textbox', { name: 'Replicas' })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Scale Deployment shop/cart to 4')).toContainText('spec.replicas')
  await expectAccessible(page)
  await send(page)
  await expect(wanted(page)).toHaveText('4')
  await page.getByRole('button', { name: /^Undo scale Deployment shop\/cart/ }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('spec.replicas')
  await send(page)
  await expect(wanted(page)).toHaveText('2')

  await operate(page, 'Restart')
  await expect(dialog(page, 'Restart Deployment shop/cart')).toContainText('restartedAt')
  await send(page)
  await expect(results(page)).toContainText('restart Deployment shop/cart')
})

test('by keyboard: two rows are labelled at once, one is deleted with what goes with it', async ({
  page,
  open,
}) => {
  await open()
  await show(page, '#/c/sample/l/apps/v1/deployments?ns=shop')
  const rows = page.getByRole('grid', { name: 'Deployments' })
  await expect(rows.getByRole('row', { name: /cart/ })).toBeVisible()
  await rows.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  await operate(page, 'Labels…')
  await expect(dialog(page, 'Labels of 2 deployments').getByRole('textbox', { name: 'Key' })).toBeFocused()
  await page.keyboard.type('tier')
  await page.keyboard.press('Tab')
  await page.keyboard.type('front')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Review' }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('2 of 2 requests chosen')
  await expectAccessible(page)
  await send(page)
  await expect(results(page).getByRole('listitem').filter({ hasText: 'done' })).toHaveCount(2)

  await rows.focus()
  await page.keyboard.press('Escape')
  // The key follows at once: what is deleted is the row that is marked now.
  await page.keyboard.press('Home')
  await page.keyboard.press('j')
  await page.keyboard.press('Delete')
  const deletion = dialog(page, 'Delete catalog')
  await expect(deletion.getByText(/ReplicaSets? and \d+ Pods? go with it/)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Delete Deployment shop/catalog')).toBeVisible()
  await expectAccessible(page)
  await send(page)
  await expect(rows.getByRole('row', { name: /catalog/ })).toHaveCount(0)
  await expect(rows.getByRole('row', { name: /cart/ })).toBeVisible()
})

test('by keyboard: a node is cordoned, drained and uncordoned, and offers what fits its state', async ({
  page,
  open,
}) => {
  await open()
  await show(page, '#/c/sample/o/core/v1/nodes/_/mill-b1/summary')
  await expect(active(page).getByRole('button', { name: 'Cordon' })).toBeVisible()
  await operate(page, 'Cordon')
  await expect(dialog(page, 'Cordon Node mill-b1')).toContainText('spec.unschedulable')
  await send(page)
  await expect(active(page).getByRole('button', { name: 'Uncordon' })).toBeVisible()
  await expect(active(page).getByRole('button', { name: 'Cordon', exact: true })).toHaveCount(0)

  await operate(page, 'Drain…')
  await expect(dialog(page, 'Drain mill-b1')).toContainText('as their disruption budgets allow')
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Time limit in seconds' }).fill('20')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Drain Node mill-b1')).toContainText('will not move')
  await send(page)
  await expect(results(page)).toContainText(/evict Pod/)
  await expect(results(page).getByRole('listitem').filter({ hasText: 'done' }).nth(1)).toBeVisible()

  await operate(page, 'Uncordon')
  await expect(dialog(page, 'Uncordon Node mill-b1')).toBeVisible()
  await send(page)
  await expect(active(page).getByRole('button', { name: 'Cordon', exact: true })).toBeVisible()
})

const active = (page: Page) => page.locator('[data-view-active]')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const results = (page: Page) => page.getByRole('list', { name: 'Results' })
const wanted = (page: Page) =>
  active(page)
    .locator('dt', { hasText: /^Wanted$/ })
    .locator('xpath=following-sibling::dd[1]')

/** Goes to an address within the page. */
async function show(page: Page, hash: string): Promise<void> {
  await expect(page.getByRole('grid').getByRole('row').nth(2)).toBeVisible()
  await page.evaluate(to => {
    location.hash = to
  }, hash)
}

/** Chooses an operation on what is in front, from its button or from the menu beside it. */
async function operate(page: Page, label: string): Promise<void> {
  const menu = active(page).getByRole('button', { name: 'More operations' })
  await expect(menu).toBeVisible()
  const button = active(page).getByRole('button', { name: label, exact: true })
  if ((await button.count()) > 0) return button.press('Enter')
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: label }).press('Enter')
}

/** Sends what is reviewed, and waits until it was taken. */
async function send(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Send/ })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(results(page)).toContainText('done')
}
