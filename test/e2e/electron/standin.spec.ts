import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startOnStandIn } from '../../electron/standIn.ts'
import { desktopJourneys } from './journeys.ts'

test.describe('on the stand-in', () => {
  desktopJourneys(startOnStandIn)

  test('a window whose display was unplugged opens on the one that is left, of the size it had', async () => {
    const home = await mkdtemp(join(tmpdir(), 'gatehouse-desktop-'))
    await mkdir(join(home, 'config/gatehouse'), { recursive: true })
    const left = { x: -2000, y: 30, width: 1300, height: 800 }
    await writeFile(join(home, 'config/gatehouse/window.json'), JSON.stringify({ bounds: left }))
    const display = '[{"x":0,"y":0,"width":1600,"height":1000}]'
    const desktop = await startOnStandIn({
      home,
      env: { STAND_IN_DISPLAYS: display, STAND_IN_THEME: 'dark' },
    })
    const shown = await desktop.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      return { bounds: window?.getBounds(), ground: window?.getBackgroundColor() }
    }, null)
    expect(shown).toEqual({ bounds: { x: 150, y: 80, width: 1300, height: 800 }, ground: '#0e1115' })
    await test.step('what the stand-in lacks fails when it is touched', async () => {
      await expect(desktop.evaluate(({ app }) => String(app.getGPUInfo), null)).rejects.toThrow(
        /has no app\.getGPUInfo/,
      )
      await expect(
        desktop.evaluate(({ app }) => void app.on('gpu-info-update', () => undefined), null),
      ).rejects.toThrow(/never emits “gpu-info-update” of app/)
      await expect(
        desktop.evaluate(({ Menu }) => void Menu.buildFromTemplate([{ role: 'sparkle' as 'quit' }]), null),
      ).rejects.toThrow(/no role “sparkle”/)
      await expect(
        desktop.evaluate(({ dialog }) => dialog.showMessageBox({ message: 'unasked' }), null),
      ).rejects.toThrow(/No test answers/)
    })
    await test.step('the page sees nothing of the preload script but what it exposes', async () => {
      const seen = await desktop.page.evaluate(() => {
        const exposed: unknown = Reflect.get(window, 'gatehouse')
        return {
          keys: Object.keys(exposed as object).sort(),
          isReplaced: Reflect.set(window, 'gatehouse', null) || Reflect.get(window, 'gatehouse') !== exposed,
          binding: typeof Reflect.get(window, 'standInSend'),
        }
      })
      expect(seen).toEqual({ keys: ['pathOf', 'receive', 'send'], isReplaced: false, binding: 'undefined' })
    })
    expect(await desktop.quit()).toEqual({ left: [], faults: [] })
  })
})
