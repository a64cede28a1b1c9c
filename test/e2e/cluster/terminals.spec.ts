import type { BrowserContext, Page } from '@playwright/test'
import { type Cluster, startCluster } from '../../cluster/harness/index.ts'
import { type App, startApp } from '../app.ts'
import { watchFaults } from '../faults.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

const pods = `
apiVersion: v1
kind: Pod
metadata: {name: shop-0, namespace: default}
spec:
  containers:
    - {name: shop, image: shop, command: [sh, -c, "sleep 100000"]}
    - {name: proxy, image: proxy, command: [sh, -c, "sleep 100000"]}
---
apiVersion: v1
kind: Pod
metadata: {name: solo, namespace: default}
spec:
  containers:
    - {name: main, image: solo, command: [sh, -c, "sleep 100000"]}
`

let cluster: Cluster

test.beforeAll(async () => {
  test.setTimeout(180_000)
  cluster = await startCluster()
  await cluster.apply(pods)
  await cluster.kubectl(['wait', '--for=condition=Ready', 'pod', '--all', '--timeout=60s'])
})
test.afterAll(() => cluster?.stop())

const screen = (page: Page) => page.getByRole('tabpanel').locator('.xterm-rows')
const dock = (page: Page) => page.getByRole('region', { name: 'Dock' })
const dockTabs = (page: Page) => dock(page).getByRole('tab')

/** Opens the context and leaves one pod in the list, active. */
async function goToPod(page: Page, name: string): Promise<void> {
  const rows = page.getByRole('grid', { name: 'Pods' }).getByRole('row')
  await expect(page.getByText(/connected · v1\.36/)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(name)
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText(name)
  await page.keyboard.press('Enter')
  await page.keyboard.press('g')
}

/** From the dock to the view, which has the focus once it is drawn. */
async function goToView(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+ArrowUp')
  await expect(page.locator('[data-view-active] :focus')).toHaveCount(1)
}

async function openCluster(page: Page): Promise<void> {
  await page.getByRole('row', { name: /127\.0\.0\.1/ }).dblclick()
}

async function line(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

test('by keyboard: a shell follows its size, ends with its code and opens again; others stay beside it', async ({
  page,
  open,
}) => {
  await open({ kubeconfig: cluster.kubeconfig })
  await openCluster(page)
  await goToPod(page, 'solo')
  await page.keyboard.press('s')
  await expect(screen(page)).toContainText('#')
  const sizes = dock(page).getByText(/^\d+ × \d+$/)
  const [columns, rows] = ((await sizes.textContent()) ?? '').split(' × ')
  await line(page, 'stty size')
  await expect(screen(page)).toContainText(`${rows} ${columns}`)
  await expectAccessible(page)

  await page.keyboard.press('Control+Shift+M')
  await expect(sizes).not.toHaveText(`${columns} × ${rows}`)
  const larger = ((await sizes.textContent()) ?? '').split(' × ')[1]
  await line(page, 'clear; stty size')
  await expect(screen(page)).toContainText(`${larger} ${columns}`)
  await page.keyboard.press('Control+Shift+M')

  await line(page, 'exit 3')
  await expect(dock(page).getByText('Ended with exit code 3.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dock(page).getByText('Ended with exit code 3.')).toBeHidden()
  await line(page, 'clear; echo $((6*7)) again')
  await expect(screen(page)).toContainText('42 again')

  await goToView(page)
  await goToPod(page, 'shop-0')
  await page.keyboard.press('s')
  const choice = page.getByRole('dialog', { name: 'Open a shell in shop-0' })
  await expect(choice).toContainText('Container')
  await page.keyboard.press('Enter')
  await expect(dockTabs(page)).toHaveCount(2)
  await expect(screen(page)).toContainText('#')
  await line(page, 'echo second $((40+2))')
  await expect(screen(page)).toContainText('second 42')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await expect(screen(page)).toContainText('42 again')
  await expect(page.getByRole('contentinfo')).toContainText('2 terminals')

  // What runs lives in the engine: the page may come and go.
  await page.reload()
  await expect(dockTabs(page)).toHaveCount(2)
  await page.keyboard.press('Control+Shift+ArrowDown')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await expect(screen(page)).toContainText('42 again')
  await line(page, 'clear; echo still $((40+2))')
  await expect(screen(page)).toContainText('still 42')

  await dockTabs(page).first().focus()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog', { name: 'End this terminal?' }).getByText('Close and end').press('Enter')
  await expect(dockTabs(page)).toHaveCount(1)
})

test.describe('what a process puts out', () => {
  let context: BrowserContext
  let page: Page
  let app: App
  let faults: readonly string[]

  test.beforeAll(async ({ browser }) => {
    app = await startApp({ kubeconfig: cluster.kubeconfig })
    context = await browser.newContext({ viewport: { width: 1200, height: 800 } })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    page = await context.newPage()
    faults = await watchFaults(page)
    await page.goto(app.address)
    await openCluster(page)
    await goToPod(page, 'solo')
    await page.keyboard.press('s')
    await expect(screen(page)).toContainText('#')
    await line(page, "exec bash --norc; PS1='# '")
  })
  test.beforeEach(async () => {
    await page.keyboard.type("PS1='# '; clear")
    await page.keyboard.press('Enter')
    await page.evaluate(() => navigator.clipboard.writeText('mine'))
  })
  test.afterAll(async () => {
    await context?.close()
    await app?.stop()
    expect(faults).toEqual([])
  })

  const questions: readonly (readonly [string, string])[] = [
    ['for the title', '\\e]2;rm -rf\\a\\e[21t\\e[20t'],
    ['for colours', '\\e]10;?\\a\\e]11;?\\a\\e]4;1;?\\a'],
    ['for settings and modes', '\\eP$qm\\e\\\\\\e[?2026$p\\e[4$p'],
    ['for the window', '\\e[14t\\e[18t\\e[19t'],
    ['for the clipboard, or a wish to write it,', '\\e]52;c;ZXZpbA==\\a\\e]52;c;?\\a'],
    ['for its version', '\\e[>c\\e[=c\\e[>q\\e[5n'],
  ]
  // Where the cursor is, is answered, for line editors draw their prompt by it: an answer to what was
  // asked before would come before that one.
  for (const [what, text] of questions)
    test(`a question ${what} is not answered`, async () => {
      await line(page, `printf '${text}\\e[6n'; read -s -d R a; echo "heard \${a}." | cat -v`)
      await expect(screen(page)).toContainText(/heard \^\[\[\d+;\d+\./)
      await expect(page).toHaveTitle(/Gatehouse/)
      await expect(dockTabs(page).first()).toContainText('solo')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('mine')
    })

  // The screen lies over its letters, and finds the link under the pointer when it moves.
  async function clickOn(text: string, modifiers: readonly 'Control'[]): Promise<void> {
    const letters = screen(page).locator('span', { hasText: new RegExp(`^${text}$`) })
    await letters.hover({ force: true })
    await letters.click({ force: true, modifiers: [...modifiers] })
  }

  test('a hyperlink shows where it leads, and only when it is asked for', async () => {
    await line(
      page,
      `printf '\\e]8;;https://evil.example/x\\e\\\\bank\\e]8;;\\e\\\\ \\e]8;;javascript:alert(1)\\e\\\\script\\e]8;;\\e\\\\\\n'`,
    )
    await clickOn('bank', [])
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await clickOn('bank', ['Control'])
    await expect(page.getByRole('dialog')).toContainText('https://evil.example/x')
    await page.keyboard.press('Escape')
    await clickOn('script', ['Control'])
    await line(page, 'echo on')
    await expect(screen(page)).toContainText(/on\s*#/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('text stands in the order in which it came, without characters that hide', async () => {
    await line(
      page,
      `clear; printf 'x\\342\\200\\256gnp.exe pay\\342\\200\\213load a\\0b \\e[38;2;255;90;0mcolour\\e[0m\\n'`,
    )
    await expect(screen(page)).toContainText('xgnp.exe payload ab colour')
    const text = await screen(page).textContent()
    expect(text).not.toMatch(/[\u200b\u202a-\u202e]/)
    const colour = screen(page).locator('span', { hasText: /^colour$/ })
    expect(await colour.evaluate(element => getComputedStyle(element).color)).toMatch(/^rgb\(\d+, \d+, 0\)$/)
  })

  test('a line of 10 MB and a flood are drawn, and the page goes on', async () => {
    await line(page, `clear; head -c 10000000 /dev/zero | tr '\\0' x; echo; echo "long $((40+2))"`)
    await expect(screen(page)).toContainText('long 42', { timeout: 40_000 })
    await line(page, 'yes')
    await expect(screen(page)).toContainText('y')
    await page.keyboard.press('Control+c')
    await line(page, 'clear; echo "calm $((40+2))"')
    await expect(screen(page)).toContainText('calm 42', { timeout: 40_000 })
  })

  test('a paste of several lines is shown and asked about, and none that is hidden goes along', async () => {
    await page.evaluate(() =>
      navigator.clipboard.writeText('echo pasted-$((1+1))\necho \u001b]0;x\u0007two\n'),
    )
    await page.keyboard.press('Control+Shift+V')
    const question = page.getByRole('dialog', { name: 'Paste 2 lines?' })
    await expect(question).toContainText('⟨U+001B⟩')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('textbox', { name: 'Terminal in solo' })).toBeFocused()
    await line(page, 'echo none')
    await expect(screen(page)).toContainText(/none\s*#/)
    await expect(screen(page)).not.toContainText('pasted')
    await page.keyboard.press('Control+Shift+V')
    await question.getByRole('button', { name: 'Paste', exact: true }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Terminal in solo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(screen(page)).toContainText('pasted-2')
  })

  test('what was put out is found', async () => {
    await line(page, 'printf "needle\\nhay\\nneedle\\n"; clear; printf "needle\\nhay\\nneedle\\n"')
    await page.keyboard.press('Control+f')
    await page.keyboard.type('needle')
    await expect(dock(page).getByText(/^\d of \d$|matches/)).toBeVisible()
    await page.keyboard.press('Escape')
    await line(page, 'echo back')
    await expect(screen(page)).toContainText(/back\s*#/)
  })
})

test('a debug container is planned, looked at and confirmed; a protected context refuses it', async ({
  page,
  open,
}) => {
  await open({ kubeconfig: cluster.kubeconfig })
  await openCluster(page)
  await goToPod(page, 'shop-0')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('debug container in')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Debug pod shop-0' })
  await dialog.getByRole('textbox', { name: 'Command' }).fill('sh')
  await dialog.getByRole('button', { name: 'Plan' }).press('Enter')
  await expect(dialog).toContainText('ephemeralContainers')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Create it in / }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(dockTabs(page)).toHaveCount(1)
  await expect(page.getByRole('textbox', { name: 'Terminal in shop-0' })).toBeFocused()
  await line(page, 'echo debugged $((40+2))')
  await expect(screen(page)).toContainText('debugged 42', { timeout: 30_000 })

  await page.keyboard.press('Control+Shift+ArrowUp')
  await page.goto(page.url().replace(/#.*/, '#/'))
  await page.getByRole('row', { name: /127\.0\.0\.1/ }).click()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Protect it' }).press('Enter')
  await expect(dock(page).getByText('protected').first()).toBeVisible()
  await page.goBack()
  await page.getByRole('grid', { name: 'Pods' }).focus()
  await page.keyboard.press('s')
  await expect(page.getByRole('dialog')).toContainText('is protected')
})
