import { expect, expectAccessible, test } from '../fixtures.ts'

test('findings are read by keyboard, narrowed, and lead to their objects and the change to make', async ({
  page,
  open,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open()
  const nav = page.getByRole('navigation', { name: 'Cluster' })
  await nav.getByRole('link', { name: 'Findings' }).click()
  const list = page.getByRole('listbox', { name: 'Findings' })
  await expect(list.getByRole('option').first()).toBeVisible()
  await expect(nav.getByRole('link', { name: /Findings.*\d+ high/ })).toBeVisible()
  await expectAccessible(page)
  // From the filter on to what it left, and through it by the keys of rows.
  await page.getByRole('textbox', { name: 'Filter findings' }).fill('ledger service')
  await page.keyboard.press('Enter')
  const missing = list.getByRole('option', { name: /Its Service does not exist/ })
  await expect(missing).toHaveAttribute('aria-selected', 'true')
  const detail = page.getByRole('article', { name: /Its Service does not exist/ })
  await expect(detail.getByRole('link', { name: 'ledger-guard', exact: true })).toBeVisible()
  await expect(detail.getByText('service-missing', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Filter findings' }).fill('')
  await list.getByRole('option').first().click()
  await page.keyboard.press('j')
  await expect(list.getByRole('option').nth(1)).toBeFocused()
  await page.getByRole('button', { name: /\d+ high/ }).click()
  await expect(list.getByRole('group')).toHaveCount(1)
  await list.getByRole('option', { name: /blocks its own Pods/ }).click()
  await expect(page).toHaveURL(/finding=webhook-deadlock/)
  await page.getByRole('button', { name: 'Copy the diff' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('+  namespaceSelector:')
})

test('health and engines are told, and an address of a finding opens it', async ({ page, open }) => {
  await open()
  await page.getByRole('navigation', { name: 'Cluster' }).getByRole('link', { name: 'Findings' }).click()
  await page.getByRole('tab', { name: /Health/ }).click()
  const webhooks = page.getByRole('region', { name: 'Health of webhooks' })
  await expect(webhooks.getByRole('row', { name: /image-signatures.*0\/2/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: /Engines/ }).click()
  await expect(page.getByText(/Recognised by .*cert-manager/)).toBeVisible()
  await expectAccessible(page)
})
