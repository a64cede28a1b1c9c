// All that needs the real control plane: its own Go tests, the engine on it, the browser on it.
import { bundleIfStale } from '../bundle.ts'
import { run } from '../run-tool.ts'
import { go, none, playwright, vitest } from '../suites.ts'
import { add, closingLine, keepTotals, type Totals } from '../tally.ts'

/** Exit code of test/cluster/build.mjs where Go is absent or too old. */
const withoutGo = 3

const filters = process.argv.slice(2)
const built = await run(process.execPath, ['test/cluster/build.mjs'])
let totals: Totals = none
if (built.code === withoutGo) {
  console.log('The tests on a real control plane were skipped: Go 1.26 is needed to build it (see above).')
  totals = { passed: 0, failed: 0, skipped: 1 }
} else if (built.code !== 0) {
  totals = { passed: 0, failed: 1, skipped: 0 }
} else {
  // The server's own code, against which ours is compared; the tests say so where it is missing.
  for (const program of ['cel', 'defaults', 'patch', 'podsecurity'])
    await run(process.execPath, ['test/cluster/build.mjs', program])
  await bundleIfStale()
  if (filters.length === 0) totals = add(totals, await go())
  totals = add(totals, await vitest('live', filters))
  if (filters.length === 0) totals = add(totals, await playwright('cluster', []))
}
await keepTotals('cluster', totals)
console.log(closingLine(totals))
process.exit(totals.failed === 0 ? 0 : 1)
