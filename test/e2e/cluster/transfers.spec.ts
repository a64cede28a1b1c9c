import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Cluster, startCluster } from '../../cluster/harness/index.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

let cluster: Cluster
/** Of this test alone: what is “in the container” is a folder of it. */
let folder: string

test.beforeAll(async () => {
  test.setTimeout(180_000)
  folder = await mkdtemp(join(tmpdir(), 'transfers-'))
  await mkdir(join(folder, 'etc/inner'), { recursive: true })
  await writeFile(join(folder, 'etc/app.conf'), 'colour = blue')
  await writeFile(join(folder, 'etc/<img src=x onerror=alert(1)>'), '')
  await writeFile(join(folder, 'etc/inner/more'), 'more')
  await symlink('/etc/passwd', join(folder, 'etc/inner/out'))
  cluster = await startCluster()
  await cluster.apply(
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'files', namespace: 'default' },
      spec: {
        containers: [
          { name: 'main', image: 'i:1', workingDir: folder },
          { name: 'side', image: 'i:1' },
        ],
      },
    }),
  )
  await cluster.kubectl(['wait', 'pod/files', '--for=condition=Ready', '--timeout=90s'])
})
test.afterAll(async () => {
  await cluster?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Opens the cluster and goes to the row of the pod, by keys alone. */
async function openPod(page: Page): Promise<void> {
  await expect(
    page.getByRole('grid', { name: 'Contexts' }).getByRole('row', { name: /127\.0\.0\.1/ }),
  ).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('127.0.0.1')
  await page.keyboard.press('Enter')
  await page.keyboard.press('g')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/connected · v1\.36/)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('pods')
  await expect(page.getByRole('option').first()).toHaveAccessibleName(/^Pods/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row', { name: /files/ })).toBeVisible()
  await page.keyboard.press('g')
}

test('by keyboard: a container is browsed, a folder of it is copied here, and a file of here into it', async ({
  page,
  open,
}) => {
  const app = await open({ kubeconfig: cluster.kubeconfig })
  await openPod(page)
  await page.keyboard.press('Shift+C')
  const dialog = page.getByRole('dialog', { name: 'Files of files' })
  const list = dialog.getByRole('listbox', { name: 'Entries of the folder' })
  await expect(list).toBeFocused()
  const current = list.getByRole('option', { selected: true })
  await expect(current).toContainText('etc/')
  await page.keyboard.press('Enter')
  await expect(current).toContainText('inner/')
  await expect(list.getByRole('option')).toHaveCount(3)
  await page.keyboard.press('End')
  await expect(current).toContainText('app.conf')
  await expect(dialog.getByText(join(folder, 'etc/app.conf'))).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Backspace')
  await expect(current).toContainText('etc/')

  await page.keyboard.press('Control+Enter')
  const panel = page.getByRole('region', { name: 'Copies of files' })
  const row = panel.getByRole('row', { name: /etc/ }).first()
  await expect(row).toContainText('done in part')
  await expect(dialog).toHaveCount(0)
  expect(await readFile(join(app.dataFolder, 'etc/app.conf'), 'utf8')).toBe('colour = blue')
  await row.getByRole('button', { name: 'Show 1 entry left out' }).press('Enter')
  await expect(panel.getByRole('list', { name: 'What was left out' })).toContainText(
    'inner/outIt is a link out of the destination, to “/etc/passwd”.',
  )
  await expectAccessible(page)

  // What is there already is asked about, and replaced only then.
  await writeFile(join(app.dataFolder, 'app.conf'), 'colour = red')
  await page.keyboard.press('Control+Shift+ArrowUp')
  await expect(page.locator('[data-view-active] :focus')).toHaveCount(1)
  await page.keyboard.press('Shift+C')
  await expect(current).toContainText('etc/')
  await page.keyboard.press('Enter')
  await expect(list.getByRole('option')).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Copy from this machine' }).press('Enter')
  const field = dialog.getByRole('combobox', { name: 'A file or folder of this machine' })
  await field.focus()
  await page.keyboard.type('app')
  await expect(dialog.getByRole('listbox', { name: 'Completions' })).toHaveText('~/app.conf')
  await page.keyboard.press('Tab')
  await expect(field).toHaveValue('~/app.conf')
  await page.keyboard.press('Enter')
  const overwrite = dialog.getByRole('button', { name: 'Overwrite' })
  await expect(dialog.getByRole('alert')).toContainText('is there already')
  await expect(overwrite).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('row', { name: /from this machine/ })).toContainText('done')
  expect(await readFile(join(folder, 'etc/app.conf'), 'utf8')).toBe('colour = red')
})
