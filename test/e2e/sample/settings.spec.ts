import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

async function kubeconfigWith(names: readonly string[]): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'settings-')), 'config')
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: names.map(name => ({ name, cluster: { server: 'https://127.0.0.1:1' } })),
    users: [{ name: 'me', user: { token: 'x' } }],
    contexts: names.map(name => ({ name, context: { cluster: name, user: 'me' } })),
  }
  await writeFile(file, JSON.stringify(config))
  return file
}

const goTo = (page: Page, section: string) =>
  page.evaluate(id => {
    location.hash = `#/settings/${id}`
  }, section)

/** Opens the YAML of the first pod of the sample cluster. */
async function openYaml(page: Page, key = 'y'): Promise<void> {
  const pods = page.getByRole('grid', { name: 'Pods' })
  await pods.getByRole('row').nth(2).waitFor()
  await pods.focus()
  await page.keyboard.press(key)
  await page.locator('.cm-content').waitFor()
}

test('every section is reached by keyboard, has an address and nothing that axe finds', async ({
  page,
  open,
}) => {
  // Nine runs of the accessibility checker.
  test.slow()
  await open({ kubeconfig: await kubeconfigWith(['a-prod', 'b-dev']) })
  await page.getByRole('button', { name: 'Settings' }).press('Enter')
  const nav = page.getByRole('navigation', { name: 'Settings' })
  for (const title of [
    'Appearance',
    'Kubeconfig files',
    'Contexts',
    'Editor',
    'Compare',
    'Shortcuts',
    'Storage',
    'About',
  ]) {
    await nav.getByRole('link', { name: title, exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible()
    await expectAccessible(page)
  }
  await page.getByRole('button', { name: /^Licences/ }).press('Enter')
  await expect(page.getByRole('region', { name: 'Licences' })).toContainText('react')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Storage' })).toBeVisible()
})

test('at 200 % zoom and at 1024 × 700 nothing is cut off', async ({ page, open }) => {
  await open({ kubeconfig: await kubeconfigWith(['a-prod']) })
  for (const size of [
    { width: 512, height: 350 },
    { width: 1024, height: 700 },
  ]) {
    await page.setViewportSize(size)
    for (const section of ['kubeconfig', 'contexts', 'compare', 'shortcuts', 'storage']) {
      await goTo(page, section)
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('main *')]
          .filter(
            element =>
              element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'auto',
          )
          .map(element => element.className),
      )
      expect(wide).toEqual([])
    }
  }
})

test('a pattern shows whom it would protect before it is added, and then protects them', async ({
  page,
  open,
}) => {
  await open({ kubeconfig: await kubeconfigWith(['eu-prod', 'us-prod', 'dev']) })
  await goTo(page, 'contexts')
  await page.getByRole('textbox', { name: 'Pattern' }).fill('*prod')
  await expect(page.getByText('2 contexts: eu-prod, us-prod')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Patterns' })).toContainText('*prod')
  await page.getByRole('button', { name: 'All contexts' }).click()
  const grid = page.getByRole('grid', { name: 'Contexts' })
  await expect(grid.getByRole('row', { name: /^eu-prod protected/ })).toBeVisible()
  await expect(grid.getByRole('row', { name: /^dev protected/ })).toHaveCount(0)
})

test('what is chosen for the editor acts on the YAML', async ({ page, open }) => {
  await open()
  await openYaml(page)
  const content = page.locator('.cm-content')
  await expect(content).not.toContainText('managedFields')
  await expect(page.locator('.cm-line.guides').first()).toBeVisible()
  const sizeOf = () => page.locator('.cm-editor').evaluate(element => getComputedStyle(element).fontSize)
  expect(await sizeOf()).toBe('12px')
  await goTo(page, 'editor')
  await page.getByRole('checkbox', { name: 'Wrap long lines' }).press('Space')
  await page.getByRole('checkbox', { name: 'Lines that show the indentation' }).press('Space')
  await page.getByRole('checkbox', { name: /^Show managedFields/ }).press('Space')
  await page.getByRole('button', { name: /Font size/ }).click()
  await page.getByRole('option', { name: '16 px' }).click()
  await page.goBack()
  await expect(page.locator('.cm-lineWrapping')).toBeVisible()
  await expect(page.locator('.cm-line.guides')).toHaveCount(0)
  expect(await sizeOf()).toBe('16px')
  await page.goBack()
  const pods = page.getByRole('grid', { name: 'Pods' })
  await pods.focus()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('y')
  await expect(page.locator('.cm-content').last()).toContainText('managedFields')
})

test('a shortcut that is moved acts, its old key does not, and a taken key is refused', async ({
  page,
  open,
}) => {
  await open()
  await page.getByRole('grid', { name: 'Pods' }).waitFor()
  await goTo(page, 'shortcuts')
  await page.getByRole('button', { name: 'Change the key of YAML' }).press('Enter')
  await page.keyboard.press('t')
  await expect(page.getByRole('alert')).toContainText('means “Tree” already')
  await expectAccessible(page)
  // Esc leaves from the offer too, and Change asks anew.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Use it here instead' })).toBeFocused()
  await page.keyboard.press('Escape')
  const change = page.getByRole('button', { name: 'Change the key of YAML' })
  await expect(change).toBeFocused()
  await page.keyboard.press('Enter')
  await change.press('Enter')
  await expect(page.getByRole('button', { name: 'New key of YAML' })).toBeFocused()
  await page.keyboard.press('b')
  await expect(change).toBeFocused()
  await expect(page.getByRole('button', { name: 'Reset the key of YAML' })).toBeVisible()
  await page.goBack()
  const pods = page.getByRole('grid', { name: 'Pods' })
  await pods.focus()
  await page.keyboard.press('y')
  await page.waitForTimeout(200)
  await expect(page.locator('.cm-content')).toHaveCount(0)
  await openYaml(page, 'b')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('b', { exact: true }).first()).toBeAttached()
  await page.keyboard.press('Escape')
  await goTo(page, 'shortcuts')
  await page.getByRole('button', { name: 'Reset all' }).click()
  await expect(page.getByRole('button', { name: 'Reset the key of YAML' })).toHaveCount(0)
})

test('what is stored is measured, cleared, and taken elsewhere', async ({ page, open }) => {
  const app = await open({ kubeconfig: await kubeconfigWith(['a']) })
  await goTo(page, 'kubeconfig')
  await page.getByRole('button', { name: 'Paste a kubeconfig' }).click()
  const pasted = await readFile(await kubeconfigWith(['pasted']), 'utf8')
  await page.getByRole('dialog').getByRole('textbox').fill(pasted)
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('list', { name: 'Files that are read' })).toContainText('pasted')
  await goTo(page, 'storage')
  const files = page.getByRole('list', { name: 'Files', exact: true })
  await expect(files).toContainText(/Pasted kubeconfigs.*B in 1 kubeconfigs?/)
  await page.getByRole('button', { name: 'Delete Pasted kubeconfigs' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(files).toContainText(/Pasted kubeconfigs.*nothing/)
  await page.getByRole('button', { name: 'Paste settings…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste settings' })
  await dialog.getByRole('textbox').fill('{"theme": "purple"}')
  await dialog.getByRole('button', { name: 'Use them' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('textbox').fill('{"theme": "dark"}')
  await dialog.getByRole('button', { name: 'Use them' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  // The page shows what was chosen before it is written.
  await expect(async () => {
    const kept = await readFile(join(app.dataFolder, 'config/gatehouse/settings.json'), 'utf8')
    expect(JSON.parse(kept)).toMatchObject({ theme: 'dark' })
  }).toPass()
})

test('names to be typed, what comparisons leave out and drafts are seen and taken back', async ({
  page,
  open,
}) => {
  const app = await open()
  await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(2)).toBeVisible()
  await goTo(page, 'contexts')
  await page.getByRole('textbox', { name: 'Names to be typed' }).fill('*')
  await expect(page.getByRole('region', { name: 'Name typed before writing' })).toContainText(/1 context:/)
  await page.keyboard.press('Enter')
  const typed = page.getByRole('list', { name: 'Names to be typed' })
  await expect(typed).toContainText('*')
  await page.evaluate(() => {
    location.hash = '#/c/sample/journal'
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('apply yaml')
  await page.keyboard.press('Enter')
  const manifest = page.locator('[data-view-active]').getByRole('textbox', { name: 'Manifest' })
  await manifest.focus()
  await page.keyboard.insertText('apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: shop }\n')
  await expect(page.locator('[data-view-active]').getByText('kept on disk')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await goTo(page, 'contexts')
  await page.getByRole('button', { name: 'Remove * from Name typed before writing' }).click()
  await expect(typed.getByRole('listitem')).toHaveCount(0)
  await goTo(page, 'storage')
  const files = page.getByRole('list', { name: 'Files', exact: true })
  await expect(files).toContainText(/Drafts.*B in 1 draft/)
  await page.getByRole('button', { name: 'Delete Drafts' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete all drafts?' })
  await expect(dialog).toContainText('not written yet are lost')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(files).toContainText(/Drafts.*nothing/)
  await expect.poll(() => readdir(join(app.dataFolder, 'config/gatehouse/drafts'))).toEqual([])
  await page.getByRole('button', { name: 'Paste settings…' }).click()
  const compare = { serverFields: true, defaults: true, paths: { pods: ['spec.nodeName'] } }
  await page.getByRole('dialog').getByRole('textbox').fill(JSON.stringify({ compare }))
  await page.getByRole('dialog').getByRole('button', { name: 'Use them' }).click()
  await goTo(page, 'compare')
  const leftOut = page.getByRole('list', { name: 'Paths that are left out' })
  await expect(leftOut).toContainText('spec.nodeName')
  await page.getByRole('checkbox', { name: 'Hide defaults' }).press('Space')
  await page.getByRole('button', { name: 'Remove spec.nodeName of pods' }).press('Enter')
  await expect(leftOut.getByRole('listitem')).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: 'Hide defaults' })).not.toBeChecked()
})
