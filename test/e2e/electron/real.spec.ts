import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron as electron, expect, test } from '@playwright/test'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'node_modules/electron')
const named = join(folder, 'path.txt')
const binary = existsSync(named) ? join(folder, 'dist', readFileSync(named, 'utf8')) : null
const isThere = binary !== null && existsSync(binary)

test('the real Electron shows the sample cluster, without Node in the page', async () => {
  test.skip(
    !isThere,
    'Electron’s binary is not here: it is downloaded on first use, which needs the internet',
  )
  const home = await mkdtemp(join(tmpdir(), 'gatehouse-electron-'))
  const app = await electron.launch({
    executablePath: binary ?? '',
    args: [root, '--no-sandbox'],
    env: {
      PATH: process.env.PATH ?? '',
      DISPLAY: process.env.DISPLAY ?? '',
      HOME: home,
      XDG_CONFIG_HOME: home,
    },
  })
  const page = await app.firstWindow()
  await expect(page.getByRole('grid', { name: 'Pods' }).getByRole('row').nth(3)).toBeVisible()
  expect(await page.evaluate(() => typeof (globalThis as { require?: unknown }).require)).toBe('undefined')
  expect(await page.evaluate(() => Object.isFrozen((globalThis as { gatehouse?: object }).gatehouse))).toBe(
    true,
  )
  await app.close()
})
