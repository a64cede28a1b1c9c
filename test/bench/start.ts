import { startApp } from '../e2e/app.ts'
import { launchBrowser, openPage, paintedRows } from './browser.ts'
import { reportSpread } from './figures.ts'
import { type Folder, withFolder } from './product.ts'

const runs = 5

/**
 * From the start of the process to rows on screen, in a new profile of a browser that runs
 * already. With no kubeconfig (then the list holds the sample cluster) and with 500 contexts.
 */
export function benchStart(): Promise<void> {
  return withFolder(folder => startBoth(folder))
}

async function startBoth(folder: Folder): Promise<void> {
  const contexts = Array.from({ length: 500 }, (_, index) => ({
    name: `context-${index}`,
    server: `https://127.0.0.1:1/${index}`,
  }))
  const many = await folder.kubeconfig('many', contexts)
  for (const [id, kubeconfig] of [
    ['start', undefined],
    ['start.500-contexts', many],
  ] as const) {
    const all: Started[] = []
    for (let run = 0; run < runs; run++) all.push(await startOnce(kubeconfig))
    reportSpread(
      `${id}.engine`,
      all.map(({ engine }) => engine),
    )
    reportSpread(
      `${id}.usable`,
      all.map(({ usable }) => usable),
      '2000',
    )
  }
}

/** Milliseconds to the printed address, and to rows on screen. */
interface Started {
  readonly engine: number
  readonly usable: number
}

async function startOnce(kubeconfig: string | undefined): Promise<Started> {
  const browser = await launchBrowser()
  try {
    const page = await openPage(browser)
    const began = Date.now()
    const app = await startApp(kubeconfig === undefined ? {} : { kubeconfig })
    const engine = Date.now() - began
    await page.goto(app.address, { waitUntil: 'commit' })
    const painted = await paintedRows(page, '', null)
    const origin = await page.evaluate(() => performance.timeOrigin)
    await app.stop()
    return { engine, usable: origin + painted - began }
  } finally {
    await browser.close()
  }
}
