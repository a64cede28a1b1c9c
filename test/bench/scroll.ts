import type { Browser, Page } from '@playwright/test'
import { makeBare, shapeOf } from './bare.ts'
import { launchBrowser, openPage, pause, showPods } from './browser.ts'
import { percentile, report } from './figures.ts'
import { type Folder, startCrowd, startMeasured, withFolder } from './product.ts'

const lists = [
  { count: 10_000, metrics: 0 },
  { count: 10_000, metrics: 1 },
  { count: 100_000, metrics: 0 },
] as const
const pages = 120
/** A frame of 60 a second, with the page's own rounding. Milliseconds. */
const frame = 17
/** A page of a live grid may cost so many times what one of bare cells does; these have no bars and curves of use. */
const ratio = 3

interface Paged {
  readonly frames: readonly number[]
  readonly longTasks: number
  /** Processor time of the page's main thread for one press, in milliseconds. */
  readonly thread: number
}

/** Frames while a long list is paged through from its top, and the jump to its end. */
export function benchScroll(): Promise<void> {
  return withFolder(folder => measureSizes(folder))
}

async function measureSizes(folder: Folder): Promise<void> {
  const browser = await launchBrowser()
  const found: number[] = []
  try {
    for (const list of lists) found.push(await measure(browser, folder, list))
  } finally {
    await browser.close()
  }
  // Ten times the rows; 1 is no growth.
  report('scroll.growth', (found[2] ?? 0) / (found[0] ?? 1), 'times')
}

async function measure(
  browser: Browser,
  folder: Folder,
  { count, metrics }: (typeof lists)[number],
): Promise<number> {
  const id = metrics === 1 ? `scroll.${count}.metrics` : `scroll.${count}`
  const crowd = await startCrowd(count, 0, { metrics })
  const kubeconfig = await folder.kubeconfig(id, [{ name: 'crowd', server: crowd.server }])
  const app = await startMeasured({ kubeconfig })
  const page = await openPage(browser)
  try {
    await showPods(page, app.address, kubeconfig, count)
    const grid = page.getByRole('grid', { name: 'Pods' })
    if (metrics === 1) await grid.getByText(/\dMi/).first().waitFor()
    await grid.focus()
    await pause(1000)
    const { frames, longTasks, thread } = await pageThrough(page)
    report(`${id}.frame.p50`, percentile(frames, 0.5), 'ms')
    report(`${id}.frame.p95`, percentile(frames, 0.95), 'ms', String(frame))
    report(`${id}.frame.p99`, percentile(frames, 0.99), 'ms')
    report(`${id}.long-tasks`, longTasks, 'tasks', '0')
    report(`${id}.thread-a-page`, thread, 'ms')
    report(`${id}.end`, await jumpToEnd(page, count), 'ms')
    const bare = await measureBare(browser, page)
    report(`${id}.bare.frame.p95`, percentile(bare.frames, 0.95), 'ms')
    report(`${id}.bare.thread-a-page`, bare.thread, 'ms')
    report(
      `${id}.page-ratio-to-bare`,
      thread / bare.thread,
      'times',
      metrics === 1 ? 'report' : String(ratio),
    )
    return thread
  } finally {
    await page.context().close()
    await app.stop()
    await crowd.stop()
  }
}

async function measureBare(browser: Browser, like: Page): Promise<Paged> {
  const shape = await shapeOf(like)
  const page = await openPage(browser)
  try {
    await page.goto('about:blank')
    await makeBare(page, shape)
    await pause(500)
    return await pageThrough(page)
  } finally {
    await page.context().close()
  }
}

async function pageThrough(page: Page): Promise<Paged> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.evaluate(() => {
    window.bench.longTasks.length = 0
    window.bench.framesOn = true
    dispatchEvent(new Event('bench-frames'))
  })
  const busy = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  const before = await busy()
  for (let index = 0; index < pages; index++) {
    await page.keyboard.press('PageDown')
    await pause(30)
  }
  const thread = ((await busy()) - before) / pages
  const { frames, longTasks } = await page.evaluate(() => window.bench)
  await session.detach()
  return { frames, longTasks: longTasks.length, thread }
}

/** From the key to the last row on screen: no row is left out of the list. */
async function jumpToEnd(page: Page, count: number): Promise<number> {
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
