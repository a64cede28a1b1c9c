import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

const object = `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop}
spec:
  containers:
    - {name: web, image: "nginx:1.27"}
`

// Reading what decides takes its time on a busy machine.
const patient = { timeout: 30_000 }

async function openScratchpad(page: Page, query = ''): Promise<void> {
  await page.getByRole('grid', { name: 'Pods' }).waitFor()
  await page.evaluate(text => {
    location.hash = `#/c/sample/scratchpad${text}`
  }, query)
}

test('an expression is completed, evaluated as it is typed, and marked where it is wrong', async ({
  page,
  open,
}) => {
  await open()
  await openScratchpad(page, `?object=yaml&kind=%2Fv1%2Fpods&yaml=${encodeURIComponent(object)}`)
  const editor = page.getByRole('textbox', { name: 'Expression' })
  await editor.click()
  await page.keyboard.type('object.spec.containers.all(c, c.im')
  await expect(page.getByRole('option', { name: /^image/ }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.type("age.startsWith('nginx'))")
  const values = page.getByRole('region', { name: 'Values' })
  const card = values.getByRole('article', { name: 'Expression' })
  await expect(card).toContainText('true', patient)
  await expect(card.getByRole('meter')).toBeVisible()
  await expect(editor).toContainText('c.image = "nginx:1.27"')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('note', { name: 'Value at the cursor' })).toContainText('"kind": "Pod"')
  await expectAccessible(page)
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' && 1 == "a"')
  await page.keyboard.press('Escape')
  await expect(card).toContainText('found no matching overload')
  await expect(editor.locator('.celIssue')).toHaveText('==')
})

test('a policy of the cluster is taken, and its expressions are told one by one', async ({ page, open }) => {
  await open()
  await page.getByRole('navigation', { name: 'Cluster' }).getByRole('link', { name: 'Policies' }).click()
  await page
    .getByRole('listbox', { name: /Policies/ })
    .getByRole('option', { name: /replica-limits/ })
    .click()
  await page.getByRole('tab', { name: 'Scratchpad' }).click()
  await expect(page.getByRole('article', { name: 'Validation 1', exact: true })).toBeVisible(patient)
  await page.getByRole('link', { name: 'Open as a view' }).click()
  await expect(page).toHaveURL(/scratchpad\?.*replica-limits/)
  await expect(page.getByRole('textbox', { name: 'Policy' })).toContainText('replica-limits')
  await expect(page.getByRole('article', { name: 'Validation 1', exact: true })).toBeVisible(patient)
  await expectAccessible(page)
  // Fields of `params` are those of the kind that the policy names.
  await page.getByRole('textbox', { name: 'Policy' }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('  - expression: params.spec.ma')
  await expect(page.getByRole('option', { name: /^maxReplicas/ }).first()).toBeVisible(patient)
})
