import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, expectAccessible, test } from '../fixtures.ts'

test('an audit groups what policies say, stays over other views, and is saved as a file', async ({
  page,
  open,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'audit-'))
  await open()
  const nav = page.getByRole('navigation', { name: 'Cluster' })
  await nav.getByRole('link', { name: 'Audit' }).click()
  await page.getByRole('button', { name: 'Run the audit' }).click()
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.getByRole('status').filter({ hasText: 'Done' })).toBeVisible({ timeout: 15_000 })
  const policy = result.getByRole('region', { name: 'deploy-window' })
  await policy.getByRole('button', { name: /no params found/ }).press('Enter')
  await expectAccessible(page)
  await policy.getByRole('link').first().click()
  await expect(page).toHaveURL(/deployments\/payments/)
  await nav.getByRole('link', { name: 'Audit' }).click()
  await expect(policy.getByRole('link').first()).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('menuitem', { name: /SARIF/ }).click()
  const dialog = page.getByRole('dialog', { name: /SARIF/ })
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder)
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Saved as')
  const path = (await dialog.locator('code').textContent()) ?? ''
  expect(path.startsWith(folder)).toBe(true)
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ version: '2.1.0' })
  await rm(folder, { recursive: true })
})

/** Goes through ten thousand steps for each object. */
const slowDraft = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: slow
spec:
  matchConstraints:
    resourceRules:
      - {apiGroups: ['*'], apiVersions: ['*'], operations: [CREATE], resources: ['*']}
  validations:
    - expression: 'false'
      message: never
${'    - expression: "[1,2,3,4,5,6,7,8,9,0].all(a, [1,2,3,4,5,6,7,8,9,0].all(b, [1,2,3,4,5,6,7,8,9,0].all(c, [1,2,3,4,5,6,7,8,9,0].all(d, true))))"\n'.repeat(20)}`

test('an audit that is cancelled keeps what it found, and says in view and file that it is not all', async ({
  page,
  open,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'audit-'))
  await open()
  await page.getByRole('navigation', { name: 'Cluster' }).getByRole('link', { name: 'Audit' }).click()
  await page.getByRole('button', { name: 'Try a draft' }).click()
  await page.getByRole('textbox', { name: 'YAML of the draft' }).click()
  await page.keyboard.insertText(slowDraft)
  await page.getByRole('button', { name: 'Try it' }).click()
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.getByRole('region', { name: 'slow' })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(result.getByText(/Cancelled after [\d,]+ of [\d,]+ objects, so this is not all/)).toBeVisible({
    timeout: 8000,
  })
  await expect(result.getByRole('region', { name: 'slow' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('menuitem', { name: /CSV: one line/ }).click()
  const dialog = page.getByRole('dialog', { name: /CSV/ })
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder)
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Saved as')
  const text = await readFile((await dialog.locator('code').textContent()) ?? '', 'utf8')
  expect(text).toMatch(/incomplete,.*The audit is not whole: it ended after/)
  await rm(folder, { recursive: true })
})

const draft = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: three-at-most
spec:
  matchConstraints:
    resourceRules:
      - apiGroups: [apps]
        apiVersions: [v1]
        operations: [CREATE, UPDATE]
        resources: [deployments]
  validations:
    - expression: object.spec.replicas < 3
      message: <b>three</b> at most
`

test('a draft is tried without being applied, and one that cannot be read is told with its line', async ({
  page,
  open,
}) => {
  await open()
  await page.getByRole('navigation', { name: 'Cluster' }).getByRole('link', { name: 'Audit' }).click()
  await page.getByRole('button', { name: 'Try a draft' }).click()
  const editor = page.getByRole('textbox', { name: 'YAML of the draft' })
  await editor.click()
  await page.keyboard.insertText(draft)
  await page.getByRole('button', { name: 'Try it' }).click()
  const result = page.getByRole('region', { name: 'Result' })
  const policy = result.getByRole('region', { name: 'three-at-most' })
  await expect(policy.getByRole('button', { name: /new by the draft/ })).toContainText('<b>three</b> at most')
  await expect(result.getByText(/By the draft: \d+ new/)).toBeVisible()
  await expectAccessible(page)
  await editor.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText('  x: [')
  await expect(page.getByText(/Something else is chosen/)).toBeVisible()
  await page.getByRole('button', { name: 'Try it' }).click()
  await expect(page.getByRole('heading', { name: 'The draft cannot be read' })).toBeVisible()
})
