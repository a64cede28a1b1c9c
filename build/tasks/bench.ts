// The figures of docs/benchmarks.md, measured on the built product.
import { ensureBrowser } from '../browser.ts'
import { bundleIfStale } from '../bundle.ts'
import { run } from '../run-tool.ts'

await bundleIfStale()
const missing = await ensureBrowser()
if (missing !== null) console.error(`No browser for the benchmarks that need one: ${missing}`)
const finished = await run(process.execPath, [
  '--disable-warning=ExperimentalWarning',
  'test/bench/run.ts',
  ...process.argv.slice(2),
])
process.exit(finished.code)
