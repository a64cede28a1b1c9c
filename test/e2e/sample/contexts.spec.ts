import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, expectAccessible, test } from '../fixtures.ts'

const kubeconfig = (contexts: readonly { name: string; server: string; namespace?: string }[]): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': contexts[0]?.name,
    clusters: contexts.map(({ name, server }) => ({ name, cluster: { server } })),
    users: contexts.map(({ name }) => ({ name, user: { token: 'secret-token' } })),
    contexts: contexts.map(({ name, namespace = 'default' }) => ({
      name,
      context: { cluster: name, user: name, namespace },
    })),
  })

/** A listener that counts connections and never answers. */
async function silentServer(): Promise<{ server: string; connections: () => number; close: () => void }> {
  let connections = 0
  const listener = createServer(socket => {
    connections += 1
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', () => resolve()))
  const address = listener.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    server: `https://127.0.0.1:${port}`,
    connections: () => connections,
    close: () => listener.close(),
  }
}

test('every context is listed and none is contacted before it is opened', async ({ page, open }) => {
  const folder = await mkdtemp(join(tmpdir(), 'contexts-'))
  const silent = await silentServer()
  const names = Array.from({ length: 60 }, (_, index) => `cluster-${index}`)
  await writeFile(join(folder, 'config'), kubeconfig(names.map(name => ({ name, server: silent.server }))))
  await open({ kubeconfig: join(folder, 'config') })
  const grid = page.getByRole('grid', { name: 'Contexts' })
  await expect(grid.getByRole('row', { name: /^cluster-0 / })).toBeVisible()
  await expect(page.getByText(/Nothing is contacted/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Filter contexts' }).fill('cluster-59')
  await expect(grid.getByRole('row', { name: /cluster-59/ })).toBeVisible()
  await expectAccessible(page)
  expect(silent.connections()).toBe(0)
  silent.close()
})

test('a context that cannot be reached says why and what can be done, and another opens meanwhile', async ({
  page,
  open,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'contexts-'))
  const file = join(folder, 'config')
  await writeFile(file, kubeconfig([{ name: 'gone', server: 'https://127.0.0.1:1' }]))
  await open({ kubeconfig: file })
  const grid = page.getByRole('grid', { name: 'Contexts' })
  await grid.getByRole('row', { name: /^gone/ }).dblclick()
  await expect(page.getByRole('main')).toContainText(/refused|cannot be reached|unreachable/i)
  await expect(page.getByRole('button', { name: /Try again|Retry/ }).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'All contexts' }).first().click()
  await page.getByRole('button', { name: 'Sample cluster' }).first().click()
  await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(3)).toBeVisible()
})

test('a broken file and a broken entry stay in the list with their reason', async ({ page, open }) => {
  const folder = await mkdtemp(join(tmpdir(), 'contexts-'))
  await writeFile(join(folder, 'good'), kubeconfig([{ name: 'fine', server: 'https://127.0.0.1:1' }]))
  await writeFile(join(folder, 'bad'), 'apiVersion: v1\nkind: Config\ncontexts: [\n')
  await writeFile(
    join(folder, 'half'),
    'apiVersion: v1\nkind: Config\ncontexts: [{name: half, context: {cluster: nowhere, user: nobody}}]\n',
  )
  await open({ kubeconfig: ['good', 'bad', 'half'].map(name => join(folder, name)).join(':') })
  const grid = page.getByRole('grid', { name: 'Contexts' })
  await expect(grid.getByRole('row', { name: /^fine/ })).toBeVisible()
  await expect(grid.getByRole('row', { name: /half.*nowhere/ })).toBeVisible()
  await expect(page.getByText(/bad/).first()).toBeVisible()
})

test('a pasted kubeconfig is listed, and a file that changes is read again', async ({ page, open }) => {
  const folder = await mkdtemp(join(tmpdir(), 'contexts-'))
  const file = join(folder, 'config')
  await writeFile(file, kubeconfig([{ name: 'first', server: 'https://127.0.0.1:1' }]))
  await open({ kubeconfig: file })
  const grid = page.getByRole('grid', { name: 'Contexts' })
  await expect(grid.getByRole('row', { name: /^first/ })).toBeVisible()
  await writeFile(
    file,
    kubeconfig(['first', 'second'].map(name => ({ name, server: 'https://127.0.0.1:1' }))),
  )
  await expect(grid.getByRole('row', { name: /^second/ })).toBeVisible()
  await page.getByRole('button', { name: 'Paste a kubeconfig' }).click()
  await expectAccessible(page)
  await page
    .getByRole('dialog')
    .getByRole('textbox')
    .fill(kubeconfig([{ name: 'third', server: 'https://127.0.0.1:1' }]))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Add|Keep|Paste/ })
    .click()
  await expect(grid.getByRole('row', { name: /^third/ })).toBeVisible()
})

test('tabs come back after a restart', async ({ page, open }) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'restart-'))
  const first = await open({ dataFolder })
  await expect(page.getByRole('grid', { name: 'Pods' })).toBeVisible()
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByRole('grid', { name: 'Webhooks in calling order' })).toBeVisible()
  await page.waitForTimeout(800)
  await page.goto('about:blank')
  await first.stop()
  await open({ dataFolder })
  await expect(
    page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Webhooks' }),
  ).toBeVisible()
})

test('the address works once; a second window is told what to do', async ({ page, open, context }) => {
  const app = await open()
  await expect(page.getByRole('grid', { name: 'Pods' })).toBeVisible()
  const second = await context.newPage()
  await second.goto(app.address)
  await expect(second.getByText(/used|gatehouse serve/i).first()).toBeVisible()
  await second.close()
  // The first window keeps its session over a reload.
  await page.reload()
  await expect(page.getByRole('contentinfo')).toContainText(/live|read only/)
})
