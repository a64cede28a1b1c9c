import { bundle, bundleIfStale } from '../bundle.ts'

await (process.argv.includes('--if-stale') ? bundleIfStale() : bundle())
