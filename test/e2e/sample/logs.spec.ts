import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { hiddenTexts } from '../hostile/inert.ts'

const log = (page: Page): Locator => page.getByRole('grid', { name: /^Log of/ })
const lines = (page: Page): Locator => log(page).getByRole('row')
const strip = (page: Page): Locator => page.getByRole('group', { name: 'State of the logs' })
const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name })

/** Lines that are held, as the page tells it. */
async function held(page: Page): Promise<number> {
  const [, count = '0'] = /([\d,]+) lines? held/.exec((await strip(page).textContent()) ?? '') ?? []
  return Number(count.replaceAll(',', ''))
}

async function openLogs(page: Page, address: string): Promise<void> {
  await page.evaluate(hash => {
    location.hash = hash
  }, `#/c/sample/logs?${address}`)
  await expect(lines(page).nth(5)).toBeVisible()
}

test('from a list by a key: followed, searched, filtered, paused, saved', async ({ page, open }) => {
  const { dataFolder } = await open()
  const pods = page.getByRole('grid', { name: 'Pods' })
  await expect(pods.getByRole('row').nth(5)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('web-')
  await expect(pods.getByRole('row')).toHaveCount(4)
  await page.keyboard.press('Enter')
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await expect(lines(page).nth(2)).toBeVisible()
  await expect(log(page)).toBeFocused()
  const before = await held(page)
  await expect.poll(() => held(page)).toBeGreaterThan(before)

  await page.keyboard.press('/')
  await page.keyboard.type('"GET /')
  await expect(page.getByText(/^[\d,]+ hits$/)).toBeVisible()
  await page.keyboard.press('Enter')
  const active = page.locator('[role=row][aria-selected=true]')
  await expect(active).toHaveCount(1)
  await expect(active.locator('mark')).toHaveText('"GET /')
  const found = await log(page).getAttribute('aria-activedescendant')
  await page.keyboard.press('N')
  await expect(log(page)).not.toHaveAttribute('aria-activedescendant', found ?? '')
  await page.keyboard.press('n')
  await expect(log(page)).toHaveAttribute('aria-activedescendant', found ?? '')
  await expect(page.getByText('Not following')).toBeVisible()

  await page.keyboard.press('&')
  await page.keyboard.type(String.raw`\s(404|499)\s`)
  await page.getByRole('button', { name: 'Filter by a pattern' }).click()
  await expect
    .poll(async () => (await lines(page).allInnerTexts()).filter(text => !/ (404|499) /.test(text)))
    .toEqual([])
  await expect(strip(page)).toContainText(/\d+ of [\d,]+ lines held/)

  await log(page).focus()
  await page.keyboard.press('G')
  await expect(page.getByText('Not following')).toBeHidden()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: /^Paused [\d,]+ new lines?/ })).toBeVisible({
    timeout: 15_000,
  })
  await page.keyboard.press('Space')
  await expect(page.getByText('Paused')).toBeHidden()

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save…' }).click()
  const path = join(dataFolder, 'saved.log')
  await field(page, 'File').fill(path)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Saved' })).toContainText(path)
  const saved = (await readFile(path, 'utf8')).split('\n').filter(line => / "GET /.test(line))
  expect(saved.length).toBeGreaterThan(5)
  expect(saved.filter(line => !/ (404|499) /.test(line))).toEqual([])
  await page.keyboard.press('Escape')
})

test('levels, columns, a line in full and times, by pointer and by key, at 1024 × 700', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 })
  await open()
  await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(5)).toBeVisible()
  await openLogs(page, 'kind=apps/v1/deployments&ns=shop&name=cart&tail=100')
  const errors = page.getByRole('button', { name: /^error \d/ })
  await errors.click()
  const shownLevels = () =>
    lines(page)
      .locator('[aria-label]')
      .evaluateAll(all => all.map(one => one.ariaLabel))
  await expect.poll(async () => [...new Set(await shownLevels())]).toEqual(['error'])
  await errors.click()

  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('checkbox', { name: 'level', exact: true }).check()
  await page.getByRole('checkbox', { name: 'msg', exact: true }).check()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(log(page).getByRole('columnheader')).toHaveText(['time', 'source', 'level', 'level', 'msg'])
  const cell = log(page).getByRole('gridcell', { name: 'request completed' }).first()
  await cell.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Not msg = request completed' }).click()
  await expect(log(page).getByRole('gridcell', { name: 'request completed' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove the condition msg is not request completed' }).click()
  await cell.click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Line in full' })).toContainText('responseTime')
  await page.keyboard.press('Escape')
  await expect(log(page)).toBeFocused()
  await page.keyboard.press('T')
  await page.keyboard.press('T')
  await expect(page).toHaveURL(/time=full/)
  await expect(lines(page).nth(3)).toContainText(/\d{4}-\d\d-\d\dT/)
})

for (const scheme of ['light', 'dark'] as const) {
  test(`lines of every level and a line in full are accessible in the ${scheme} theme`, async ({
    page,
    open,
  }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await open()
    await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(5)).toBeVisible()
    await openLogs(
      page,
      'kind=apps/v1/deployments&ns=shop&name=cart&tail=100&find=re&level=error&level=warn&level=debug',
    )
    await lines(page).nth(3).click()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Line in full' })).toContainText('hostname')
    await expectAccessible(page)
  })
}

test('a filter that nothing meets, a pod that is not there and a pattern that is none say so', async ({
  page,
  open,
}) => {
  await open()
  await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(5)).toBeVisible()
  await openLogs(page, 'kind=apps/v1/deployments&ns=shop&name=cart')
  await field(page, 'Filter lines').fill('no line says this')
  await expect(page.getByRole('heading', { name: 'No line matches' })).toBeVisible()
  await page.getByRole('button', { name: /^Show all [\d,]+ lines$/ }).click()
  await expect(lines(page).nth(5)).toBeVisible()
  await page.getByRole('button', { name: 'Filter by a pattern' }).click()
  await field(page, 'Filter lines').fill('(a')
  await expect(page.getByRole('alert')).toContainText('This is no pattern')
  await expect(lines(page).nth(5)).toBeVisible()
})

const hostileLog = [
  '2026-01-01T00:00:00Z title \u001b]0;owned\u0007 clipboard \u001b]52;c;ZXZpbA==\u0007 end',
  '2026-01-01T00:00:01Z link \u001b]8;;https://evil.example\u0007text\u001b]8;;\u0007 end',
  '2026-01-01T00:00:02Z reversed \u202egnp.exe\u202c width pay\u200bpal end',
  '2026-01-01T00:00:03Z <img src=x onerror=alert(1)> javascript:alert(1) end',
].join('\n')

test('the logs of a dump are text and nothing more, and a dump without logs says so', async ({
  page,
  open,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'logs-'))
  const pod = (name: string) =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: shop}\nspec: {containers: [{name: c, image: x}]}\nstatus: {phase: Running}\n`
  await writeFile(join(folder, 'pods.yaml'), `${pod('told')}---\n${pod('silent')}`)
  const logs = join(folder, 'namespaces', 'shop', 'pods', 'told', 'c', 'c', 'logs')
  await mkdir(logs, { recursive: true })
  await writeFile(join(logs, 'current.log'), `${hostileLog}\n`)
  await open({ args: ['--snapshot', folder] })
  await expect(page.getByRole('navigation', { name: 'Cluster' })).toBeVisible()
  const go = (name: string) =>
    page.evaluate(pod => {
      const [, , context] = location.hash.split('/')
      location.hash = `#/c/${context}/logs?kind=/v1/pods&ns=shop&name=${pod}`
    }, name)
  await go('told')
  await expect(log(page).getByText('title clipboard end')).toBeVisible()
  await expect(log(page).getByText('reversed ⟨U+202E⟩gnp.exe⟨U+202C⟩ width pay⟨U+200B⟩pal end')).toBeVisible()
  await expect(log(page).getByText('<img src=x onerror=alert(1)> javascript:alert(1) end')).toBeVisible()
  expect(await log(page).locator('a, img, script').count()).toBe(0)
  expect(await hiddenTexts(page)).toEqual([])
  await go('silent')
  await expect(page.getByRole('heading', { name: 'This dump holds no logs' })).toBeVisible()
})
