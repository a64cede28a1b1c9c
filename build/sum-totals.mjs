// Adds up the totals that runs of tests have left and prints them as one closing line.
import { readFileSync } from 'node:fs'

const totals = { passed: 0, failed: 0, skipped: 0 }
for (const name of process.argv.slice(2)) {
  try {
    const part = JSON.parse(readFileSync(`test-results/totals-${name}.json`, 'utf8'))
    for (const key of Object.keys(totals)) totals[key] += part[key]
  } catch {
    console.error(`The run “${name}” left no totals: it did not come to its end.`)
    totals.failed += 1
  }
}
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exit(totals.failed === 0 ? 0 : 1)
