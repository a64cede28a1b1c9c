import { type Command, Option } from 'commander'
import { levelOf } from '../../shared/admission/audit/index.ts'
import { AppError } from '../../shared/errors/index.ts'
import { systemClock } from '../../shared/flow/index.ts'
import type { AuditGroup, AuditView } from '../../shared/ipc/index.ts'
import { omittedWords } from '../../shared/words/index.ts'
import { Auditing, notThere } from '../admission/index.ts'
import { EndWith, WrongCommand } from './ending.ts'
import { readInput } from './input.ts'
import { placeIn } from './questions.ts'
import { type OpenedSource, type SourceOptions, withSource } from './session.ts'

interface AuditOptions extends SourceOptions {
  readonly filename?: string
  readonly policy: readonly string[]
  readonly namespace: readonly string[]
  readonly failOn?: Severity
  readonly output: 'text' | 'csv' | 'json' | 'sarif'
}

type Severity = 'error' | 'warning' | 'note'

const severities: readonly Severity[] = ['error', 'warning', 'note']
/** Milliseconds between two words of how far it is. */
const tellEvery = 2000

export function addAudit(
  program: Command,
  version: string,
  source: (command: Command) => Command,
  collect: (value: string, previous: readonly string[]) => readonly string[],
): void {
  source(
    program
      .command('audit')
      .description('evaluate admission policies against the objects that exist, or try a draft on them'),
  )
    .option('-f, --filename <file>', 'draft of policies, bindings and webhooks to try; - is standard input')
    .option(
      '--policy <name>',
      'policy, several by comma or repetition; default: all that are bound',
      collect,
      [],
    )
    .option(
      '-n, --namespace <namespace>',
      'namespace, several by comma or repetition; default: all',
      collect,
      [],
    )
    .addOption(
      new Option('--fail-on <severity>', 'end with exit code 1 for findings that are as grave').choices(
        severities,
      ),
    )
    .addOption(
      new Option('-o, --output <format>', 'output').choices(['text', 'csv', 'json', 'sarif']).default('text'),
    )
    .action((options: AuditOptions) => audit(options, version))
}

/** @throws EndWith 0 done, 1 findings as grave as asked for, 3 not everything could be read or handed out */
async function audit(options: AuditOptions, version: string): Promise<void> {
  const draft = options.filename === undefined ? undefined : await readInput(options.filename)
  const { view, text } = await withSource(options, version, opened => run(opened, options, draft))
  console.log(text.trimEnd())
  for (const { message } of view.gaps) console.error(`not read: ${message}`)
  const omitted = options.output === 'text' ? [] : omittedWords(view.totals)
  for (const words of omitted) console.error(words)
  // The other formats have them in themselves.
  if (options.output === 'csv') for (const each of view.assumptions) console.error(`assumed: ${each}`)
  if (isAsGrave(view, options.failOn)) throw new EndWith(1)
  if (view.gaps.length > 0 || omitted.length > 0) throw new EndWith(3)
}

async function run(
  { engine, entry, api, ended }: OpenedSource,
  options: AuditOptions,
  draft: string | undefined,
): Promise<{ readonly view: AuditView; readonly text: string }> {
  const auditing = new Auditing(
    {
      api,
      watches: engine.watches,
      clock: systemClock,
      isDump: entry.origin === 'snapshot',
      onChange: () => undefined,
    },
    {
      context: entry.id,
      namespaces: [...options.namespace],
      ...(options.policy.length === 0 ? {} : { policies: [...options.policy] }),
      ...(draft === undefined ? {} : { draft }),
    },
  )
  // What computes must not outlive a command that was interrupted.
  ended.addEventListener('abort', () => auditing.close(), { once: true })
  const telling = setInterval(() => tell(auditing.view()), tellEvery)
  try {
    await auditing.ended
    const view = auditing.view()
    refuse(view, options.filename)
    const text =
      options.output === 'text' ? auditText(view) : (await auditing.file(options.output, ended)).text
    return { view, text }
  } finally {
    clearInterval(telling)
    auditing.close()
  }
}

function tell({ state, done, wanted }: AuditView): void {
  if (state === 'running')
    console.error(`${done.toLocaleString('en')} of ${wanted.toLocaleString('en')} objects …`)
}

/**
 * @throws WrongCommand for a draft that cannot be read or tried, and for a policy or namespace that is not
 * there; AppError for a run that failed
 */
function refuse({ state, error, line, column }: AuditView, file: string | undefined): void {
  if (state === 'invalid') {
    const message = error?.message ?? 'It cannot be read.'
    const isOfDraft = file !== undefined && error?.reason !== notThere
    throw new WrongCommand(isOfDraft ? `${placeIn(file, { line, column })}: ${message}` : message)
  }
  if (state !== 'done') throw new AppError(error ?? { kind: 'cancelled', message: 'The audit was ended.' })
}

function isAsGrave({ totals }: AuditView, failOn: Severity | undefined): boolean {
  if (failOn === undefined) return false
  const most = severities.indexOf(failOn)
  // In a trial only what the draft brings counts.
  const isTrial = Object.keys(totals.byChange).length > 0
  return Object.keys(isTrial ? totals.newByEffect : totals.byEffect).some(
    effect => severities.indexOf(levelOf(effect as AuditGroup['effect'])) <= most,
  )
}

const effects: Readonly<Record<AuditGroup['effect'], string>> = {
  denied: 'denied',
  warned: 'warned of',
  audited: 'noted',
  error: 'not evaluated',
  mutated: 'changed',
  called: 'sent to the webhook',
  unknown: 'not known',
}

const changes = { new: 'new: ', gone: 'no more: ', same: '' } as const

function auditText(view: AuditView): string {
  const { totals, groups, policies, took, gaps, assumptions } = view
  const { objects, findings } = totals
  const seconds = (took / 1000).toFixed(1)
  return [
    `${count(objects, 'object')}, ${count(policies, 'policy', 'policies')}, ${count(findings, 'finding')}${gaps.length > 0 ? ' in what could be read' : ''} in ${seconds} s`,
    ...groups.flatMap(groupLines),
    ...leftOut(view),
    '',
    ...assumptions,
  ].join('\n')
}

function leftOut({ totals, otherGroups }: AuditView): readonly string[] {
  const { ungrouped } = totals
  const lines = [
    ...(otherGroups > 0
      ? [`… and ${count(otherGroups, 'more group')}; -o csv or json has their findings.`]
      : []),
    ...(ungrouped > 0
      ? [`${count(ungrouped, 'finding')} more are unlike all these, and are counted in no group.`]
      : []),
    ...omittedWords(totals),
  ]
  return lines.length === 0 ? [] : ['', ...lines]
}

function groupLines(group: AuditGroup): readonly string[] {
  const { policy, binding, webhook, effect, message, change, namespaces, otherNamespaces, examples } = group
  const by = webhook ?? binding
  const where = namespaces
    .slice(0, 5)
    .map(({ namespace, count: of }) => `${namespace === '' ? '(no namespace)' : namespace} ${of}`)
  const more = otherNamespaces + Math.max(0, namespaces.length - 5)
  const [first] = examples
  return [
    '',
    `${change === undefined ? '' : changes[change]}${policy}${by === undefined ? '' : `, ${by}`}: ${count(group.count, 'object')} ${effects[effect]}`,
    `  ${message.replaceAll('\n', '\n  ')}`,
    `  ${where.join(', ')}${more > 0 ? ` and ${more} more namespaces` : ''}`,
    ...(first === undefined
      ? []
      : [`  e.g. ${first.kind} ${first.namespace === '' ? '' : `${first.namespace}/`}${first.name}`]),
  ]
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}
