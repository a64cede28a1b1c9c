import { kindLink, lastInput, launchBrowser, openContext, openPage, paintedRows, pause } from './browser.ts'
import { reportSpread } from './figures.ts'
import { type Folder, startCrowd, startMeasured, withFolder } from './product.ts'

const switches = 30
const counts = [2000, 10_000] as const

/** Between two open contexts, each with its list of pods, by their shortcuts. */
export function benchSwitching(): Promise<void> {
  return withFolder(folder => switchContexts(folder))
}

async function switchContexts(folder: Folder): Promise<void> {
  const crowds = await Promise.all(counts.map(count => startCrowd(count)))
  const contexts = crowds.map(({ server }, index) => ({ name: `context-${index}`, server }))
  const kubeconfig = await folder.kubeconfig('switch', contexts)
  const app = await startMeasured({ kubeconfig })
  const browser = await launchBrowser()
  try {
    const page = await openPage(browser)
    await page.goto(app.address)
    for (const [index, count] of counts.entries()) {
      if (index > 0) await page.getByRole('button', { name: 'All contexts' }).first().click()
      await openContext(page, kubeconfig, `context-${index}`)
      const shown = paintedRows(page, 'Pods', count)
      await kindLink(page, 'Pods').click()
      await shown
    }
    await pause(1000)
    const times: number[] = []
    for (let index = 0; index < switches; index++) {
      const next = index % 2
      const shown = paintedRows(page, 'Pods', counts[next] ?? 0)
      await page.keyboard.press(`Control+${next + 1}`)
      const painted = await shown
      times.push(painted - (await lastInput(page)))
      await pause(150)
    }
    reportSpread('switch.input-to-painted', times, '100')
  } finally {
    await browser.close()
    await app.stop()
    for (const crowd of crowds) await crowd.stop()
  }
}
