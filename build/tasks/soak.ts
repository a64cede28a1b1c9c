// What takes hours: change and faults on a real control plane, with random seeds; with --fuzz admission, with
// --streams terminals, forwards, copies and logs, with --apply predictions of server-side apply.
import { ensureBrowser } from '../browser.ts'
import { bundleIfStale } from '../bundle.ts'
import { run, runPackage } from '../run-tool.ts'

const built = await run(process.execPath, ['test/cluster/build.mjs'])
if (built.code !== 0) {
  console.error('The soak needs the test cluster, which could not be built (see above).')
  process.exit(built.code)
}
// The library alone is held against the server: neither the product nor a browser takes part.
if (process.argv.includes('--fuzz')) {
  const fuzzed = await run(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    'test/soak/admission.ts',
    ...process.argv.slice(2),
  ])
  process.exit(fuzzed.code)
}
if (process.argv.includes('--apply')) {
  const seed = process.env.APPLY_SEED ?? String(Date.now() % 1_000_000_000)
  const applied = await runPackage('vitest', ['run', '--project', 'live', 'test/live/applyRandom.test.ts'], {
    env: { APPLY_SEED: seed, APPLY_COUNT: process.env.APPLY_COUNT ?? '5000' },
  })
  process.exit(applied.code)
}
await bundleIfStale()
if (process.argv.includes('--streams')) {
  const streamed = await run(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    'test/soak/streams.ts',
    ...process.argv.slice(2),
  ])
  process.exit(streamed.code)
}
const missing = await ensureBrowser()
if (missing !== null) console.error(`No browser for the part that needs one: ${missing}`)
const finished = await run(process.execPath, [
  '--disable-warning=ExperimentalWarning',
  'test/soak/run.ts',
  ...process.argv.slice(2),
])
process.exit(finished.code)
