import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser } from '@playwright/test'
import { launchBrowser, openPage, pageHeap, pause, showPods } from './browser.ts'
import { report } from './figures.ts'
import { type Crowd, type Folder, startCrowd, startMeasured, withFolder } from './product.ts'

const mebibyte = 1024 * 1024
const sizes = [1000, 10_000, 100_000] as const

interface Held {
  /** Bytes: resident memory and live heap of main, heap of the renderer. */
  readonly rss: number
  readonly live: number
  readonly page: number
}

/** Memory with every pod of a cluster in the list on screen, beside the usual design. */
export function benchMemory(): Promise<void> {
  return withFolder(folder => measureSizes(folder))
}

async function measureSizes(folder: Folder): Promise<void> {
  const browser = await launchBrowser()
  const held = new Map<number, Held>()
  try {
    for (const count of sizes) {
      const crowd = await startCrowd(count)
      try {
        const here = await measure(browser, folder, crowd, count)
        held.set(count, here)
        report(`memory.${count}.main.rss`, here.rss / mebibyte, 'MiB')
        report(`memory.${count}.main.live`, here.live / mebibyte, 'MiB')
        report(`memory.${count}.renderer.heap`, here.page / mebibyte, 'MiB')
        const naive = await measureNaive(crowd, count)
        report(`memory.${count}.naive.rss`, naive.rss / mebibyte, 'MiB')
        report(`memory.${count}.naive.live`, naive.live / mebibyte, 'MiB')
        report(`memory.${count}.naive-to-ours.live`, naive.live / (here.live + here.page), 'times')
      } finally {
        await crowd.stop()
      }
    }
  } finally {
    await browser.close()
  }
  const [small, large] = [held.get(1000), held.get(100_000)]
  if (small === undefined || large === undefined) throw new Error('a size was not measured')
  const tens = (100_000 - 1000) / 10_000
  report(
    'memory.per-10000.rss-and-renderer',
    (large.rss + large.page - small.rss - small.page) / mebibyte / tens,
    'MiB',
    '60',
  )
  report(
    'memory.per-10000.live',
    (large.live + large.page - small.live - small.page) / mebibyte / tens,
    'MiB',
    '60',
  )
  report('memory.renderer.growth', (large.page - small.page) / mebibyte, 'MiB', '20')
}

async function measure(browser: Browser, folder: Folder, crowd: Crowd, count: number): Promise<Held> {
  const kubeconfig = await folder.kubeconfig(`crowd-${count}`, [{ name: 'crowd', server: crowd.server }])
  const app = await startMeasured({ kubeconfig })
  const page = await openPage(browser)
  try {
    await showPods(page, app.address, kubeconfig, count)
    await pause(2000)
    const { rss, live } = await app.memory()
    return { rss, live, page: await pageHeap(page) }
  } finally {
    await page.context().close()
    await app.stop()
  }
}

function measureNaive(crowd: Crowd, count: number): Promise<{ readonly rss: number; readonly live: number }> {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--max-old-space-size=8192',
      join(import.meta.dirname, 'naive.ts'),
      crowd.server,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', line => {
      const answer = JSON.parse(line) as { count: number; rss: number; live: number }
      if (answer.count === count) resolve(answer)
      else reject(new Error(`the usual design read ${answer.count} pods of ${count}`))
    })
    child.once('close', code => reject(new Error(`the usual design ended with ${code}`)))
  })
}
