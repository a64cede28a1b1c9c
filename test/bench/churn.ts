import type { Browser, Page } from '@playwright/test'
import { launchBrowser, openPage, pageHeap, pause, pressKeys, showPods } from './browser.ts'
import { report, reportSpread } from './figures.ts'
import { type Folder, startCrowd, startMeasured, withFolder } from './product.ts'

const changesPerSecond = 1000
const sizes = [1000, 10_000] as const

/** Keys pressed in a list that changes a thousand times a second. */
export function benchChurn(seconds = 20): Promise<void> {
  return withFolder(folder => measureSizes(folder, seconds))
}

async function measureSizes(folder: Folder, seconds: number): Promise<void> {
  const browser = await launchBrowser()
  try {
    for (const count of sizes) await measure(browser, folder, count, seconds)
  } finally {
    await browser.close()
  }
}

async function measure(browser: Browser, folder: Folder, count: number, seconds: number): Promise<void> {
  const crowd = await startCrowd(count, changesPerSecond)
  const kubeconfig = await folder.kubeconfig(`churn-${count}`, [{ name: 'crowd', server: crowd.server }])
  const app = await startMeasured({ kubeconfig })
  const page = await openPage(browser)
  try {
    await showPods(page, app.address, kubeconfig, count)
    await page.getByRole('grid', { name: 'Pods' }).focus()
    await pause(2000)
    await page.evaluate(() => {
      window.bench.longTasks.length = 0
      window.bench.keys.length = 0
    })
    await app.watchLoop()
    await pressKeys(page, seconds)
    const loop = await app.loop()
    const { keys, longTasks } = await page.evaluate(() => window.bench)
    const id = `churn.${count}`
    report(`${id}.changes-shown`, await changesShown(page), 'a second')
    reportSpread(`${id}.input-to-paint`, keys, '50', 'p95')
    report(`${id}.renderer.long-tasks`, longTasks.length, 'tasks', '0')
    report(`${id}.renderer.longest-task`, Math.max(0, ...longTasks), 'ms')
    report(`${id}.main.tasks-over-20`, loop.tasks, 'tasks', '0')
    report(`${id}.main.longest-task`, loop.longestTask, 'ms')
    report(`${id}.main.delays-over-20`, loop.delays, 'delays')
    report(`${id}.main.processor`, loop.processor * 100, '%', '60')
    report(`${id}.renderer.heap`, (await pageHeap(page)) / 1024 / 1024, 'MiB')
  } finally {
    await page.context().close()
    await app.stop()
    await crowd.stop()
  }
}

/** The rate that the status line tells: the changes did come. */
async function changesShown(page: Page): Promise<number> {
  const pace = page.getByText(/changes?\/s/).first()
  const text = (await pace.count()) === 0 ? '' : await pace.textContent()
  return Number((/([\d,]+) changes?\/s/.exec(text ?? '')?.[1] ?? '0').replaceAll(',', ''))
}
