import { guardTerminal, runCommandLine } from './cli/index.ts'

guardTerminal(process.stdout)
guardTerminal(process.stderr)
process.exitCode = await runCommandLine(process.argv.slice(2))
