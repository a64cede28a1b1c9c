// What takes hours: change and faults on a real control plane, with random seeds; with --fuzz admission, with
// --streams terminals, forwards, copies and logs.
import { ensureBrowser } from '../browser.ts'
import { bundleIfStale } from '../bundle.ts'
import { run } from '../run-tool.ts'

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
