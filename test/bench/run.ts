/**
 * The benchmarks, one after the other, each printing its figures:
 *   npm run bench                      all
 *   npm run bench -- --only pods,idle  some
 *   npm run bench -- --json            a report in JSON at the end too
 *   npm run bench -- --gate            fails when a count or a ratio misses its bound
 * See docs/benchmarks.md.
 */
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { ClusterUnavailableError } from '../cluster/harness/index.ts'
import { benchAdmission } from './admission.ts'
import { benchAudit } from './audit.ts'
import { benchBundle } from './bundle.ts'
import { benchChurn } from './churn.ts'
import { benchContexts } from './contexts.ts'
import { benchDump } from './dump.ts'
import { type Figure, reported } from './figures.ts'
import { benchHeap } from './heap.ts'
import { benchIdle } from './idle.ts'
import { benchLogs } from './logs.ts'
import { benchLogsPage } from './logsPage.ts'
import { benchMain } from './main.ts'
import { benchMemory } from './memory.ts'
import { benchPods } from './pods.ts'
import { benchRecovery } from './recovery.ts'
import { benchScroll } from './scroll.ts'
import { benchStart } from './start.ts'
import { benchSwitching } from './switching.ts'
import { benchTrace } from './trace.ts'
import { benchUsual } from './usual.ts'
import { benchYaml } from './yaml.ts'

const benches: Readonly<Record<string, () => Promise<void>>> = {
  bundle: benchBundle,
  yaml: benchYaml,
  admission: benchAdmission,
  audit: benchAudit,
  trace: benchTrace,
  contexts: benchContexts,
  start: benchStart,
  main: benchMain,
  idle: benchIdle,
  switch: benchSwitching,
  scroll: benchScroll,
  churn: () => benchChurn(),
  usual: benchUsual,
  heap: benchHeap,
  memory: benchMemory,
  pods: benchPods,
  recovery: benchRecovery,
  dump: benchDump,
  logs: benchLogs,
  logsPage: benchLogsPage,
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
    gate: { type: 'boolean', default: false },
  },
})
const wanted = values.only === '' ? Object.keys(benches) : values.only.split(',')
const unknown = wanted.filter(name => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}
const failures: string[] = []
const load = loadavg()[0] ?? 0
console.log(`${availableParallelism()} cores; load before the first benchmark ${load.toFixed(1)}`)
for (const name of wanted) {
  const began = performance.now()
  try {
    await benches[name]?.()
  } catch (error) {
    if (error instanceof ClusterUnavailableError) console.log(`${name}: skipped. ${error.message}`)
    else {
      failures.push(name)
      console.error(`${name} FAILED:`, error)
    }
  }
  console.log(`${name} took ${((performance.now() - began) / 1000).toFixed(0)} s`)
}
const missed = reported().filter(isMissed)
for (const { id, value, unit, must } of missed) console.log(`misses: ${id} is ${value} ${unit}, must ${must}`)
console.log(
  `${reported().length} figures, ${missed.length} beyond their bound; ${failures.length} benchmarks failed`,
)
if (values.json)
  console.log(JSON.stringify({ load, figures: reported(), missed: missed.map(({ id }) => id) }))
const gated = values.gate ? missed.filter(({ unit }) => unit !== 'ms' && unit !== '%') : []
process.exit(failures.length + gated.length === 0 ? 0 : 1)

function isMissed({ value, must }: Figure): boolean {
  // What could not be measured is missed too.
  return must !== 'report' && !(value <= Number(must))
}
