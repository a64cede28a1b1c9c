import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp } from '../app.ts'
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

test('five hundred contexts of twenty files are filtered at once and gone through by keyboard', async ({
  page,
  open,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'contexts-'))
  const files = Array.from({ length: 20 }, (_, file) => join(folder, `team-${file}`))
  for (const [file, path] of files.entries()) {
    const names = Array.from({ length: 25 }, (_, index) => `c-${file}-${index}`)
    await writeFile(path, kubeconfig(names.map(name => ({ name, server: 'https://127.0.0.1:1' }))))
  }
  await open({ kubeconfig: files.join(':') })
  const grid = page.getByRole('grid', { name: 'Contexts' })
  await expect(page.getByText('500 contexts in 20 files')).toBeVisible()
  await expect(grid).toHaveAttribute('aria-rowcount', '502')
  expect(await grid.getByRole('row').count()).toBeLessThan(120)
  await page.keyboard.press('/')
  await page.keyboard.type('c-19-24')
  await expect(grid.getByRole('row', { name: /^c-19-24 / })).toBeVisible()
  await expect(grid.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(grid).toBeFocused()
  // The menu of the context by its key; the settings of it change the row.
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Protect it' }).press('Enter')
  await expect(grid.getByRole('row', { name: /^c-19-24 protected/ })).toBeVisible()
  const details = page.getByRole('complementary', { name: 'Details of the context' })
  await expect(details).toContainText(join(folder, 'team-19'))
  await details.getByRole('radio', { name: 'Colour 10' }).press('Space')
  await expect(details).toHaveAttribute('data-context-colour', '9')
  await details.getByRole('button', { name: /Namespaces/ }).click()
  await page.getByRole('textbox', { name: 'Find in namespaces' }).fill('shop')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'shop' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expectAccessible(page)
})

/** Answers as little as makes a context ready. */
async function smallServer(): Promise<{ server: string; close: () => void }> {
  const answers = createHttpServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    const { pathname } = new URL(request.url ?? '', 'http://x')
    const isKnown = pathname === '/version'
    response.statusCode = isKnown ? 200 : 404
    const status = { kind: 'Status', status: 'Failure', code: 404, reason: 'NotFound' }
    response.end(JSON.stringify(isKnown ? { gitVersion: 'v1.36.0' } : status))
  })
  await new Promise<void>(resolve => answers.listen(0, '127.0.0.1', () => resolve()))
  const address = answers.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { server: `http://127.0.0.1:${port}`, close: () => answers.close() }
}

test('an open context survives its entry, and what became of it is said', async ({ page, open }) => {
  const folder = await mkdtemp(join(tmpdir(), 'contexts-'))
  const file = join(folder, 'config')
  const [here, elsewhere] = [await smallServer(), await smallServer()]
  await writeFile(file, kubeconfig([{ name: 'mine', server: here.server }]))
  await open({ kubeconfig: file })
  await page.getByRole('grid', { name: 'Contexts' }).getByRole('row', { name: /^mine/ }).dblclick()
  const banner = page.getByRole('banner')
  await expect(banner).toContainText('v1.36.0')
  await writeFile(file, kubeconfig([{ name: 'mine', server: elsewhere.server }]))
  const view = page.getByRole('main').locator('[data-view-active]')
  await expect(view.getByText('The entry of mine changed in its file (server).')).toBeVisible()
  await expect(banner).toContainText('v1.36.0')
  await view.getByRole('button', { name: 'Reconnect with it' }).click()
  await expect(view.getByText('changed in its file')).toHaveCount(0)
  await expect(banner).toContainText('v1.36.0')
  await writeFile(file, kubeconfig([{ name: 'other', server: 'https://127.0.0.1:1' }]))
  await expect(view.getByText(/mine is gone from/)).toBeVisible()
  await expect(banner).toContainText('v1.36.0')
  // It stays in the list too, as long as it is open.
  await page.getByRole('button', { name: 'All contexts' }).click()
  await expect(
    page.getByRole('grid', { name: 'Contexts' }).getByRole('row', { name: /^mine .*open · left its file/ }),
  ).toBeVisible()
  here.close()
  elsewhere.close()
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

test('a new link that is pasted over the old address is taken', async ({ page }) => {
  const first = await startApp()
  await page.goto(first.address)
  await expect(page.getByRole('grid', { name: 'Pods' })).toBeVisible()
  const { port } = new URL(first.address)
  await first.stop()
  await expect(page.getByText('The connection to the engine is lost')).toBeVisible()
  const second = await startApp({ args: ['--port', port] })
  try {
    await expect(page.getByText('This page needs a new link')).toBeVisible()
    await expect(page.getByText('npx gatehouse serve')).toBeVisible()
    await page.evaluate(address => {
      location.href = address
    }, second.address)
    await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(3)).toBeVisible()
    expect(page.url()).not.toContain('token')
  } finally {
    await second.stop()
  }
})

test('contexts of one name are told apart by what differs: on the rail, in the title, in lists', async ({
  page,
  open,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'contexts-'))
  const [one, other] = [await smallServer(), await smallServer()]
  const files = [join(folder, 'one'), join(folder, 'other')]
  await writeFile(files[0] ?? '', kubeconfig([{ name: 'team', server: one.server }]))
  await writeFile(files[1] ?? '', kubeconfig([{ name: 'team', server: other.server }]))
  await open({ kubeconfig: files.join(':') })
  const grid = page.getByRole('grid', { name: 'Contexts' })
  const rail = page.getByRole('navigation', { name: 'Contexts' })
  for (const { server } of [one, other]) {
    await page.keyboard.press('Control+k')
    // By its server: the name alone leads to either.
    await page.keyboard.type(new URL(server).host)
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('banner')).toContainText(new URL(server).host)
  }
  const tiles = rail.getByRole('button', { name: /^team · / })
  await expect(tiles).toHaveCount(2)
  expect((await tiles.allInnerTexts()).sort()).toEqual(['T1', 'T2'])
  const colours = await tiles.evaluateAll(all => all.map(tile => tile.getAttribute('data-context-colour')))
  expect(new Set(colours).size).toBe(2)
  await page.getByRole('button', { name: /^Contexts: team/ }).press('Enter')
  for (const { server } of [one, other])
    await expect(page.getByRole('option', { name: `team ${new URL(server).host}` })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(grid).toBeHidden()
  one.close()
  other.close()
})
