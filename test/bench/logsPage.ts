import type { Page } from '@playwright/test'
import { startCluster } from '../cluster/harness/index.ts'
import { counter, makePod } from '../live/logsStream.ts'
import { launchBrowser, openContext, openPage, pageHeap, pause } from './browser.ts'
import { percentile, report } from './figures.ts'
import { startMeasured } from './product.ts'

const rate = 50_000
const seconds = 40
/** While keys are pressed. */
const pressed = 15
/** Between two key presses, in milliseconds. */
const keyEvery = 100

/**
 * Keys pressed in the logs of a container that writes 50,000 lines a second: some while its end is
 * followed, some in lines that were left behind.
 */
export async function benchLogsPage(): Promise<void> {
  const cluster = await startCluster()
  const app = await startMeasured({ kubeconfig: cluster.kubeconfig })
  const browser = await launchBrowser()
  try {
    await makePod(cluster, 'flood', {
      containers: [{ name: 'app', command: counter(rate * seconds, rate, 60) }],
    })
    const page = await openPage(browser)
    await page.goto(app.address)
    await openContext(page, cluster.kubeconfig, 'test-cluster')
    await measure(page)
  } finally {
    await browser.close()
    await app.stop()
    await cluster.stop()
  }
}

async function measure(page: Page): Promise<void> {
  await page.evaluate(() => {
    const [, , context] = location.hash.split('/')
    location.hash = `#/c/${context}/logs?kind=/v1/pods&ns=default&name=flood`
  })
  const log = page.getByRole('grid', { name: /^Log of/ })
  await log.getByRole('row').nth(20).waitFor()
  await log.focus()
  await pause(2000)
  await page.evaluate(() => {
    window.bench.longTasks.length = 0
    window.bench.keys.length = 0
  })
  await pressKeys(page)
  const { keys, longTasks } = await page.evaluate(() => window.bench)
  report('logs.page.rate', await rateShown(page), 'lines/s')
  report('logs.page.input-p50', percentile(keys, 0.5), 'ms')
  report('logs.page.input-p95', percentile(keys, 0.95), 'ms', '50')
  report('logs.page.long-tasks', longTasks.length, 'tasks', '0')
  report('logs.page.longest-task', Math.max(0, ...longTasks), 'ms')
  report('logs.page.heap', (await pageHeap(page)) / 2 ** 20, 'MiB')
}

/** Follows, goes up line by line and by pages, pauses and comes back to the end, again and again. */
async function pressKeys(page: Page): Promise<void> {
  const keys = ['Shift', 'Shift', 'Shift', 'k', 'k', 'k', 'PageUp', 'j', 'G', 'Space', 'Space', 'Shift']
  const end = Date.now() + pressed * 1000
  for (let index = 0; Date.now() < end; index++) {
    await page.keyboard.press(keys[index % keys.length] ?? 'k')
    await pause(keyEvery)
  }
}

/** As the page tells it: the lines did come. */
async function rateShown(page: Page): Promise<number> {
  const text = await page.getByRole('group', { name: 'State of the logs' }).textContent()
  return Number((/([\d,]+) lines?\/s/.exec(text ?? '')?.[1] ?? '0').replaceAll(',', ''))
}
