import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type { Desktop, DesktopOptions, StartDesktop } from '../../electron/desktop.ts'

const screenshots = join(import.meta.dirname, '../../../test-results/electron')

interface Said {
  readonly message: string
  readonly detail?: string
}

/** Answers every message box with one of its buttons, and keeps what was said. */
function answerDialogs(desktop: Desktop, response: number): Promise<void> {
  return desktop.evaluate(({ dialog }, button) => {
    const said: unknown[] = []
    Reflect.set(globalThis, 'said', said)
    dialog.showMessageBox = async (...args: unknown[]) => {
      said.push(args.at(-1))
      return { response: button, checkboxChecked: false }
    }
  }, response)
}

function saidBy(desktop: Desktop): Promise<readonly Said[]> {
  return desktop.evaluate(
    () =>
      (Reflect.get(globalThis, 'said') as Said[]).map(({ message, detail = '' }) => ({ message, detail })),
    null,
  )
}

/** Clicks an item of the application menu, which must not be disabled. */
async function choose(desktop: Desktop, id: string): Promise<void> {
  await expect.poll(() => isEnabled(desktop, id)).toBe(true)
  await desktop.evaluate(({ Menu }, item) => {
    Menu.getApplicationMenu()?.getMenuItemById(item)?.click()
  }, id)
}

function isEnabled(desktop: Desktop, id: string): Promise<boolean> {
  return desktop.evaluate(
    ({ Menu }, item) => Menu.getApplicationMenu()?.getMenuItemById(item)?.enabled ?? false,
    id,
  )
}

const pods = (page: Page) => page.getByRole('grid', { name: 'Pods' }).getByRole('row')
const sampleIsShown = (page: Page) => expect(pods(page).nth(3)).toBeVisible()

async function quitClean(desktop: Desktop, expected: readonly RegExp[] = []): Promise<void> {
  const { left, faults } = await desktop.quit()
  expect(left).toEqual([])
  expect(faults.filter(fault => !expected.some(pattern => pattern.test(fault)))).toEqual([])
}

async function withKubeconfig(context: string, server: string): Promise<DesktopOptions> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-desktop-'))
  const file = join(folder, 'kubeconfig.json')
  await writeFile(file, kubeconfig(context, server))
  return { home: folder, env: { KUBECONFIG: file } }
}

function kubeconfig(context: string, server: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': context,
    clusters: [{ name: context, cluster: { server } }],
    users: [{ name: context, user: { token: 'made-up' } }],
    contexts: [{ name: context, context: { cluster: context, user: context } }],
  })
}

/** A server that hangs up on everyone and counts them. */
async function rudeServer(): Promise<{ server: string; connections: () => number; close: () => void }> {
  let connections = 0
  const listener = createServer(socket => {
    connections += 1
    socket.on('error', () => socket.destroy())
    socket.destroy()
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

const openUrl = (desktop: Desktop, url: string): Promise<void> =>
  desktop.evaluate(({ app }, link) => {
    app.emit('open-url', { preventDefault: () => undefined }, link)
  }, url)

/** What the desktop application does, the same on the real Electron and on the stand-in. */
export function desktopJourneys(start: StartDesktop): void {
  test('the sample cluster is shown, works by the menu, and ends with nothing left', () => worksByMenu(start))
  test('a link from outside opens a context only when the person says so', () => asksBeforeLinks(start))
  test('a second start hands its files to the first and ends', () => takesFilesOfSecondStart(start))
  test('the window comes back where it was left', () => remembersItsWindow(start))
  test('the page stays where it is, alone, without network and permissions', () => staysAlone(start))
  test('a crash of the page is said, and its tabs come back', () => survivesCrash(start))
}

async function worksByMenu(start: StartDesktop): Promise<void> {
  const desktop = await start()
  const { page } = desktop
  await sampleIsShown(page)
  expect(
    await page.evaluate(() => [typeof Reflect.get(window, 'require'), typeof Reflect.get(window, 'process')]),
  ).toEqual(['undefined', 'undefined'])
  expect(await page.evaluate(() => Object.isFrozen(Reflect.get(window, 'gatehouse')))).toBe(true)
  const title = () =>
    desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle(), null)
  await expect.poll(title).toBe('Sample cluster — Gatehouse')

  await choose(desktop, 'palette')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await page.keyboard.type('deploy')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: 'Deployments' }).getByRole('row').nth(3)).toBeVisible()
  await page.getByRole('row', { name: /web/ }).first().click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'YAML' })).toBeVisible()
  for (const theme of ['dark', 'light'] as const) {
    await choose(desktop, theme === 'dark' ? 'themeDark' : 'themeLight')
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    expect(await desktop.evaluate(({ nativeTheme }) => nativeTheme.themeSource, null)).toBe(theme)
    await page.screenshot({ path: join(screenshots, `object-${theme}.png`) })
  }
  for (const [command, place] of [
    ['previousTab', /v1\/deployments$/],
    ['nextTab', /deployments\/.*\/summary$/],
    ['closeTab', /v1\/deployments$/],
    ['back', /v1\/deployments$/],
    ['forward', /v1\/deployments$/],
  ] as const) {
    await choose(desktop, command)
    await expect(page).toHaveURL(place)
  }
  await choose(desktop, 'settings')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await expect.poll(() => isEnabled(desktop, 'closeTab')).toBe(false)
  await expect.poll(title).toBe('Gatehouse')
  await choose(desktop, 'shortcuts')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await choose(desktop, 'contexts')
  await expect(page.getByRole('grid', { name: 'Contexts' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const added = join(desktop.home, 'other.kubeconfig')
  await writeFile(added, kubeconfig('other-cluster', 'https://127.0.0.1:1'))
  await desktop.evaluate(({ dialog }, path) => {
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false })
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
  }, added)
  await choose(desktop, 'openKubeconfig')
  await expect(page.getByRole('row', { name: /other-cluster/ })).toBeVisible()
  await quitClean(desktop)
}

async function asksBeforeLinks(start: StartDesktop): Promise<void> {
  const rude = await rudeServer()
  const options = await withKubeconfig('payments', rude.server)
  const link = 'gatehouse://c/payments/l/apps/v1/deployments?ns=shop'
  const desktop = await start({ ...options, args: [link] })
  const { page } = desktop
  const dialog = page.getByRole('dialog', { name: 'Open a context by a link?' })
  await expect(dialog).toContainText('payments')
  await expect(dialog).toContainText(rude.server)
  await expect(dialog).toContainText('deployments in shop')
  await page.screenshot({ path: join(screenshots, 'link.png') })
  await dialog.getByRole('button', { name: "Don't open" }).click()
  await expect(dialog).toHaveCount(0)
  expect(rude.connections()).toBe(0)

  await openUrl(desktop, 'gatehouse://c/nowhere/policies')
  await expect(page.getByRole('dialog', { name: 'The link leads nowhere here' })).toContainText('nowhere')
  await page.getByRole('button', { name: 'Close' }).click()

  await answerDialogs(desktop, 0)
  await openUrl(desktop, 'gatehouse://evil/<script>')
  await expect
    .poll(async () => (await saidBy(desktop)).map(({ message }) => message))
    .toEqual(['Gatehouse cannot open that'])

  await openUrl(desktop, link)
  await dialog.getByRole('button', { name: 'Open payments' }).click()
  await expect.poll(() => rude.connections()).toBeGreaterThan(0)
  await expect(page.getByRole('main')).toContainText(/cannot be reached/)
  // The context is open: the next link goes there unasked.
  await openUrl(desktop, 'gatehouse://c/payments/webhooks')
  await expect.poll(() => page.url()).toContain('/webhooks')
  await expect(dialog).toHaveCount(0)

  await test.step('waking brings the connection back at once, and is not repeated in a burst', async () => {
    await page.waitForTimeout(1500)
    const before = rude.connections()
    await desktop.evaluate(({ powerMonitor }) => {
      for (let index = 0; index < 20; index++) powerMonitor.emit('resume')
      powerMonitor.emit('unlock-screen')
    }, null)
    await expect.poll(() => rude.connections()).toBeGreaterThan(before)
    expect(rude.connections() - before).toBeLessThan(12)
  })
  await quitClean(desktop)
  rude.close()
}

async function takesFilesOfSecondStart(start: StartDesktop): Promise<void> {
  const desktop = await start()
  const { page } = desktop
  await sampleIsShown(page)
  const file = join(desktop.home, 'cluster-b')
  await writeFile(file, kubeconfig('second-hand', 'https://127.0.0.1:1'))
  await desktop.startAgain(['cluster-b'])
  const dialog = page.getByRole('dialog', { name: 'Add this kubeconfig?' })
  await expect(dialog).toContainText('cluster-b')
  await page.screenshot({ path: join(screenshots, 'add-kubeconfig.png') })
  await dialog.getByRole('button', { name: "Don't add" }).click()
  await expect(dialog).toHaveCount(0)
  await desktop.startAgain([file])
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('row', { name: /second-hand/ })).toBeVisible()

  const dump = join(desktop.home, 'dump.yaml')
  await writeFile(dump, 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: from-a-dump\n  namespace: shop\n')
  await desktop.startAgain(['dump.yaml'])
  await expect(page.getByRole('heading', { name: 'dump.yaml', exact: true })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Cluster' })
    .getByRole('link', { name: 'Pods', exact: true })
    .click()
  await expect(page.getByRole('row', { name: /from-a-dump/ })).toBeVisible()

  await answerDialogs(desktop, 0)
  await desktop.startAgain(['none.yaml'])
  await expect
    .poll(async () => (await saidBy(desktop)).map(({ detail }) => detail))
    .toEqual([expect.stringContaining('there is no such file')])
  await quitClean(desktop)
}

async function remembersItsWindow(start: StartDesktop): Promise<void> {
  const first = await start()
  await sampleIsShown(first.page)
  const bounds = { x: 60, y: 40, width: 1240, height: 820 }
  await first.evaluate(
    ({ BrowserWindow }, place) => BrowserWindow.getAllWindows()[0]?.setBounds(place),
    bounds,
  )
  // The frame of the window takes its part, where there is one.
  await expect.poll(() => first.page.evaluate(() => innerWidth > 1150 && innerWidth <= 1240)).toBe(true)
  // A bare X server, without a window manager, maximises nothing.
  const isMaximised = await first.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.maximize()
    return window?.isMaximized()
  }, null)
  await quitClean(first)
  const second = await start({ home: first.home })
  await sampleIsShown(second.page)
  const place = () =>
    second.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      return { bounds: window?.getNormalBounds(), isMaximised: window?.isMaximized() }
    }, null)
  await expect.poll(place).toEqual({ bounds, isMaximised })
  await second.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close(), null)
  await quitClean(second)
}

async function staysAlone(start: StartDesktop): Promise<void> {
  const desktop = await start()
  const { page } = desktop
  await sampleIsShown(page)
  const before = page.url()
  const tries = await page.evaluate(async () => {
    const outcome = async (run: () => unknown) => {
      try {
        return String(await run())
      } catch (error) {
        return error instanceof Error ? error.name : 'refused'
      }
    }
    // By a gesture of the person, as a button of the page does.
    const copying = await outcome(() => navigator.clipboard.writeText('text').then(() => 'copied'))
    const permission = (name: string) =>
      outcome(async () => (await navigator.permissions.query({ name: name as PermissionName })).state)
    const link = document.createElement('a')
    link.href = 'https://example.org/'
    document.body.append(link)
    link.click()
    location.href = 'https://example.org/'
    const frame = document.createElement('iframe')
    frame.src = 'https://example.org/'
    document.body.append(frame)
    const download = document.createElement('a')
    download.href = URL.createObjectURL(new Blob(['x']))
    download.download = 'x.txt'
    download.click()
    return {
      copying,
      opened: await outcome(() => window.open('https://example.org/')),
      fetched: await outcome(() => fetch('https://example.org/')),
      // Later, since what a test evaluates may itself use eval.
      evaluated: await new Promise(resolve => {
        setTimeout(() => resolve(outcome(() => new Function('return 2')())), 0)
      }),
      geolocation: await permission('geolocation'),
      notifications: await permission('notifications'),
      camera: await permission('camera'),
      reading: await outcome(() => navigator.clipboard.readText()),
    }
  })
  expect(tries).toEqual({
    opened: 'null',
    fetched: 'TypeError',
    evaluated: 'EvalError',
    geolocation: 'denied',
    notifications: 'denied',
    camera: 'denied',
    copying: 'copied',
    reading: 'NotAllowedError',
  })
  await page.waitForTimeout(500)
  expect(page.url()).toBe(before)
  await isStillLive(page)
  expect(await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length, null)).toBe(1)
  // What was tried is reported, and nothing else.
  await quitClean(desktop, [/Content Security Policy|Refused to|example\.org|ERR_BLOCKED|ERR_ABORTED/])
}

/** What the page had open goes on. */
async function isStillLive(page: Page): Promise<void> {
  await sampleIsShown(page)
  const filter = page.getByRole('textbox', { name: 'Filter Pods' })
  // By the stream that was open before: main answers it with other rows.
  await filter.fill('called like no pod')
  await expect(pods(page).nth(1)).toBeHidden()
  await filter.fill('')
  await sampleIsShown(page)
}

async function survivesCrash(start: StartDesktop): Promise<void> {
  const desktop = await start()
  await sampleIsShown(desktop.page)
  await desktop.page.getByRole('link', { name: 'Webhooks' }).click()
  await expect(desktop.page.getByRole('grid', { name: 'Webhooks in calling order' })).toBeVisible()
  await desktop.page.waitForTimeout(900)
  await answerDialogs(desktop, 0)
  await desktop.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()
  }, null)
  await expect
    .poll(async () => (await saidBy(desktop)).map(({ message }) => message))
    .toEqual(['The page of Gatehouse crashed'])
  // Playwright gives up a page that crashed: main is asked what the new one shows.
  const shown = () =>
    desktop.evaluate(
      ({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
          'document.querySelector("[role=grid]")?.getAttribute("aria-label")',
        ),
      null,
    )
  await expect.poll(shown, { timeout: 15_000 }).toBe('Webhooks in calling order')
  await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('unresponsive'), null)
  await expect
    .poll(async () => (await saidBy(desktop)).at(-1)?.message)
    .toBe('The page of Gatehouse does not answer')

  await desktop.evaluate(() => {
    setTimeout(() => {
      throw new Error('planted in main')
    }, 0)
  }, null)
  await expect
    .poll(async () => (await saidBy(desktop)).at(-1))
    .toMatchObject({
      message: 'Something in Gatehouse failed',
      detail: expect.stringContaining('planted in main'),
    })
  await quitClean(desktop)
  const folder = join(desktop.home, process.platform === 'linux' ? 'config/gatehouse' : '')
  const log = join(folder, 'gatehouse.log')
  if (existsSync(log)) expect(await readFile(log, 'utf8')).toContain('planted in main')
}

test.beforeAll(() => mkdir(screenshots, { recursive: true }))
