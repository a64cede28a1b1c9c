// All that needs no real cluster: check, unit tests, end-to-end on the sample cluster.
import { bundle } from '../bundle.ts'
import { run } from '../run-tool.ts'
import { playwright, vitest } from '../suites.ts'
import { add, closingLine, keepTotals } from '../tally.ts'

const check = await run(process.execPath, ['--disable-warning=ExperimentalWarning', 'build/tasks/check.ts'])
await bundle()
const unit = await vitest('unit', [])
const browser = await playwright('sample', [])
const checked = { passed: check.code === 0 ? 1 : 0, failed: check.code === 0 ? 0 : 1, skipped: 0 }
const totals = add(add(checked, unit), browser)
await keepTotals('test', totals)
console.log(
  `check ${check.code === 0 ? 'passed' : 'FAILED'}; unit: ${closingLine(unit)}; end to end: ${closingLine(browser)}`,
)
console.log(closingLine(totals))
process.exit(totals.failed === 0 ? 0 : 1)
