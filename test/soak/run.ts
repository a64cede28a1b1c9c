/**
 * Hours of change and of random faults on a real control plane:
 *   npm run soak                                 an hour
 *   npm run soak -- --minutes 1 --seed 7         shorter; the same seed makes the same faults
 * At the end the rows must be those that kubectl prints, nothing may be left, and memory must not have
 * grown, neither in the engine nor in a page that followed.
 */
import { parseArgs } from 'node:util'
import { launchBrowser, openPage } from '../bench/browser.ts'
import { benchChurn } from '../bench/churn.ts'
import { report, reported } from '../bench/figures.ts'
import { runSoak } from './soak.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed)
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error('--minutes takes a number above 0, --seed a whole number.')
  process.exit(2)
}

console.log(`soak of ${minutes} minutes, seed ${seed}`)
const browser = await launchBrowser()
const result = await runSoak({ minutes, seed, page: await openPage(browser) })
await browser.close()
report('soak.changes', result.changes, 'changes')
for (const [fault, count] of result.faults) console.log(`${count} × ${fault}`)
report(
  'soak.faults',
  [...result.faults.values()].reduce((sum, count) => sum + count, 0),
  'faults',
)
for (const [kind, differences] of result.differences) {
  for (const difference of differences.slice(0, 5)) console.log(`${kind}: ${difference}`)
  report(`soak.${kind}.unlike-kubectl`, differences.length, 'rows', '0')
}
for (const leftover of result.leftovers) console.log(`left: ${leftover}`)
report('soak.leftovers', result.leftovers.length, 'kinds of objects', '0')
report('soak.main.live', result.live, 'MiB')
console.log(`living in main over the time: ${result.course.map(each => each.toFixed(1)).join(', ')} MiB`)
// Minutes say little of hours: objects of the first rounds are still being added.
const bound = minutes >= 30 ? '4' : 'report'
report('soak.main.slope', result.slope, 'MiB an hour', bound)
if (result.pageSlope !== undefined) report('soak.page.slope', result.pageSlope, 'MiB an hour', bound)
if (minutes >= 30) await benchChurn(60)
const failed = reported().filter(({ value, must }) => must !== 'report' && value > Number(must))
for (const { id, value, unit, must } of failed) console.log(`misses: ${id} is ${value} ${unit}, must ${must}`)
process.exit(failed.some(({ id }) => id.startsWith('soak.')) ? 1 : 0)
