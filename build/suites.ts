import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureBrowser } from './browser.ts'
import { root } from './root.ts'
import { run, runPackage } from './run-tool.ts'
import { add, goTotals, none, playwrightTotals, type Totals, vitestTotals } from './tally.ts'

const results = join(root, 'test-results')
const failedOnce: Totals = { passed: 0, failed: 1, skipped: 0 }

/** Runs one Vitest project; a crash without a report counts as one failure. */
export async function vitest(project: 'unit' | 'live', filters: readonly string[]): Promise<Totals> {
  const report = join(results, `vitest-${project}.json`)
  await rm(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  // Without colours a figure’s line begins with the word, for whoever collects them.
  const finished = await runPackage('vitest', ['run', '--project', project, ...reporters, ...filters], {
    env: { NO_COLOR: '1' },
  })
  const totals = await vitestTotals(report).catch(() => failedOnce)
  return finished.code !== 0 && totals.failed === 0 ? add(totals, failedOnce) : totals
}

/** Runs one Playwright project. Without a browser that is a failure with the reason, not a skip. */
export async function playwright(project: 'sample' | 'cluster', filters: readonly string[]): Promise<Totals> {
  const missing = await ensureBrowser()
  if (missing !== null) {
    console.error(`No browser for the end-to-end tests: ${missing}`)
    return failedOnce
  }
  const report = join(results, 'playwright.json')
  await rm(report, { force: true })
  const finished = await runPackage('playwright', ['test', '--project', project, ...filters])
  const totals = await playwrightTotals(report).catch(() => failedOnce)
  return finished.code !== 0 && totals.failed === 0 ? add(totals, failedOnce) : totals
}

/** Runs the Go tests of the control plane. */
export async function go(): Promise<Totals> {
  const finished = await run(process.execPath, ['test/cluster/build.mjs', 'test', '-json', './...'], {
    quiet: true,
  })
  const totals = goTotals(finished.output)
  console.log(`Go tests: ${totals.passed} passed, ${totals.failed} failed (${finished.seconds.toFixed(0)} s)`)
  if (finished.code === 0) return totals
  for (const line of finished.output.split('\n')) {
    if (!line.startsWith('{')) console.log(line)
    else if (line.includes('"Output"'))
      process.stdout.write(String((JSON.parse(line) as { Output: string }).Output))
  }
  return totals.failed === 0 ? add(totals, failedOnce) : totals
}

export { none }
