/**
 * The test cluster for people: builds the binary if needed and runs one of its
 * subcommands, with its output and Ctrl-C as they are.
 *
 *   node test/cluster/harness/run.ts up --profile all
 *   node test/cluster/harness/run.ts kubectl --kubeconfig … get pods
 */
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClusterUnavailableError, ensureBinary } from './binary.ts'

/** As build.mjs: there is no Go to build with. */
const unavailableCode = 3

function argumentsFor(given: readonly string[]): readonly string[] {
  const [command = 'up', ...rest] = given
  const namesFolder = rest.some(argument => /^--?dir(=|$)/.test(argument))
  if (command !== 'up' || namesFolder) return [command, ...rest]
  return [command, '-dir', join(tmpdir(), `gatehouse-cluster-${process.pid}`), ...rest]
}

try {
  const binary = await ensureBinary()
  const child = spawn(binary, argumentsFor(process.argv.slice(2)), { stdio: 'inherit' })
  // The terminal signals both processes; a signal to this one alone is passed on.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  child.once('exit', code => process.exit(code ?? 1))
} catch (error) {
  if (!(error instanceof ClusterUnavailableError)) throw error
  process.exit(unavailableCode)
}
