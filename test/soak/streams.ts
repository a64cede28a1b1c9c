/**
 * Terminals, forwards, copies and logs at full size, with faults at random:
 *   npm run soak -- --streams                       all scenarios
 *   npm run soak -- --streams --only terminals      one of them
 *   npm run soak -- --streams --seed 7              the same seed makes the same faults
 * Each is a test file that CI runs with less: what is larger here stands in its environment.
 */
import { parseArgs } from 'node:util'
import { runPackage } from '../../build/run-tool.ts'

interface Scenario {
  readonly name: string
  /** Test file that reads the environment. */
  readonly file: string
  readonly env: Readonly<Record<string, string>>
}

const scenarios: readonly Scenario[] = [
  {
    name: 'terminals',
    file: 'test/live/terminals.test.ts',
    env: { GATEHOUSE_STREAM_MEGABYTES: '100', GATEHOUSE_STREAM_CUTS: '200' },
  },
  {
    name: 'forwards',
    file: 'test/live/forwards.test.ts',
    env: {
      GATEHOUSE_FORWARD_CONNECTIONS: '100',
      GATEHOUSE_FORWARD_MEGABYTES: '1000',
      GATEHOUSE_FORWARD_CUTS: '100',
    },
  },
  {
    name: 'transfers',
    file: 'test/live/transfers.test.ts',
    env: { GATEHOUSE_COPY_MEGABYTES: '100' },
  },
  {
    name: 'logs',
    file: 'test/live/logs.test.ts',
    env: { GATEHOUSE_LOG_SECONDS: '60', GATEHOUSE_LOG_NUMBERS: '60000' },
  },
]

const { values } = parseArgs({
  options: {
    streams: { type: 'boolean' },
    only: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const chosen = scenarios.filter(({ name }) => values.only === undefined || values.only === name)
if (chosen.length === 0 || !Number.isSafeInteger(Number(values.seed))) {
  console.error(
    `--only takes one of ${scenarios.map(({ name }) => name).join(', ')}; --seed takes a whole number.`,
  )
  process.exit(2)
}
let failed = 0
for (const { name, file, env } of chosen) {
  console.log(`streams: ${name}, seed ${values.seed}`)
  // One at a time: each begins a control plane of its own.
  const { code } = await runPackage('vitest', ['run', '--project', 'live', file], {
    env: { GATEHOUSE_STREAM_SEED: values.seed, ...env },
  })
  if (code !== 0) failed++
}
process.exit(failed === 0 ? 0 : 1)
