import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { catalogPod, linkChecker } from '../stories.ts'

// The three stories of docs/guide.md, walked by keyboard on the sample cluster.

// Reading what decides takes its time on a busy machine.
test.describe.configure({ timeout: 120_000 })
const patient = { timeout: 20_000 }

const view = (page: Page): Locator => page.locator('[data-view-active]')
const steps = (page: Page): Locator => view(page).getByRole('listbox', { name: 'Steps' })
const verdicts = (page: Page): Locator => view(page).getByRole('status').first()
const chosenStep = (page: Page): Locator => view(page).getByRole('region', { name: 'The chosen step' })

/** Goes on by Tab until the focus is on something of that name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 80; step++) {
    const text = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    )
    if (name.test(text)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no Tab leads to ${name}`)
}

/** Asks what happens to a YAML text, from the palette on. */
async function askWhatHappens(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await page.keyboard.type('What happens if')
  await page.keyboard.press('Enter')
  await tabTo(page, /^YAML of the object/)
  await page.evaluate(yaml => navigator.clipboard.writeText(yaml), text)
  await page.keyboard.press('Control+v')
  await expect(steps(page)).toBeVisible(patient)
}

/** Has the server try it, by the button's key. */
async function check(page: Page): Promise<void> {
  await tabTo(page, /^Check with the server$/)
  await page.keyboard.press('Enter')
  await expect(verdicts(page)).toContainText(/server: /, patient)
}

/** Chooses a step of the list by the keys of rows. */
async function choose(page: Page, name: RegExp): Promise<void> {
  const step = steps(page).getByRole('option', { name })
  await expect(step).toBeVisible(patient)
  await steps(page).getByRole('option', { selected: true }).focus()
  await page.keyboard.press('Home')
  for (let moved = 0; moved < 60 && (await step.getAttribute('aria-selected')) !== 'true'; moved++)
    await page.keyboard.press('j')
  await expect(step).toBeFocused()
}

test.beforeEach(async ({ context, page, open }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open()
  await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(5)).toBeVisible()
})

test('an outage: pods do not come back while the service behind a Fail webhook is dead', async ({ page }) => {
  await page.keyboard.press('/')
  await page.keyboard.type('gateway namespace=payments')
  const pods = page.getByRole('grid', { name: 'Pods' })
  // Three pods and the head.
  await expect(pods).toHaveAttribute('aria-rowcount', '4')
  await page.keyboard.press('Enter')
  await page.keyboard.press('g')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tablist', { name: /^Parts of Pod/ })).toBeVisible()
  await page.keyboard.press('a')
  await tabTo(page, /What happens if I/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'create it again' })).toBeVisible(patient)
  await page.keyboard.type('create')
  await page.keyboard.press('Enter')
  await expect(steps(page).getByRole('option', { name: /signatures\.images/ })).toBeVisible(patient)
  await check(page)
  await expect(verdicts(page)).toContainText('server: refused · 500')
  await choose(page, /signatures\.images/)
  await expect(chosenStep(page)).toContainText('no endpoints available for service "image-verifier"')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/validatingwebhookconfigurations\/_\/image-signatures/)
})

test('a policy that silently does nothing: bound to deny, mistyped, and its errors ignored', async ({
  page,
}) => {
  await askWhatHappens(page, linkChecker)
  const policy = /images-from-our-registry.*failure policy ignores/
  await choose(page, policy)
  await expect(chosenStep(page)).toContainText('no such key: container')
  await check(page)
  await expect(verdicts(page)).toContainText('server: allowed')
  await expect(verdicts(page)).not.toContainText('not as predicted')
  await expectAccessible(page)
  await choose(page, policy)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/validatingadmissionpolicies\/_\/images-from-our-registry/)
})

test('a rollout blocked by a mutation: what one policy adds another one refuses', async ({ page }) => {
  await askWhatHappens(page, catalogPod)
  await expect(verdicts(page)).toContainText('denied by no-latest-tag · 422')
  await choose(page, /ship-logs/)
  await tabTo(page, /^This step$/)
  await page.keyboard.press('Enter')
  const object = view(page).getByRole('region', { name: 'Object' })
  await expect(object.getByRole('table', { name: 'The object' })).toContainText('log-shipper:latest')
  await check(page)
  await expect(verdicts(page)).toContainText('server: refused · 422')
  await expect(verdicts(page)).not.toContainText('not as predicted')
  await choose(page, /no-latest-tag.*images need a tag/)
  await expect(chosenStep(page)).toContainText('images need a tag, and not latest')
  await expectAccessible(page)
})
