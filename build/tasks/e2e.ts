import { bundleIfStale } from '../bundle.ts'
import { playwright } from '../suites.ts'
import { closingLine } from '../tally.ts'

await bundleIfStale()
const totals = await playwright('sample', process.argv.slice(2))
console.log(closingLine(totals))
process.exit(totals.failed === 0 ? 0 : 1)
