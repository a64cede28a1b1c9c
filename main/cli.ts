import { runCommandLine } from './cli/index.ts'

process.exitCode = await runCommandLine(process.argv.slice(2))
