import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { isAppError } from '../../shared/errors/index.ts'
import { addApply } from './apply.ts'
import { addAudit } from './audit.ts'
import { listContexts } from './contexts.ts'
import { addDiff } from './diff.ts'
import { codeOfSignal, type Ending, EndWith, endingSignals, WrongCommand } from './ending.ts'
import { addExplain } from './explain.ts'
import { addFindings } from './findings.ts'
import { get } from './get.ts'
import { type ServeCommandOptions, serveCommand } from './serve.ts'
import type { GetOptions } from './target.ts'
import { addTrace } from './trace.ts'

const version = process.env.GATEHOUSE_VERSION ?? 'development'

/**
 * Exit codes: 0 done, 1 the thing failed, 2 the command was wrong; 128 and the number of the signal that
 * ended it, e.g. 130 for Ctrl+C and 143 for SIGTERM. A command may have its own.
 */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const program = new Command('gatehouse')
    .description(
      'A client of the Kubernetes API that explains admission, and shows each change before it is made.',
    )
    .version(version)
    .showHelpAfterError('(add --help for the options)')
    .exitOverride()
  // A reader of our output that goes away (`head`) must not end us with a stack trace.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  addServe(program)
  addContexts(program)
  addGet(program)
  addDiff(program, version, withSourceOptions)
  addApply(program, version, withSourceOptions)
  addTrace(program, version, withSourceOptions)
  addAudit(program, version, withSourceOptions, collect)
  addFindings(program, version, withSourceOptions)
  addExplain(program, version, withSourceOptions)
  try {
    await program.parseAsync([...args], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (error instanceof EndWith) return error.code
    if (error instanceof WrongCommand) {
      console.error(`error: ${error.message}`)
      for (const cause of error.causes) console.error(`  ${cause}`)
      return 2
    }
    // A reader that has seen enough is no failure.
    if (error === ('reader gone' satisfies Ending)) return 0
    const signal = endingSignals.find(each => each === error)
    if (signal !== undefined) return codeOfSignal(signal)
    if (!isAppError(error)) throw error
    console.error(`error: ${error.body.message}`)
    for (const cause of error.body.causes ?? []) console.error(`  ${cause}`)
    return 1
  }
}

const kubeconfigOption = (): Option =>
  new Option('--kubeconfig <file>', 'kubeconfig file instead of KUBECONFIG or ~/.kube/config')

/** Options of a command that asks one cluster or one dump. */
function withSourceOptions(command: Command): Command {
  return command
    .addOption(kubeconfigOption())
    .option('--context <name>', 'context; default: the current one')
    .option('--snapshot <path...>', 'files, folders and archives of a dump instead of a cluster', [])
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, ...value.split(',').filter(part => part !== '')]
}

/** Paths may have commas. */
function repeated(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value]
}

function addServe(program: Command): void {
  program
    .command('serve')
    .description('show Gatehouse in your browser; prints its address alone on the last line')
    .addOption(kubeconfigOption())
    .option('--port <n>', 'port on loopback; any free one when absent', wholeNumber, 0)
    .option('--no-open', 'only print the address')
    .option('--snapshot <path...>', 'open files, folders and archives of a dump, together as one context')
    .action((options: ServeCommandOptions) => serveCommand(options, version))
}

function addContexts(program: Command): void {
  program
    .command('contexts')
    .description('list the contexts of all kubeconfig files; contacts none of them')
    .addOption(kubeconfigOption())
    .addOption(new Option('-o, --output <format>', 'output').choices(['table', 'json']).default('table'))
    .action((options: { kubeconfig?: string; output: 'table' | 'json' }) => listContexts(options, version))
}

function addGet(program: Command): void {
  program
    .command('get')
    .description('list or show objects of any kind the server serves')
    .argument('<kind>', 'plural, singular, kind or short name, with .group where it is ambiguous')
    .argument('[name]', 'name of one object')
    .addOption(kubeconfigOption())
    .option('-n, --namespace <namespace>', 'namespace, several by comma or repetition', collect, [])
    .option('-A, --all-namespaces', 'all namespaces', false)
    .option('--context <name>', 'context, several by repetition; default: the current one', collect, [])
    .option('-l, --selector <selector>', 'label selector', '')
    .option('--field-selector <selector>', 'field selector', '')
    .addOption(
      new Option('-o, --output <format>', 'output')
        .choices(['table', 'wide', 'yaml', 'json', 'name'])
        .default('table'),
    )
    .option(
      '--snapshot <path>',
      'read a dump instead of a cluster; several paths by repetition',
      repeated,
      [],
    )
    .option('-w, --watch', 'go on with changes until interrupted', false)
    .action((kind: string, name: string | undefined, options: GetOptions) =>
      get(kind, name, options, version),
    )
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 65_535) {
    throw new InvalidArgumentError('A port is a whole number from 0 to 65535.')
  }
  return value
}
