import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

async function openOverview(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { name: 'Workloads' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Pods by state' })).toContainText('CrashLoopBackOff')
}

/** Follows a number and answers how many rows the list behind it shows. */
async function rowsBehind(page: Page, grid: string, link: ReturnType<Page['getByRole']>): Promise<number> {
  await link.click()
  const rows = page.getByRole('grid', { name: grid })
  await expect(rows.getByRole('row').nth(1)).toBeVisible()
  // The head is a row too.
  await expect.poll(async () => Number(await rows.getAttribute('aria-rowcount')) - 1).toBeGreaterThan(0)
  return Number(await rows.getAttribute('aria-rowcount')) - 1
}

test('every number of the workloads leads to a list with exactly these rows', async ({ page, open }) => {
  await open()
  await openOverview(page)
  const kinds = ['Pods', 'Deployments', 'StatefulSets', 'DaemonSets', 'Jobs', 'CronJobs'] as const
  let checked = 0
  for (const kind of kinds) {
    const states = page.getByRole('list', { name: `${kind} by state` }).getByRole('link')
    const count = await states.count()
    for (let index = 0; index < count; index++) {
      const link = states.nth(index)
      const text = (await link.textContent()) ?? ''
      const number = Number(/^\d+/.exec(text)?.[0])
      expect(await rowsBehind(page, kind, link), `${kind}: ${text}`).toBe(number)
      checked++
      await page.goBack()
      await expect(page.getByRole('heading', { name: 'Workloads' })).toBeVisible()
    }
  }
  expect(checked).toBeGreaterThan(8)
})

test('the numbers of nodes, claims and warnings lead to their rows too', async ({ page, open }) => {
  await open()
  await openOverview(page)
  const nodes = page.getByRole('region', { name: 'Nodes' })
  expect(await rowsBehind(page, 'Nodes', nodes.getByRole('link', { name: /control-plane/ }))).toBe(1)
  await page.goBack()
  const claims = page.getByRole('list', { name: 'PersistentVolumeClaims by state' })
  const bound = claims.getByRole('link', { name: /Bound/ })
  const number = Number(/^\d+/.exec((await bound.textContent()) ?? '')?.[0])
  expect(await rowsBehind(page, 'PersistentVolumeClaims', bound)).toBe(number)
  await page.goBack()
  const warnings = page.getByRole('region', { name: 'Warnings in the last hour' })
  const events = warnings
    .getByRole('listitem')
    .filter({ hasText: 'BackOff' })
    .first()
    .getByRole('link', { name: /event/ })
  const text = (await events.textContent()) ?? ''
  expect(await rowsBehind(page, 'Events', events)).toBe(Number(/^\d+/.exec(text)?.[0]))
  expect(page.url()).toContain('type%3DWarning')
})

test('an address of the overview opens it, a problem of admission leads to its object, and nothing is against accessibility', async ({
  page,
  open,
}) => {
  await open()
  await expect(page.getByRole('grid', { name: 'Pods' })).toBeVisible()
  await page.evaluate(() => {
    location.hash = '#/c/sample/overview'
  })
  await expect(page.getByRole('list', { name: 'Pods by state' })).toBeVisible()
  const admission = page.getByRole('region', { name: 'Admission' })
  await expect(admission.getByRole('button', { name: /broken/ })).toBeVisible()
  await expectAccessible(page)
  await admission.getByRole('button', { name: /at risk/ }).click()
  await expect(admission.getByRole('button', { name: /at risk/ })).toHaveAttribute('aria-pressed', 'true')
  await admission.getByRole('listitem').first().getByRole('link').click()
  await expect(page).toHaveURL(/admissionregistration/)
})

test('TLS Secrets are read only when asked for', async ({ page, open }) => {
  await open()
  await openOverview(page)
  const certificates = page.getByRole('region', { name: 'Certificates' })
  await expect(certificates.getByText(/validating CA/).first()).toBeVisible()
  await expect(certificates).toContainText('TLS Secrets are not read unless you ask')
  await certificates.getByRole('button', { name: 'Read TLS Secrets too' }).click()
  await expect(certificates).toContainText(/TLS Secrets? (was|were) read/)
})

test('a list knows ready and unready rows', async ({ page, open }) => {
  await open()
  const filter = page.getByRole('textbox', { name: 'Filter pods' })
  await filter.fill('is:unready status=CrashLoopBackOff')
  const grid = page.getByRole('grid', { name: 'Pods' })
  await expect(grid.getByRole('row', { name: /CrashLoopBackOff/ })).toHaveCount(1)
  await filter.fill('is:ready status=CrashLoopBackOff')
  await expect(grid.getByRole('row', { name: /CrashLoopBackOff/ })).toHaveCount(0)
})

test('the overview is reached and used by keyboard alone', async ({ page, open }) => {
  await open()
  await expect(page.getByRole('grid', { name: 'Pods' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('overview')
  await page.keyboard.press('Enter')
  const first = page.getByRole('list', { name: 'Pods by state' }).getByRole('link').first()
  await expect(first).toBeVisible()
  await first.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: 'Pods' })).toBeVisible()
  await expect(page).toHaveURL(/q=status/)
})
