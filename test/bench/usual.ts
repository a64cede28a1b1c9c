import type { Browser, Page } from '@playwright/test'
import { launchBrowser, openPage, pageHeap, pause, pressKeys, showPods } from './browser.ts'
import { percentile, report } from './figures.ts'
import { type Crowd, type Folder, startCrowd, startMeasured, withFolder } from './product.ts'
import { serveUsual } from './usualServer.ts'

const seconds = 10
/** The larger one is for what it holds: the usual design does not keep up with changes there. */
const sizes = [
  { count: 10_000, changesPerSecond: 1000 },
  { count: 50_000, changesPerSecond: 0 },
] as const
const mebibyte = 1024 * 1024

/** What one design holds and how it answers. */
interface Held {
  readonly heap: number
  readonly p95: number
  readonly longTasks: number
  /** Bytes that reach the page in a second of changes. */
  readonly bytes: number
}

/** Our page beside one of the usual design: whole objects in the page, drawn by React. */
export function benchUsual(): Promise<void> {
  return withFolder(folder => measureSizes(folder))
}

async function measureSizes(folder: Folder): Promise<void> {
  const browser = await launchBrowser()
  try {
    for (const { count, changesPerSecond } of sizes) {
      const crowd = await startCrowd(count, changesPerSecond)
      try {
        const ours = await measureOurs(browser, folder, crowd, count)
        const usual = await measureUsual(browser, crowd, count)
        tell(`usual.${count}.ours`, ours)
        tell(`usual.${count}.usual`, usual)
        report(`usual.${count}.heap-ratio`, usual.heap / ours.heap, 'times')
        if (changesPerSecond === 0) continue
        report(`usual.${count}.input-to-paint-ratio`, usual.p95 / ours.p95, 'times')
        report(`usual.${count}.bytes-ratio`, usual.bytes / ours.bytes, 'times')
      } finally {
        await crowd.stop()
      }
    }
  } finally {
    await browser.close()
  }
}

function tell(id: string, { heap, p95, longTasks, bytes }: Held): void {
  report(`${id}.page-heap`, heap / mebibyte, 'MiB')
  report(`${id}.input-to-paint.p95`, p95, 'ms')
  report(`${id}.long-tasks`, longTasks, 'tasks')
  report(`${id}.bytes-a-second`, bytes, 'bytes')
}

async function measureOurs(browser: Browser, folder: Folder, crowd: Crowd, count: number): Promise<Held> {
  const kubeconfig = await folder.kubeconfig(`usual-${count}`, [{ name: 'crowd', server: crowd.server }])
  const app = await startMeasured({ kubeconfig })
  const page = await openPage(browser)
  try {
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    let bytes = 0
    session.on('Network.webSocketFrameReceived', ({ response }) => {
      bytes += response.payloadData.length
    })
    await showPods(page, app.address, kubeconfig, count)
    await page.getByRole('grid', { name: 'Pods' }).focus()
    return await measureKeys(page, () => Promise.resolve(bytes))
  } finally {
    await page.context().close()
    await app.stop()
  }
}

async function measureUsual(browser: Browser, crowd: Crowd, count: number): Promise<Held> {
  const host = await serveUsual(crowd.server)
  const page = await openPage(browser)
  try {
    await page.goto(host.address)
    await page.waitForFunction(wanted => window.usual.rows >= wanted * 0.99, count, { timeout: 120_000 })
    await page.locator('.list').focus()
    return await measureKeys(page, () => page.evaluate(() => window.usual.bytes))
  } finally {
    await page.context().close()
    host.stop()
  }
}

async function measureKeys(page: Page, bytesSoFar: () => Promise<number>): Promise<Held> {
  await pause(2000)
  await page.evaluate(() => {
    window.bench.longTasks.length = 0
    window.bench.keys.length = 0
  })
  const [before, began] = [await bytesSoFar(), performance.now()]
  await pressKeys(page, seconds)
  const bytes = ((await bytesSoFar()) - before) / ((performance.now() - began) / 1000)
  const { keys, longTasks } = await page.evaluate(() => window.bench)
  return { heap: await pageHeap(page), p95: percentile(keys, 0.95), longTasks: longTasks.length, bytes }
}
