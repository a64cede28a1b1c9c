import { runPackage } from '../run-tool.ts'

const finished = await runPackage('biome', ['check', '--write', '--colors=off'])
process.exit(finished.code)
