import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, expectAccessible, test } from '../fixtures.ts'

const dump = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: no-latest-tag}
spec:
  failurePolicy: Ignore
  validations: [{expression: "true"}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: no-latest-tag}
spec: {policyName: no-latest-tag, validationActions: [Warn]}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: "<i>only</i>-here"}
spec:
  validations: [{expression: "true"}]
`

test('open contexts stand beside each other, and a cell shows both objects', async ({ page, open }) => {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-'))
  await writeFile(join(folder, 'policies.yaml'), dump)
  await open()
  await page.getByRole('grid', { name: 'Pods' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('dump')
  await page.getByRole('option', { name: /Open YAML or a dump/ }).waitFor()
  await page.keyboard.press('Enter')
  const door = page.getByRole('dialog', { name: 'Open YAML or a dump' })
  await door.getByRole('combobox', { name: 'Path' }).fill(join(folder, 'policies.yaml'))
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Overview of' }).waitFor()
  await page.evaluate(() => {
    location.hash = '#/c/sample/fleet'
  })
  const grid = page.getByRole('grid', { name: 'Policies and webhooks by context' })
  const row = grid.getByRole('row', { name: /no-latest-tag/ })
  await expect(row).toContainText('Ignore here, Fail there')
  await expect(row).toContainText('Warn here, Deny there')
  await expect(grid.getByRole('row', { name: /<i>only<\/i>-here/ })).toContainText('absent')
  await expectAccessible(page)
  await row.getByRole('gridcell').nth(1).click()
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await expect(comparison.getByRole('table', { name: 'Differences' })).toContainText('failurePolicy: Ignore')
  await expect(comparison.getByRole('link', { name: /open in/ })).toHaveCount(2)
  await expectAccessible(page)
  // By keyboard alone: to the cell above, and its comparison.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(comparison.getByRole('table', { name: 'Differences' })).toHaveCount(0)
  await page.getByRole('button', { name: /Only the \d+ uneven/ }).click()
  await expect(grid.getByRole('row', { name: /no-latest-tag/ })).toBeVisible()
  await rm(folder, { recursive: true })
})
