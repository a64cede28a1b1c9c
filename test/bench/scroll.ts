import type { Browser } from '@playwright/test'
import { launchBrowser, openPage, pause, showPods } from './browser.ts'
import { percentile, report } from './figures.ts'
import { type Folder, startCrowd, startMeasured, withFolder } from './product.ts'

const sizes = [10_000, 100_000] as const
const pages = 120
/** A frame of 60 a second, with the page's own rounding. Milliseconds. */
const frame = 17

/** Frames while a long list is paged through from its top, and the jump to its end. */
export function benchScroll(): Promise<void> {
  return withFolder(folder => measureSizes(folder))
}

async function measureSizes(folder: Folder): Promise<void> {
  const browser = await launchBrowser()
  const found: number[] = []
  try {
    for (const count of sizes) found.push(await measure(browser, folder, count))
  } finally {
    await browser.close()
  }
  // Ten times the rows; 1 is no growth.
  report('scroll.growth', (found[1] ?? 0) / (found[0] ?? 1), 'times')
}

async function measure(browser: Browser, folder: Folder, count: number): Promise<number> {
  const crowd = await startCrowd(count)
  const kubeconfig = await folder.kubeconfig(`scroll-${count}`, [{ name: 'crowd', server: crowd.server }])
  const app = await startMeasured({ kubeconfig })
  const page = await openPage(browser)
  try {
    await showPods(page, app.address, kubeconfig, count)
    await page.getByRole('grid', { name: 'Pods' }).focus()
    await pause(1000)
    await page.evaluate(() => {
      window.bench.longTasks.length = 0
      window.bench.framesOn = true
      dispatchEvent(new Event('bench-frames'))
    })
    for (let index = 0; index < pages; index++) {
      await page.keyboard.press('PageDown')
      await pause(30)
    }
    const { frames, longTasks } = await page.evaluate(() => window.bench)
    const p95 = percentile(frames, 0.95)
    report(`scroll.${count}.frame.p50`, percentile(frames, 0.5), 'ms')
    report(`scroll.${count}.frame.p95`, p95, 'ms', String(frame))
    report(`scroll.${count}.frame.p99`, percentile(frames, 0.99), 'ms')
    report(`scroll.${count}.long-tasks`, longTasks.length, 'tasks', '0')
    report(`scroll.${count}.end`, await jumpToEnd(page, count), 'ms')
    return p95
  } finally {
    await page.context().close()
    await app.stop()
    await crowd.stop()
  }
}

/** From the key to the last row on screen: no row is left out of the list. */
async function jumpToEnd(page: Awaited<ReturnType<typeof openPage>>, count: number): Promise<number> {
  const shown = page.evaluate(
    last =>
      window.bench.painted(() => {
        const row = document.querySelector(`[data-view-active] [role="row"][aria-rowindex="${last}"]`)
        return (row?.querySelector('[role="gridcell"]')?.textContent ?? '') !== ''
      }),
    count + 1,
  )
  await page.keyboard.press('G')
  const painted = await shown
  return painted - (await page.evaluate(() => window.bench.lastInput))
}
