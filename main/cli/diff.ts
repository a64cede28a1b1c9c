import type { Command } from 'commander'
import { printYaml } from '../../shared/diff/index.ts'
import type { PlanStep } from '../../shared/ipc/index.ts'
import type { KubeObject } from '../../shared/kube/index.ts'
import { EndWith } from './ending.ts'
import { planFiles, readManifestFiles } from './manifests.ts'
import { type SourceOptions, withSource } from './session.ts'
import { unifiedDiff } from './unified.ts'

interface DiffOptions extends SourceOptions {
  readonly filename: readonly string[]
  readonly recursive: boolean
  readonly namespace: string
  readonly forceConflicts: boolean
  readonly fieldManager: string
}

/** Exit codes, as `kubectl diff` has them. */
const codes = { same: 0, different: 1, failed: 2 } as const

export function addDiff(program: Command, version: string, source: (command: Command) => Command): void {
  source(
    program
      .command('diff')
      .description('show what applying manifests would change, as the server says in a dry run'),
  )
    .requiredOption(
      '-f, --filename <path>',
      'file, folder or - for standard input; several by repetition',
      repeated,
      [],
    )
    .option('-R, --recursive', 'folders in folders too', false)
    .option('-n, --namespace <namespace>', 'namespace of what names none; default: that of the context', '')
    .option('--force-conflicts', 'as if fields of other managers were taken', false)
    .option('--field-manager <name>', 'manager that applies', 'gatehouse')
    .addHelpText('after', '\nExit codes: 0 nothing would change, 1 something would, 2 it could not be told.')
    .action((options: DiffOptions) => diff(options, version))
}

function repeated(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value]
}

/** @throws EndWith */
async function diff(options: DiffOptions, version: string): Promise<void> {
  const files = await readManifestFiles(options.filename, options.recursive)
  const { namespace, forceConflicts: force, fieldManager } = options
  try {
    const { steps } = await withSource(options, version, opened =>
      planFiles(opened, files, { namespace, force, fieldManager }),
    )
    // A step that only settles who manages what comes before the one that says what changes.
    for (const step of steps) for (const line of diffOf(step)) console.log(line)
    const failed = steps.filter(({ problem }) => problem !== undefined)
    for (const { title, problem } of failed) console.error(`error: ${title}: ${problem?.message}`)
    if (failed.length > 0) throw new EndWith(codes.failed)
    throw new EndWith(steps.some(step => diffOf(step).length > 0) ? codes.different : codes.same)
  } catch (error) {
    // What could not be asked is no difference: 3 elsewhere, 2 here, as scripts know it from kubectl.
    if (error instanceof EndWith && error.code === 3) throw new EndWith(codes.failed)
    throw error
  }
}

function diffOf(step: PlanStep): readonly string[] {
  const { live, result, isPreviewed, ref, kind, problem } = step
  if (problem !== undefined) return []
  const name = `${kind} ${ref === null ? '' : [ref.namespace, ref.name].filter(part => part !== '').join('/')}`
  if (!isPreviewed)
    return [`# ${name}: ${step.warnings.at(-1) ?? 'the server could not be asked about it yet'}`]
  return unifiedDiff(textOf(live), textOf(result), [`${name} (live)`, `${name} (applied)`])
}

function textOf(object: KubeObject | null): string {
  if (object === null) return ''
  const {
    managedFields: _owners,
    resourceVersion: _version,
    generation: _generation,
    ...metadata
  } = object.metadata
  // A new object has these of the dry run alone.
  return printYaml({ ...object, metadata })
}
