import { type Command, Option } from 'commander'
import {
  type Finding,
  type FindingObject,
  type FindingSeverity,
  findingsJson,
  findingsSarif,
  gapsOfFindings,
  severities,
} from '../../shared/admission/findings/index.ts'
import { assertNever } from '../../shared/errors/index.ts'
import type { FindingsView } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { EndWith } from './ending.ts'
import { type OpenedSource, type SourceOptions, withSource } from './session.ts'

interface FindingsOptions extends SourceOptions {
  readonly failOn?: FindingSeverity
  readonly readSecrets?: true
  readonly handshake?: true
  readonly output: 'text' | 'json' | 'sarif'
}

/** Milliseconds after which what has not been read by then is named instead. */
const patience = 60_000

export function addFindings(program: Command, version: string, source: (command: Command) => Command): void {
  source(
    program
      .command('findings')
      .description(
        'tell what is wrong or risky in how admission is set up, with why it matters and what to do',
      ),
  )
    .addOption(
      new Option('--fail-on <severity>', 'end with exit code 1 for findings that are as grave').choices(
        severities,
      ),
    )
    .option('--read-secrets', 'read Secrets too, for the certificates that webhooks present')
    .option(
      '--handshake',
      'ask a pod of each webhook for its certificate, by a TLS handshake through a forwarded port',
    )
    .addOption(
      new Option('-o, --output <format>', 'output').choices(['text', 'json', 'sarif']).default('text'),
    )
    .action((options: FindingsOptions) => tellFindings(options, version))
}

/** @throws EndWith 0 done, 1 findings as grave as asked for, 3 not everything could be read */
async function tellFindings(options: FindingsOptions, version: string): Promise<void> {
  const view = await withSource(options, version, source => settledView(source, options))
  console.log(printed(view, options.output, version).trimEnd())
  const gaps = gapsOfFindings(view)
  for (const { message } of gaps) console.error(`not read: ${message}`)
  if (isAsGrave(view, options.failOn)) throw new EndWith(1)
  if (gaps.length > 0) throw new EndWith(3)
}

function isAsGrave({ findings }: FindingsView, failOn: FindingSeverity | undefined): boolean {
  if (failOn === undefined) return false
  const most = severities.indexOf(failOn)
  return findings.some(({ severity }) => severities.indexOf(severity) <= most)
}

/** The findings once everything was read that can be, and expressions were tried. */
async function settledView(
  { engine, entry, ended }: OpenedSource,
  { readSecrets, handshake }: FindingsOptions,
): Promise<FindingsView> {
  let wake: () => void = () => undefined
  const state = engine.handlers['admission.findings'](
    { context: entry.id, depth: 'whole', readsSecrets: readSecrets, asksServers: handshake },
    () => wake(),
  )
  try {
    const until = Date.now() + patience
    let view: FindingsView | undefined
    while (!ended.aborted) {
      view = state.take() ?? view
      if (view !== undefined && (isSettled(view) || Date.now() > until)) return view
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, 1000)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    throw ended.reason
  } finally {
    state.close()
  }
}

function isSettled({ loading, trials }: FindingsView): boolean {
  return loading === 0 && trials.done === trials.wanted
}

function printed(view: FindingsView, output: FindingsOptions['output'], version: string): string {
  switch (output) {
    case 'text':
      return findingsText(view)
    case 'json':
      return findingsJson(view)
    case 'sarif':
      return findingsSarif(view, version)
    default:
      return assertNever(output)
  }
}

function findingsText(view: FindingsView): string {
  const { findings, omitted, notes, engines } = view
  const where = gapsOfFindings(view).length > 0 ? ' in what could be read' : ''
  const counts = severities.flatMap(severity => {
    const count = findings.filter(each => each.severity === severity).length
    return count === 0 ? [] : [`${count} ${severity}`]
  })
  const total = findings.length === 1 ? '1 finding' : `${findings.length} findings`
  return [
    findings.length === 0 ? `No findings${where}.` : `${total}${where}: ${counts.join(', ')}`,
    ...(engines.length === 0 ? [] : [`Engines: ${engines.map(({ name }) => name).join(', ')}`]),
    ...findings.flatMap(linesOf),
    ...(omitted > 0 ? ['', `… and ${omitted} more.`] : []),
    ...(notes.length === 0 ? [] : ['', ...notes.map(note => `note: ${oneLine(note)}`)]),
  ].join('\n')
}

function linesOf(finding: Finding): readonly string[] {
  const { id, severity, title, objects, evidence, why, fix } = finding
  return [
    '',
    `${severity.toUpperCase()}  ${title}  [${id}]`,
    ...objects.slice(0, 5).map(object => `  ${named(object)}`),
    // Some of it is said in the same words below.
    ...evidence.filter(each => !why.includes(each.replace(/\.$/, ''))).map(each => `  ${visible(each)}`),
    `  Why: ${why}`,
    `  Fix: ${fix.words}`,
  ]
}

function named({ kind, ref, field }: FindingObject): string {
  const name = ref.namespace === '' ? ref.name : `${ref.namespace}/${ref.name}`
  return oneLine(`${kind} ${name}${field === undefined ? '' : ` ${field}`}`)
}

function visible(text: string): string {
  return text.split('\n').map(oneLine).join('\n  ')
}

/** Whatever a cluster sends is one line of text on a terminal. */
function oneLine(text: string): string {
  return visibleText(text).replaceAll(/[\t\r\n]+/g, ' ')
}
