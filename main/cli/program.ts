import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { isAppError } from '../../shared/errors/index.ts'
import { listContexts } from './contexts.ts'
import { type Ending, WrongCommand } from './ending.ts'
import { get } from './get.ts'
import { type ServeCommandOptions, serveCommand } from './serve.ts'
import type { GetOptions } from './target.ts'

const version = process.env.GATEHOUSE_VERSION ?? 'development'

/** Exit codes: 0 done, 1 the thing failed, 2 the command was wrong, 130 interrupted. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const program = new Command('gatehouse')
    .description('A client of the Kubernetes API that explains admission. This version only reads.')
    .version(version)
    .showHelpAfterError('(add --help for the options)')
    .exitOverride()
  // A reader of our output that goes away (`head`) must not end us with a stack trace.
  process.stdout.on('error', () => undefined)
  addServe(program)
  addContexts(program)
  addGet(program)
  try {
    await program.parseAsync([...args], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (error instanceof WrongCommand) {
      console.error(`error: ${error.message}`)
      return 2
    }
    // A reader that has seen enough is no failure.
    if (error === ('reader gone' satisfies Ending)) return 0
    if (error === ('interrupted' satisfies Ending)) return 130
    if (!isAppError(error)) throw error
    console.error(`error: ${error.body.message}`)
    for (const cause of error.body.causes ?? []) console.error(`  ${cause}`)
    return 1
  }
}

const kubeconfigOption = (): Option =>
  new Option('--kubeconfig <file>', 'kubeconfig file instead of KUBECONFIG or ~/.kube/config')

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, ...value.split(',').filter(part => part !== '')]
}

function addServe(program: Command): void {
  program
    .command('serve')
    .description('show Gatehouse in your browser; prints its address alone on the last line')
    .addOption(kubeconfigOption())
    .option('--port <n>', 'port on loopback; any free one when absent', wholeNumber, 0)
    .option('--no-open', 'only print the address')
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
