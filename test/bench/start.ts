import { startApp } from '../e2e/app.ts'
import { launchBrowser, openPage, paintedRows } from './browser.ts'
import { reportSpread } from './figures.ts'
import { makeFolder } from './product.ts'

const runs = 5

/**
 * From the start of the process to rows on screen, in a new profile of a browser that runs
 * already. With no kubeconfig (then the pods of the sample cluster) and with 500 contexts.
 */
export async function benchStart(): Promise<void> {
  await using folder = await makeFolder()
  const contexts = Array.from({ length: 500 }, (_, index) => ({
    name: `context-${index}`,
    server: `https://127.0.0.1:1/${index}`,
  }))
  const many = await folder.kubeconfig('many', contexts)
  const browser = await launchBrowser()
  try {
    for (const [id, kubeconfig] of [
      ['start', undefined],
      ['start.500-contexts', many],
    ] as const) {
      const engine: number[] = []
      const usable: number[] = []
      for (let run = 0; run < runs; run++) {
        const page = await openPage(browser)
        const began = Date.now()
        const app = await startApp(kubeconfig === undefined ? {} : { kubeconfig })
        engine.push(Date.now() - began)
        await page.goto(app.address, { waitUntil: 'commit' })
        const painted = await paintedRows(page, '', null)
        const origin = await page.evaluate(() => performance.timeOrigin)
        usable.push(origin + painted - began)
        await page.context().close()
        await app.stop()
      }
      reportSpread(`${id}.engine`, engine)
      reportSpread(`${id}.usable`, usable, '2000')
    }
  } finally {
    await browser.close()
  }
}
