/**
 * The command line: `gatehouse serve`, `contexts` and `get`, each on the same engine as the
 * desktop application. Answers go to standard output, everything else to standard error.
 */
export { runCommandLine } from './program.ts'
export { guardTerminal } from './terminal.ts'
