import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { launchOptions } from '../../build/chromium.ts'

/** Headless Chromium with the switches of the end-to-end tests. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions)
}

/** What a page records about itself. Times in milliseconds of the page's clock. */
interface Recorded {
  /** Lengths of tasks over 50 ms. */
  longTasks: number[]
  /** From each key press to the frame that shows its effect. */
  keys: number[]
  /** When the last click, or key press, was made. */
  lastInput: number
  /** Between animation frames, while `framesOn`. */
  frames: number[]
  framesOn: boolean
  /** Resolves with the time at which what `claim` says of the page was on screen. */
  painted(claim: () => boolean): Promise<number>
}

declare global {
  interface Window {
    bench: Recorded
  }
}

/** A page of its own profile that records itself from its first line on. */
export async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1600, height: 1000 } })
  const page = await context.newPage()
  await page.addInitScript(record)
  return page
}

/** Runs in the page: must stand alone. */
function record(): void {
  // A message posted from an animation frame is delivered after that frame was drawn.
  const afterPaint = (run: () => void): void => {
    const channel = new MessageChannel()
    channel.port1.onmessage = run
    channel.port2.postMessage(null)
  }
  const bench: Recorded = {
    longTasks: [],
    keys: [],
    lastInput: 0,
    frames: [],
    framesOn: false,
    painted: claim =>
      new Promise((resolve, reject) => {
        const end = performance.now() + 120_000
        const look = (now: number): void => {
          if (claim()) afterPaint(() => resolve(performance.now()))
          else if (now > end) reject(new Error('it was not painted within two minutes'))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
  }
  window.bench = bench
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) bench.longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  const heard = (event: Event): void => {
    bench.lastInput = event.timeStamp
  }
  addEventListener('click', heard, true)
  addEventListener('dblclick', heard, true)
  addEventListener(
    'keydown',
    event => {
      heard(event)
      requestAnimationFrame(() => afterPaint(() => bench.keys.push(performance.now() - event.timeStamp)))
    },
    true,
  )
  let last = 0
  const frame = (now: number): void => {
    if (bench.framesOn) {
      if (last > 0) bench.frames.push(now - last)
      last = now
    } else last = 0
    requestAnimationFrame(frame)
  }
  addEventListener('bench-frames', () => requestAnimationFrame(frame), { once: true })
}

/**
 * Answers when rows of the active view's grid are painted; all of them when `count` is given.
 * @param label of the grid; empty for any
 */
export function paintedRows(page: Page, label: string, count: number | null): Promise<number> {
  return page.evaluate(
    ([name, wanted]) =>
      window.bench.painted(() => {
        const named = name === '' ? '' : `[aria-label="${name}"]`
        const views = document.querySelectorAll(`[data-view-active] [role="grid"]${named}`)
        return [...views].some(grid => {
          const rows = Number(grid.getAttribute('aria-rowcount')) - 1
          const first = grid.querySelector('[role="row"][aria-rowindex="2"] [role="gridcell"]')
          return (first?.textContent ?? '') !== '' && (wanted === null || rows === wanted)
        })
      }),
    [label, count] as const,
  )
}

export function lastInput(page: Page): Promise<number> {
  return page.evaluate(() => window.bench.lastInput)
}

/**
 * Opens a context at its namespaces, so that no pod is read yet, and waits until its kinds are
 * known.
 */
export async function openContext(page: Page, file: string, name: string): Promise<void> {
  const place = `#/c/${encodeURIComponent(`${file}#${name}`)}/l/core/v1/namespaces`
  await page.getByRole('grid', { name: 'Contexts' }).waitFor()
  await page.evaluate(hash => {
    location.hash = hash
  }, place)
  const shown = paintedRows(page, 'Namespaces', null)
  await page.getByRole('button', { name: 'Open it' }).click()
  await shown
  await kindLink(page, 'Pods').waitFor()
}

/** The link of a kind in the navigation of the context. */
export function kindLink(page: Page, title: string) {
  return page.getByRole('navigation', { name: 'Cluster' }).getByRole('link', { name: title }).first()
}

/** Heap of the page in bytes after a collection. */
export async function pageHeap(page: Page): Promise<number> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}

/** Opens the product on a kubeconfig's context "crowd" and its list of so many pods, painted. */
export async function showPods(
  page: Page,
  address: string,
  kubeconfig: string,
  count: number,
): Promise<void> {
  await page.goto(address)
  await openContext(page, kubeconfig, 'crowd')
  // Under churn a replaced pod is gone for an instant, so the count is met now and then.
  const shown = paintedRows(page, 'Pods', count)
  await kindLink(page, 'Pods').click()
  await shown
}

/** Between two key presses, in milliseconds: a held-down key repeats about as fast. */
const keyEvery = 100

/** Mostly one row down, sometimes back up or a page on. */
export async function pressKeys(page: Page, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000
  for (let index = 1; Date.now() < end; index++) {
    await page.keyboard.press(index % 20 === 0 ? 'PageDown' : index % 7 === 0 ? 'k' : 'j')
    await pause(keyEvery)
  }
}
