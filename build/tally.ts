import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './root.ts'

export interface Totals {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export const none: Totals = { passed: 0, failed: 0, skipped: 0 }

export function add(a: Totals, b: Totals): Totals {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

/** The closing line that every run of tests ends with. */
export function closingLine({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

const folder = join(root, 'test-results')

/** Keeps the totals of a run for the run that adds them up. */
export async function keepTotals(name: string, totals: Totals): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `totals-${name}.json`), JSON.stringify(totals))
}

/** Totals of Vitest's JSON report. */
export async function vitestTotals(file: string): Promise<Totals> {
  const report = JSON.parse(await readFile(file, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
    numFailedTestSuites: number
    testResults: readonly { status: string; assertionResults: readonly unknown[] }[]
  }
  // A file that fails before its first test counts as one failure, or it would go unseen.
  const broken = report.testResults.filter(
    result => result.status === 'failed' && result.assertionResults.length === 0,
  ).length
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Totals of Playwright's JSON report. */
export async function playwrightTotals(file: string): Promise<Totals> {
  const report = JSON.parse(await readFile(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    errors: readonly unknown[]
  }
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped }
}

/** Totals of `go test -json` lines; only leaves count, not the tests that hold subtests. */
export function goTotals(output: string): Totals {
  const results = new Map<string, string>()
  const parents = new Set<string>()
  let packages = 0
  for (const line of output.split('\n')) {
    if (!line.startsWith('{')) continue
    const event = JSON.parse(line) as { Action: string; Package?: string; Test?: string }
    if (event.Test === undefined) {
      if (event.Action === 'fail' || event.Action === 'build-fail') packages += 1
      continue
    }
    const name = `${event.Package}/${event.Test}`
    const slash = name.lastIndexOf('/')
    if (event.Test.includes('/')) parents.add(name.slice(0, slash))
    if (['pass', 'fail', 'skip'].includes(event.Action)) results.set(name, event.Action)
  }
  const leaves = [...results].filter(([name]) => !parents.has(name)).map(([, action]) => action)
  const count = (action: string): number => leaves.filter(leaf => leaf === action).length
  const failed = count('fail')
  return { passed: count('pass'), failed: failed === 0 ? packages : failed, skipped: count('skip') }
}
