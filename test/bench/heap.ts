import { slopeOf } from '../soak/slope.ts'
import { launchBrowser, openPage, pageHeap, pause, showPods } from './browser.ts'
import { report } from './figures.ts'
import { type Folder, startCrowd, startMeasured, withFolder } from './product.ts'

const pods = 2000
const changesPerSecond = 1000
/** Seconds; GATEHOUSE_BENCH_HEAP names another time, and the soak runs for an hour. */
const seconds = Number(process.env.GATEHOUSE_BENCH_HEAP ?? 120)
const every = 5

/** What lives in main and in the page, after collections, while a list changes a thousand times a second. */
export function benchHeap(): Promise<void> {
  return withFolder(folder => measure(folder))
}

async function measure(folder: Folder): Promise<void> {
  const crowd = await startCrowd(pods, changesPerSecond)
  const kubeconfig = await folder.kubeconfig('heap', [{ name: 'crowd', server: crowd.server }])
  const app = await startMeasured({ kubeconfig })
  const browser = await launchBrowser()
  try {
    const page = await openPage(browser)
    await showPods(page, app.address, kubeconfig, pods)
    const main: { at: number; bytes: number }[] = []
    const shown: { at: number; bytes: number }[] = []
    const end = Date.now() + seconds * 1000
    while (Date.now() < end) {
      main.push({ at: Date.now(), bytes: (await app.memory()).live })
      shown.push({ at: Date.now(), bytes: await pageHeap(page) })
      await pause(every * 1000)
    }
    // A slope over minutes says less than one over an hour: the bound on it is the soak’s.
    report('heap.slope.main', slopeOf(main), 'MiB/hour')
    report('heap.slope.page', slopeOf(shown), 'MiB/hour')
    report('heap.main.growth', growthOf(main), 'MiB', '4')
    report('heap.page.growth', growthOf(shown), 'MiB', '4')
  } finally {
    await browser.close()
    await app.stop()
    await crowd.stop()
  }
}

/** From the first quarter to the last, each by its least. */
function growthOf(samples: readonly { readonly bytes: number }[]): number {
  const quarter = Math.max(1, Math.floor(samples.length / 4))
  const least = (some: typeof samples) => Math.min(...some.map(({ bytes }) => bytes))
  return (least(samples.slice(-quarter)) - least(samples.slice(quarter, 2 * quarter))) / 1024 / 1024
}
