import type { Page } from '@playwright/test'
import type { AppOptions } from '../app.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { type Fleet, startFleet } from '../fleet.ts'

let fleet: Fleet

type Open = (options: AppOptions) => Promise<unknown>

test.beforeAll(async () => {
  fleet = await startFleet([
    { name: 'east', pods: 40 },
    { name: 'west', pods: 30 },
    { name: 'asleep', pods: 10 },
    { name: 'dead', ailment: 'refusing' },
    { name: 'login', ailment: 'unauthorized' },
    { name: 'denied', ailment: 'denying' },
    { name: 'lacking', ailment: 'lacking' },
    { name: 'silent', ailment: 'silent' },
  ])
})
test.afterAll(() => fleet.stop())

/** Opens a context by the palette. */
async function openByName(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name: new RegExp(`^${name}`) }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Contexts' }).getByRole('button', { name })).toBeVisible()
}

/** Starts on the contexts of the fleet and opens some, in this order. */
async function openFleet(page: Page, open: Open, ...names: readonly string[]): Promise<void> {
  await open({ kubeconfig: fleet.kubeconfig })
  await expect(page.getByRole('grid', { name: 'Contexts' }).getByRole('row').nth(5)).toBeVisible()
  for (const name of names) await openByName(page, name)
}

const strip = (page: Page) => page.getByRole('region', { name: 'Contexts of this list' })
const pods = (page: Page) => page.getByRole('grid', { name: 'Pods' })

test('one list over several contexts, each told in words while the others are live', async ({
  page,
  open,
}) => {
  await openFleet(page, open, 'east', 'west', 'dead', 'login', 'denied', 'lacking', 'silent')
  await page.keyboard.press('Control+1')
  await expect(pods(page).getByRole('row').nth(3)).toBeVisible()
  await page.getByRole('button', { name: /^Contexts: east/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Contexts in this list' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'All that are open' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('contentinfo')).toContainText('70 rows')
  await expect(page.getByRole('contentinfo')).toContainText('live in part')
  await expect(strip(page)).toContainText('2 of 7 contexts live')
  await strip(page).getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  const line = (name: string) => strip(page).getByRole('listitem').filter({ hasText: name })
  await expect(line('dead')).toContainText('unreachable')
  await expect(line('dead')).toContainText('refuses connections')
  await expect(line('login')).toContainText('login needed')
  await expect(line('denied')).toContainText('denied')
  await expect(line('lacking')).toContainText('kind not served')
  await expect(line('silent')).toContainText(/connecting|unreachable/)
  await expect(line('east')).toContainText('live')
  await expectAccessible(page)
  await strip(page).getByRole('button', { name: 'Leave dead out' }).press('Enter')
  await expect(line('dead')).toHaveCount(0)
  expect(page.url()).not.toContain('with=dead')
})

test('a merged list has an address, filters by context, and opens an object in its own context', async ({
  page,
  open,
}) => {
  await openFleet(page, open, 'east', 'west')
  await expect(page).toHaveURL(/#\/c\/.*\/l\/core\/v1\/pods/)
  const west = new URL(page.url()).hash
  const idOf = (hash: string) => decodeURIComponent(hash.split('/')[2] ?? '')
  await page.keyboard.press('Control+1')
  await expect(page.getByRole('heading', { name: 'east', level: 1 })).toBeVisible()
  const east = new URL(page.url()).hash
  await page.evaluate(
    ([hash, id]) => {
      location.hash = `${hash}?with=${encodeURIComponent(id ?? '')}`
    },
    [east.split('?')[0], idOf(west)],
  )
  await expect(page.getByRole('contentinfo')).toContainText('70 rows')
  await expect(pods(page).getByRole('columnheader', { name: 'Context' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('context=west')
  await expect(page.getByRole('contentinfo')).toContainText('30 match')
  await page.keyboard.press('Enter')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tablist', { name: /^Parts of Pod/ })).toBeVisible()
  expect(idOf(new URL(page.url()).hash)).toBe(idOf(west))
  await page.keyboard.press('[')
  await expect(page.getByRole('textbox', { name: 'Filter Pods' })).toHaveValue('context=west')
  await expect(page.getByRole('contentinfo')).toContainText('30 match')
})

test('a context that is not open joins only when asked, and is contacted only then', async ({
  page,
  open,
}) => {
  await openFleet(page, open, 'east')
  await expect(pods(page).getByRole('row').nth(3)).toBeVisible()
  const rail = page.getByRole('navigation', { name: 'Contexts' })
  await page.getByRole('button', { name: /^Contexts: east/ }).press('Enter')
  await page.keyboard.type('aslee')
  await expect(rail.getByRole('button', { name: /asleep/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Open asleep and add it' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(rail.getByRole('button', { name: /asleep/ })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('50 rows')
  await expect(strip(page)).toContainText('All 2 contexts live')
})

test('the home of a merged list may be closed: the others go on, and it can be opened again', async ({
  page,
  open,
}) => {
  await openFleet(page, open, 'east', 'west')
  await page.getByRole('button', { name: /^Contexts: west/ }).press('Enter')
  await page.getByRole('button', { name: 'All that are open' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(strip(page)).toContainText('All 2 contexts live')
  const merged = new URL(page.url()).hash
  await page
    .getByRole('navigation', { name: 'Contexts' })
    .getByRole('button', { name: 'west' })
    .press('Delete')
  await page.evaluate(hash => {
    location.hash = hash
  }, merged)
  await expect(strip(page)).toContainText('1 of 2 contexts live')
  await expect(pods(page).getByRole('row').nth(3)).toBeVisible()
  await expect(strip(page)).toContainText('not open')
  await strip(page).getByRole('button', { name: 'Open west' }).press('Enter')
  await expect(strip(page)).toContainText('All 2 contexts live')
  await expect(page.getByRole('contentinfo')).toContainText('70 rows')
})

for (const scheme of ['light', 'dark'] as const)
  test(`a merged list is accessible in the ${scheme} theme at 1024 × 700`, async ({ page, open }) => {
    await page.setViewportSize({ width: 1024, height: 700 })
    await page.emulateMedia({ colorScheme: scheme })
    await openFleet(page, open, 'east', 'dead', 'denied')
    await page.keyboard.press('Control+1')
    await page.getByRole('button', { name: /^Contexts: east/ }).press('Enter')
    await page.getByRole('button', { name: 'All that are open' }).press('Enter')
    await page.keyboard.press('Escape')
    await expect(strip(page)).toContainText('1 of 3 contexts live')
    await expect(strip(page).getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page)
  })

test('contexts are ticked from the field by Enter and the arrow, and the focus stays', async ({
  page,
  open,
}) => {
  await openFleet(page, open, 'west', 'east')
  await expect(pods(page).getByRole('row').nth(3)).toBeVisible()
  const button = page.getByRole('button', { name: /^Contexts: east/ })
  await button.press('Enter')
  await page.keyboard.type('west')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'west' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('textbox', { name: 'Find a context' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'west' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('option', { name: 'west' })).toHaveAttribute('aria-selected', 'false')
  await page.getByRole('textbox', { name: 'Find a context' }).fill('asle')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Open asleep and add it' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})
