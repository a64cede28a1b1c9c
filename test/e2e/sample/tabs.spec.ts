import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { startApp } from '../app.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { type Fleet, startFleet } from '../fleet.ts'

let fleet: Fleet

test.beforeAll(async () => {
  fleet = await startFleet([
    { name: 'east', pods: 400 },
    { name: 'west', pods: 300 },
    { name: 'north', pods: 20 },
  ])
})
test.afterAll(() => fleet.stop())

async function openByName(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name: new RegExp(`^${name}`) }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(rail(page).getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible()
}

async function go(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(words)
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
}

const listed = (page: Page) => page.getByRole('grid', { name: 'Contexts' }).getByRole('row').nth(2)
const rail = (page: Page) => page.getByRole('navigation', { name: 'Contexts' })
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Tabs' })
const pods = (page: Page) => page.getByRole('grid', { name: 'Pods' })
const titles = (page: Page) => tabs(page).getByRole('link').allInnerTexts()

/** How far a table is scrolled, and the name in its active row. */
function placeIn(grid: Locator): Promise<{ readonly top: number; readonly active: string }> {
  return grid.evaluate(element => {
    const row = document.getElementById(element.getAttribute('aria-activedescendant') ?? '')
    return {
      top: element.scrollTop,
      active: row?.querySelector('[aria-colindex="2"]')?.textContent ?? '',
    }
  })
}

test('a context is found as it was left: filter, scroll, selection and focus', async ({ page, open }) => {
  await open({ kubeconfig: fleet.kubeconfig })
  await expect(listed(page)).toBeVisible()
  await openByName(page, 'east')
  await expect(page.getByRole('contentinfo')).toContainText('400 rows')
  await page.keyboard.press('/')
  await page.keyboard.type('running')
  await page.keyboard.press('Enter')
  for (let press = 0; press < 6; press++) await page.keyboard.press('PageDown')
  await expect(page).toHaveURL(/row=\d+/)
  await page.keyboard.press('Space')
  await expect(pods(page).getByRole('row', { selected: true })).toHaveCount(1)
  const before = await placeIn(pods(page))
  expect(before.top).toBeGreaterThan(500)
  await openByName(page, 'west')
  await expect(page.getByRole('contentinfo')).toContainText('300 rows')
  await page.keyboard.press('Control+1')
  await expect(page.getByRole('textbox', { name: 'Filter Pods' })).toHaveValue('running')
  const after = await placeIn(pods(page))
  expect(after.top).toBe(before.top)
  expect(after.active).toBe(before.active)
  expect(after.active).not.toBe('')
  await expect(pods(page)).toBeFocused()
  await expect(pods(page).getByRole('row', { selected: true })).toHaveCount(1)
})

test('tabs are moved, closed, closed together and opened again by keyboard', async ({ page, open }) => {
  await open()
  await expect(pods(page).getByRole('row').nth(3)).toBeVisible()
  await go(page, 'svc')
  await go(page, 'cm')
  await expect(page.getByRole('grid', { name: 'ConfigMaps' })).toBeVisible()
  expect(await titles(page)).toEqual(['Pods', 'Services', 'ConfigMaps'])
  await tabs(page).getByRole('link', { name: 'ConfigMaps' }).focus()
  await page.keyboard.press('Alt+Shift+ArrowLeft')
  expect(await titles(page)).toEqual(['Pods', 'ConfigMaps', 'Services'])
  await expect(tabs(page).getByRole('link', { name: 'ConfigMaps' })).toBeFocused()
  await page.keyboard.press('Alt+w')
  await expect.poll(() => titles(page)).toEqual(['Pods', 'Services'])
  await page.keyboard.press('Alt+Shift+T')
  await expect(page.getByRole('grid', { name: 'ConfigMaps' })).toBeVisible()
  await go(page, 'close the other tabs')
  await expect.poll(() => titles(page)).toEqual(['ConfigMaps'])
  await page.getByRole('button', { name: /^All tabs/ }).press('Enter')
  await expect(page.getByRole('menu', { name: 'All tabs' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
})

test('the order of the rail is the reader’s own, and Ctrl with a number follows it', async ({
  page,
  open,
}) => {
  await open({ kubeconfig: fleet.kubeconfig })
  await expect(listed(page)).toBeVisible()
  for (const name of ['east', 'west', 'north']) await openByName(page, name)
  const order = () =>
    rail(page)
      .getByRole('listitem')
      .getByRole('button')
      .evaluateAll(tiles => tiles.map(tile => tile.getAttribute('aria-label')))
  await expect.poll(order).toEqual(['east', 'west', 'north'])
  await rail(page).getByRole('button', { name: 'north' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(order).toEqual(['east', 'north', 'west'])
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(order).toEqual(['north', 'east', 'west'])
  await page.keyboard.press('Control+2')
  await expect(page.getByRole('heading', { name: 'east', level: 1 })).toBeVisible()
  await rail(page).getByRole('button', { name: 'west' }).press('Delete')
  await expect.poll(order).toEqual(['north', 'east'])
  await expectAccessible(page)
})

test('after a restart tabs, order and scroll are back, and nothing is contacted before it is asked', async ({
  page,
}) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'gatehouse-tabs-'))
  const first = await startApp({ kubeconfig: fleet.kubeconfig, dataFolder })
  try {
    await page.goto(first.address)
    await expect(listed(page)).toBeVisible()
    await openByName(page, 'east')
    await openByName(page, 'west')
    await expect(page.getByRole('contentinfo')).toContainText('300 rows')
    await page.getByRole('button', { name: /^Contexts: west/ }).press('Enter')
    await page.getByRole('button', { name: 'All that are open' }).press('Enter')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('contentinfo')).toContainText('700 rows')
    await pods(page).focus()
    for (let press = 0; press < 8; press++) await page.keyboard.press('PageDown')
    await expect(page).toHaveURL(/row=\d+/)
    const top = await pods(page).evaluate(grid => grid.scrollTop)
    await go(page, 'svc')
    await page.keyboard.press('{')
    await expect(pods(page)).toBeVisible()
    await page.waitForTimeout(1500)
    await first.stop()
    const second = await startApp({ kubeconfig: fleet.kubeconfig, dataFolder })
    try {
      await page.goto(second.address)
      await expect(listed(page)).toBeVisible()
      await expect(rail(page).getByRole('button', { name: 'east, not open' })).toBeVisible()
      await page.keyboard.press('Control+1')
      await expect(page.getByRole('heading', { name: 'east is not open' })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Control+2')
      expect(await titles(page)).toEqual(['Pods\n2 contexts', 'Services'])
      const strip = page.getByRole('region', { name: 'Contexts of this list' })
      await expect(strip).toContainText('0 of 2 contexts live')
      await strip.getByRole('button', { name: 'Open west' }).press('Enter')
      await strip.getByRole('button', { name: 'Open east' }).press('Enter')
      await expect(page.getByRole('contentinfo')).toContainText('700 rows')
      await expect.poll(() => pods(page).evaluate(grid => Math.abs(grid.scrollTop))).toBeGreaterThan(top - 40)
    } finally {
      await second.stop()
    }
  } finally {
    await first.stop()
    await rm(dataFolder, { recursive: true, force: true })
  }
})

test('a context that leaves its kubeconfig says so in its tab', async ({ page, open }) => {
  const small = await startFleet([
    { name: 'keeper', pods: 5 },
    { name: 'leaver', pods: 5 },
  ])
  try {
    await open({ kubeconfig: small.kubeconfig })
    await expect(listed(page)).toBeVisible()
    await openByName(page, 'leaver')
    await expect(pods(page).getByRole('row').nth(2)).toBeVisible()
    const address = new URL(page.url()).hash
    await rail(page).getByRole('button', { name: 'leaver' }).press('Delete')
    await small.keep(['keeper'])
    await page.evaluate(hash => {
      location.hash = hash
    }, address)
    await expect(page.getByRole('heading', { name: 'There is no such context' })).toBeVisible()
    await page.getByRole('button', { name: 'Close its tabs' }).press('Enter')
    await expect(page.getByRole('grid', { name: 'Contexts' })).toBeVisible()
  } finally {
    await small.stop()
  }
})

test('going to a kind again finds its list as it was left, and the first j its first row', async ({
  page,
  open,
}) => {
  await open({ kubeconfig: fleet.kubeconfig })
  await expect(listed(page)).toBeVisible()
  await openByName(page, 'east')
  await openByName(page, 'west')
  // All of them: rows that come later stand before the first.
  await expect(pods(page)).toHaveAttribute('aria-rowcount', '301')
  await page.keyboard.press('j')
  await expect(pods(page)).toBeFocused()
  const active = await pods(page).getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${active}"]`)).toHaveAttribute('aria-rowindex', '2')
  await page.getByRole('button', { name: /^Contexts: west/ }).press('Enter')
  await page.getByRole('button', { name: 'All that are open' }).press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.type('running')
  await expect(page).toHaveURL(/q=running/)
  const left = new URL(page.url()).hash
  await go(page, 'svc')
  await expect(page).toHaveURL(/services/)
  await go(page, 'pods')
  await expect(page.getByRole('textbox', { name: 'Filter Pods' })).toHaveValue('running')
  expect(new URL(page.url()).hash).toBe(left)
})

test('the focus follows to where one went', async ({ page, open }) => {
  await open({ kubeconfig: fleet.kubeconfig })
  await expect(listed(page)).toBeVisible()
  const view = page.locator('[data-view-active]')
  await go(page, 'Make a support bundle')
  await expect(page).toHaveURL(/diagnostics/)
  await expect(view).toBeFocused()
  await go(page, 'Go to the contexts')
  // What is not open has its one button under the finger.
  await openByName(page, 'north')
  await expect(pods(page).getByRole('row').nth(3)).toBeVisible()
  const address = new URL(page.url()).hash
  await rail(page).getByRole('button', { name: 'north' }).press('Delete')
  await page.evaluate(hash => {
    location.hash = hash
  }, address)
  await expect(page.getByRole('button', { name: 'Open it' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(pods(page).getByRole('row').nth(3)).toBeVisible()
})
