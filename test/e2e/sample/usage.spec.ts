import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

async function go(page: Page, hash: string): Promise<void> {
  await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(1)).toBeVisible()
  await page.evaluate(address => {
    location.hash = address
  }, hash)
}

/** Nothing is against accessibility in the light theme, and no colours are in the dark one: all else is the same. */
async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const { violations } = await new AxeBuilder({ page }).withRules(['color-contrast']).analyze()
  expect(violations.flatMap(({ nodes }) => nodes.map(node => node.html))).toEqual([])
}

const amount = /^\d+(\.\d+)?(m|Ki|Mi|Gi)?$/

test('pods and nodes show CPU and memory in their lists, ordered by number and left out by choice', async ({
  page,
  open,
}) => {
  await open()
  const pods = page.getByRole('grid', { name: 'Pods' })
  await expect(pods.getByRole('columnheader', { name: 'CPU' })).toBeVisible()
  await expect(
    pods
      .getByRole('row', { name: /ledger-0/ })
      .getByRole('gridcell')
      .nth(6),
  ).toHaveText(amount)
  await pods.getByRole('columnheader', { name: 'Memory' }).getByRole('button', { name: 'Memory' }).click()
  await pods.getByRole('columnheader', { name: 'Memory' }).getByRole('button', { name: 'Memory' }).click()
  await expect(pods.getByRole('row').nth(1)).toContainText(/ledger-\d/)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: /^Columns/ }).click()
  await page.getByRole('option', { name: 'CPU' }).click()
  await page.keyboard.press('Escape')
  await expect(pods.getByRole('columnheader', { name: 'CPU' })).toHaveCount(0)
  await go(page, '#/c/sample/l/core/v1/nodes')
  const nodes = page.getByRole('grid', { name: 'Nodes' })
  await expect(nodes.getByRole('row', { name: /mill-a1/ })).toContainText(/\dGi/)
})

test('usage of nodes and namespaces is added up, and leads to them', async ({ page, open }) => {
  await open()
  await go(page, '#/c/sample/usage')
  await expect(page.getByRole('region', { name: 'CPU of all nodes' })).toContainText(/requested\s*\d/)
  const nodes = page.getByRole('grid', { name: 'Nodes' })
  await expect(nodes.getByRole('row', { name: /mill-b1/ })).toContainText('%')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('tab', { name: /Namespaces/ }).click()
  const spaces = page.getByRole('grid', { name: 'Namespaces' })
  await expect(spaces.getByRole('row', { name: /^payments/ })).toContainText('Gi')
  await page.getByRole('textbox', { name: 'Filter namespaces' }).fill('pay')
  await expect(spaces.getByRole('row')).toHaveCount(2)
  await page.getByRole('tab', { name: /Pods without/ }).click()
  await expect(
    page
      .getByRole('grid', { name: /Pods without/ })
      .getByRole('row')
      .nth(1),
  ).toContainText('limit')
  await page.getByRole('tab', { name: /Nodes/ }).click()
  await nodes.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /mill-/ })).toBeVisible()
})

test('a node shows its room, its heartbeat and the pods on it', async ({ page, open }) => {
  await open()
  await go(page, '#/c/sample/o/core/v1/nodes/_/mill-b1/summary')
  await expect(page.getByRole('region', { name: 'Room' })).toContainText(/requested\s*\d/)
  await expect(page.getByRole('region', { name: 'Heartbeat' })).toContainText(/Lease renewed \d+s ago/)
  await expect(page.getByText('maintenance=planned:PreferNoSchedule')).toBeVisible()
  const pods = page.getByRole('grid', { name: 'Pods on the node' })
  await expect(pods.getByRole('row').nth(1)).toContainText(/\dGi/)
  await expectAccessibleInBothThemes(page)
})

test('an object has charts of its containers, and events with its changes on one axis', async ({
  page,
  open,
}) => {
  await open()
  await page.getByRole('row', { name: /CrashLoopBackOff/ }).click()
  await page.keyboard.press('Enter')
  const usage = page.getByRole('region', { name: 'CPU and memory' })
  await expect(usage.getByRole('rowheader', { name: 'fraud-check' })).toBeVisible()
  await page.getByRole('tab', { name: 'Events' }).click()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('BackOff')
  const table = page.getByRole('table', { name: /What happened/ })
  await expect(table.getByRole('row', { name: /fraud-check ended with 1/ })).toBeVisible()
  await expect(table.getByRole('row', { name: /condition Ready became False/ })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: /^Events \d/ }).click()
  await expect(table.getByRole('row', { name: /condition Ready became False/ })).toHaveCount(0)
})

test('events come in groups that filters narrow, with the message in full beside them', async ({
  page,
  open,
}) => {
  await open()
  await go(page, '#/c/sample/events')
  const grid = page.getByRole('grid', { name: 'Events' })
  await expect(grid.getByRole('row', { name: /Back-off restarting/ })).toContainText('Warning')
  await page.getByRole('button', { name: /^Warnings \d/ }).click()
  await expect(grid.getByRole('row', { name: /SuccessfulRescale/ })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Filter events' }).fill('restarting fraud')
  await expect(grid.getByRole('row')).toHaveCount(2)
  await grid.focus()
  const detail = page.getByRole('complementary', { name: 'Details of the event' })
  await expect(detail).toContainText('Back-off restarting failed container')
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Events', selected: true })).toBeVisible()
})
