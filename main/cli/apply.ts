import { createInterface } from 'node:readline/promises'
import { type Command, Option } from 'commander'
import type { Plan, Run } from '../../shared/ipc/index.ts'
import { EndWith, WrongCommand } from './ending.ts'
import { planFiles, readManifestFiles } from './manifests.ts'
import { type OpenedSource, type SourceOptions, withSource } from './session.ts'

interface ApplyOptions extends SourceOptions {
  readonly filename: readonly string[]
  readonly recursive: boolean
  readonly namespace: string
  readonly dryRun: 'server' | 'none'
  readonly forceConflicts: boolean
  readonly fieldManager: string
  readonly yes: boolean
}

export function addApply(program: Command, version: string, source: (command: Command) => Command): void {
  source(
    program
      .command('apply')
      .description('apply manifests on the server, after showing what that changes and asking'),
  )
    .requiredOption(
      '-f, --filename <path>',
      'file, folder or - for standard input; several by repetition',
      repeated,
      [],
    )
    .option('-R, --recursive', 'folders in folders too', false)
    .option('-n, --namespace <namespace>', 'namespace of what names none; default: that of the context', '')
    .addOption(
      new Option('--dry-run <where>', 'server: only ask; none: write')
        .choices(['server', 'none'])
        .default('none'),
    )
    .option('--force-conflicts', 'take fields of other managers', false)
    .option('--field-manager <name>', 'manager that applies', 'gatehouse')
    .option('-y, --yes', 'write without asking', false)
    .action((options: ApplyOptions) => apply(options, version))
}

function repeated(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value]
}

/** @throws EndWith 1 where something failed or would */
async function apply(options: ApplyOptions, version: string): Promise<void> {
  const files = await readManifestFiles(options.filename, options.recursive)
  const asksOnInput = options.dryRun === 'none' && !options.yes
  if (asksOnInput && (options.filename.includes('-') || !process.stdin.isTTY))
    throw new WrongCommand(
      'Nobody can be asked here: add --yes to write, or --dry-run=server to see what would change.',
    )
  const { namespace, forceConflicts: force, fieldManager } = options
  const isDone = await withSource(options, version, async opened => {
    const plan = await planFiles(opened, files, { namespace, force, fieldManager })
    tell(plan, options.dryRun === 'server' ? ' (server dry run)' : '')
    const isRefused = plan.steps.some(({ problem }) => problem !== undefined)
    if (options.dryRun === 'server' || isRefused) return !isRefused
    if (!plan.canSend && !plan.isProtected) return true
    if (plan.isProtected)
      throw new WrongCommand(`${opened.entry.name} is protected: nothing is written to it.`)
    const typed = await confirmation(plan, options.yes)
    return typed === null ? false : isWritten(await carryOut(opened, plan, typed))
  })
  if (!isDone) throw new EndWith(1)
}

function tell(plan: Plan, suffix: string): void {
  for (const { text, severity } of plan.consequences)
    console.error(`${severity === 'info' ? 'note' : severity}: ${text}`)
  for (const { title, problem, isUnchanged, live, changes, warnings } of plan.steps) {
    for (const warning of warnings) console.error(`warning: ${warning}`)
    if (problem !== undefined) console.error(`error: ${title}: ${problem.message}`)
    else {
      const what = isUnchanged ? 'unchanged' : live === null ? 'created' : `${changes.length} changed`
      console.log(`${title}: ${what}${suffix}`)
    }
  }
}

/** What is typed to confirm; null: not confirmed. */
async function confirmation({ typed, title }: Plan, isAgreed: boolean): Promise<string | null> {
  if (isAgreed) return typed?.text ?? ''
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const wanted = typed?.text ?? 'yes'
    const answer = await reader.question(`${title}? Type ${wanted} to go on: `)
    return answer.trim() === wanted ? (typed?.text ?? '') : null
  } finally {
    reader.close()
  }
}

async function carryOut({ engine, ended }: OpenedSource, plan: Plan, typed: string): Promise<Run> {
  const { run: id } = await engine.handlers['writes.send']({ plan: plan.id, typed }, ended)
  const { promise, resolve } = Promise.withResolvers<Run>()
  const state = engine.handlers['writes.run']({ id }, () => {
    const run = state.take()
    if (run !== undefined && run.phase !== 'running') resolve(run)
  })
  const run = await promise
  state.close()
  return run
}

function isWritten({ steps, phase }: Run): boolean {
  for (const { title, phase: end, note, error } of steps)
    if (end === 'done') console.log(`${title}: done${note === undefined ? '' : `. ${note}`}`)
    else if (end !== 'unchanged') console.error(`error: ${title}: ${error?.message ?? end}`)
  return phase === 'done'
}
