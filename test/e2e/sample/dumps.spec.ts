import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

const pod = (name: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: shop}\nspec: {containers: [{name: c, image: x}]}\nstatus: {phase: Running}\n`

/** A kubeconfig with one context, so that the start page stays in front. */
async function someKubeconfig(folder: string): Promise<string> {
  const file = join(folder, 'config')
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'a', cluster: { server: 'https://127.0.0.1:1' } }],
    users: [{ name: 'a', user: { token: 'x' } }],
    contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
  }
  await writeFile(file, JSON.stringify(config))
  return file
}

async function openByPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('dump')
  await page.getByRole('option', { name: /Open YAML or a dump/ }).waitFor()
  await page.keyboard.press('Enter')
}

test('a file and a folder open together by keyboard alone, and what could not be read is listed', async ({
  page,
  open,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'dumps-'))
  await mkdir(join(folder, 'dump'))
  await writeFile(join(folder, 'dump', 'pods.yaml'), ['a', 'b'].map(pod).join('---\n'))
  await writeFile(join(folder, 'dump', 'broken.yaml'), 'kind: Pod\n  x: 1\n')
  await writeFile(join(folder, 'single.yaml'), pod('alone'))
  await open({ kubeconfig: await someKubeconfig(folder) })
  await page.getByRole('grid', { name: 'Contexts' }).waitFor()
  await openByPalette(page)
  const dialog = page.getByRole('dialog', { name: 'Open YAML or a dump' })
  await expect(dialog.getByRole('combobox', { name: 'Path' })).toBeFocused()
  await page.keyboard.type(`${folder}/sin`)
  await expect(dialog.getByRole('option', { name: /single\.yaml/ })).toBeVisible()
  await expectAccessible(page)
  // Tab completes as in a shell.
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('combobox')).toHaveValue(join(folder, 'single.yaml'))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('list', { name: 'Opened together' })).toContainText('single.yaml')
  await page.keyboard.type(join(folder, 'dump'))
  await page.keyboard.press('Control+Enter')
  // What a dump holds is seen on its overview: it may well hold no Pods.
  await page.getByRole('heading', { name: 'Overview of' }).waitFor()
  await page.getByRole('navigation', { name: 'Cluster' }).getByRole('link', { name: 'Pods' }).click()
  const pods = page.getByRole('grid', { name: 'Pods' })
  await expect(pods.getByRole('row', { name: /alone/ })).toBeVisible()
  await expect(pods.getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('banner')).toContainText('dump, read only')
  await expect(
    page.getByText(/1 of 3 files could not be read in full/).filter({ visible: true }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Show what' }).press('Enter')
  const problems = page.getByRole('dialog', { name: /could not be read/ })
  await expect(problems.getByRole('list', { name: 'Problems' })).toContainText(/broken\.yaml:\d/)
  await expectAccessible(page)
  await problems.getByRole('textbox', { name: 'Filter problems' }).fill('nothing such')
  await expect(problems.getByRole('list', { name: 'Problems' }).getByRole('listitem')).toHaveCount(0)
})

test('a path that is not there is said in the dialog', async ({ page, open }) => {
  const folder = await mkdtemp(join(tmpdir(), 'dumps-'))
  await open({ kubeconfig: await someKubeconfig(folder) })
  await page.getByRole('button', { name: 'Open YAML or a dump…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open YAML or a dump' })
  await dialog.getByRole('combobox').fill(join(folder, 'nowhere'))
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('alert')).toContainText('is not there')
  await expectAccessible(page)
})

test('a dump that holds nothing says so, stays in the list, and can be removed', async ({ page, open }) => {
  const folder = await mkdtemp(join(tmpdir(), 'dumps-'))
  await mkdir(join(folder, 'empty'))
  const kubeconfig = await someKubeconfig(folder)
  await open({ kubeconfig })
  await page.getByRole('button', { name: 'Open YAML or a dump…' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill(join(folder, 'empty'))
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('main').getByRole('heading', { name: /cannot be read/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'All contexts' }).last().click()
  const row = page.getByRole('grid', { name: 'Contexts' }).getByRole('row', { name: /empty.*dump/ })
  await row.click()
  await page
    .getByRole('complementary', { name: 'Details of the context' })
    .getByRole('button', { name: 'More' })
    .click()
  await page.getByRole('menuitem', { name: 'Remove the dump from the list' }).click()
  await expect(row).toHaveCount(0)
})

test('reading shows how far it is and can be cancelled', async ({ page, open }) => {
  const folder = await mkdtemp(join(tmpdir(), 'dumps-'))
  await mkdir(join(folder, 'large'))
  const many = Array.from({ length: 20_000 }, (_, index) => pod(`pod-${index}`)).join('---\n')
  for (let file = 0; file < 12; file++) await writeFile(join(folder, 'large', `${file}.yaml`), many)
  await open({ kubeconfig: await someKubeconfig(folder) })
  await page.getByRole('button', { name: 'Open YAML or a dump…' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill(join(folder, 'large'))
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Reading large' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(
    /\d+ files? · [\d,]+ objects? · [\d.,]+ [kM]B of [\d.]+ MB/,
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'large is not open' })).toBeVisible()
})

test('a dropped file is opened where its path is told, and otherwise the way to go is said', async ({
  page,
  open,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'dumps-'))
  await open({ kubeconfig: await someKubeconfig(folder) })
  await page.getByRole('grid', { name: 'Contexts' }).waitFor()
  const drop = (uri: string | null) =>
    page.evaluate(text => {
      const data = new DataTransfer()
      if (text === null) data.items.add(new File(['x'], 'x.yaml'))
      else data.setData('text/uri-list', text)
      const target = document.querySelector('[role=grid]')
      for (const type of ['dragover', 'drop'])
        target?.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
    }, uri)
  await drop(null)
  await expect(page.getByRole('contentinfo')).toContainText('name their path instead')
  await drop(`file://${folder}/config`)
  await expect(page.getByRole('list', { name: 'Opened together' })).toContainText(`${folder}/config`)
})

const hook = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: guard}
webhooks:
  - name: guard.example.org
    clientConfig: {service: {name: guard, namespace: guard}}
    rules: [{operations: [CREATE], apiGroups: [widgets.example.org], apiVersions: [v1], resources: [widgets]}]
    sideEffects: None
    admissionReviewVersions: [v1]
`
const warning = `apiVersion: v1
kind: Event
metadata: {name: w, namespace: shop, creationTimestamp: "2024-03-01T10:00:00Z"}
involvedObject: {apiVersion: v1, kind: Pod, name: a, namespace: shop}
type: Warning
reason: BackOff
message: back-off restarting failed container
lastTimestamp: "2024-03-01T10:20:00Z"
`

test('the command line leads into its dump, and a dump says of what it lacks that it lacks it', async ({
  page,
  open,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'dumps-'))
  await mkdir(join(folder, 'old'))
  await writeFile(join(folder, 'old', 'all.yaml'), [pod('a'), hook, warning].join('---\n'))
  await open({
    kubeconfig: await someKubeconfig(folder),
    args: ['--snapshot', join(folder, 'old')],
  })
  const main = page.getByRole('main')
  await main.getByRole('heading', { name: 'Overview of old' }).waitFor()
  // Its clock is the newest time in it, and there is no server that could be alive.
  await expect(main.getByRole('region', { name: "Warnings in the dump's last hour" })).toContainText(
    'BackOff',
  )
  await expect(main.getByRole('region', { name: 'Nodes' })).toContainText('The dump holds no nodes')
  await expect(main.getByRole('region', { name: 'Not in the dump' })).toContainText('Deployments')
  await expect(main).not.toContainText('/livez')
  await expect(main).not.toContainText('There are no')
  await expect(main.getByRole('region', { name: 'Admission' })).not.toContainText('broken')
  await expect(page.getByRole('banner')).toContainText('dump, read only')
  await expect(page.getByRole('banner')).not.toContainText('connected')
  await expectAccessible(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sts')
  await page.keyboard.press('Enter')
  await main.getByRole('heading', { name: 'This dump holds no StatefulSets' }).waitFor()
  await expect(page.getByRole('contentinfo')).toContainText('not in the dump')
  const navigation = page.getByRole('navigation', { name: 'Cluster' })
  await expect(navigation.getByTitle('StatefulSets: not in the dump')).toBeVisible()
  await expect(navigation.getByTitle('Pods', { exact: true })).toBeVisible()
  await navigation.getByRole('link', { name: 'Webhooks' }).click()
  await expect(main.getByRole('row', { name: /guard\.example\.org/ })).toContainText('not in the dump')
  await expect(main).not.toContainText('does not exist')
  await expect(main).not.toContainText('acts on nothing')
  await expectAccessible(page)
})
