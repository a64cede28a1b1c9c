import { vitest } from '../suites.ts'
import { closingLine } from '../tally.ts'

const totals = await vitest('unit', process.argv.slice(2))
console.log(closingLine(totals))
process.exit(totals.failed === 0 ? 0 : 1)
