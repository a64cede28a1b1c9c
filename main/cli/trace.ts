import { type Command, Option } from 'commander'
import { isAppError, isCancelled } from '../../shared/errors/index.ts'
import type { CheckAnswer } from '../../shared/ipc/index.ts'
import type { ResourceInfo } from '../../shared/kube/index.ts'
import { NoRequest, resourceOfObject } from '../admission/index.ts'
import { EndWith, WrongCommand } from './ending.ts'
import { nameOfInput, readInput } from './input.ts'
import { findKind } from './kinds.ts'
import {
  objectsOfText,
  type PlacedObject,
  type QuestionOptions,
  questionOf,
  wrongObject,
} from './questions.ts'
import { type OpenedSource, type SourceOptions, withSource } from './session.ts'
import { type TracedRequest, traceJson, traceText } from './traced.ts'

export interface TraceOptions extends SourceOptions, QuestionOptions {
  readonly filename?: string
  readonly old?: string
  readonly dryRun: boolean
  readonly all: boolean
  readonly output: 'text' | 'json'
}

/** Exit codes of `trace`. */
const codes = { allowed: 0, denied: 1, unknown: 3, incomplete: 3 } as const

export function addTrace(program: Command, version: string, source: (command: Command) => Command): void {
  source(
    program
      .command('trace')
      .description('tell what admission does with a request, step by step, and why')
      .option('-f, --filename <file>', 'YAML or JSON of an object or a list of them; - is standard input'),
  )
    .addOption(
      new Option(
        '--operation <operation>',
        'what is done with it; an update is a PUT, a patch also an apply, of which the object is the result',
      )
        .choices(['create', 'update', 'patch', 'delete', 'connect'])
        .default('create'),
    )
    .option(
      '--resource <kind>',
      'kind, where the object does not say it: plural, singular or short name, with .group',
    )
    .option('--old <file>', 'the object as it is stored; default: as the cluster has it')
    .option('--subresource <name>', 'e.g. status, scale, eviction, exec', '')
    .option('--name <name>', 'name, where the object has none', '')
    .option('-n, --namespace <namespace>', 'namespace, where the object names none', '')
    .option('--as <user>', 'who asks; default: whom the context signs in as')
    .option('--as-group <group>', 'group of the user, several by repetition', repeated, [])
    .addOption(
      new Option('--assume-webhooks <answer>', 'how webhooks are taken, whose answer cannot be known')
        .choices(['allow', 'deny', 'unknown'])
        .default('unknown'),
    )
    .option('--dry-run', 'ask the server by a dry run too, and compare', false)
    .option('--all', 'also tell what does not match', false)
    .addOption(new Option('-o, --output <format>', 'output').choices(['text', 'json']).default('text'))
    .action((options: TraceOptions) => trace(options, version))
}

function repeated(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value]
}

/** Traces every object of the input. @throws EndWith the exit code; WrongCommand for what is no request */
async function trace(options: TraceOptions, version: string): Promise<void> {
  if (options.asGroup.length > 0 && options.as === undefined)
    throw new WrongCommand('--as-group needs --as: groups are those of a user.')
  if (options.filename === '-' && options.old === '-')
    throw new WrongCommand('Standard input can be read once: -f - or --old -, not both.')
  if (options.filename === undefined && options.resource === undefined)
    throw new WrongCommand('Give an object (-f FILE), or a kind (--resource KIND) and a --name.')
  const text = options.filename === undefined ? null : await readInput(options.filename)
  const old = options.old === undefined ? undefined : await readInput(options.old)
  const objects = text === null ? [null] : objectsOfText(text, options.filename ?? '')
  if (old !== undefined && objects.length > 1)
    throw new WrongCommand('--old is one object; the input has several.')
  if (old !== undefined && objectsOfText(old, options.old ?? '').length > 1)
    throw new WrongCommand(`${nameOfInput(options.old ?? '')}: --old is one object, and there are several.`)
  const traced = await withSource(options, version, async opened => {
    const done: TracedRequest[] = []
    for (const placed of objects) done.push(await tracedOf(opened, placed, old, options))
    return done
  })
  if (options.output === 'json') console.log(JSON.stringify(traceJson(traced), null, 2))
  else console.log(traced.map(each => traceText(each, options.all)).join('\n\n'))
  throw new EndWith(worstCode(traced))
}

function isDump({ entry }: OpenedSource): boolean {
  return entry.origin === 'snapshot'
}

async function tracedOf(
  opened: OpenedSource,
  placed: PlacedObject | null,
  old: string | undefined,
  options: TraceOptions,
): Promise<TracedRequest> {
  const { engine, api, ended } = opened
  const info = infoOf(opened, placed, options)
  const question = questionOf({ placed, info, old, options, isDump: isDump(opened) })
  try {
    const { request, trace } = await engine.traces.trace(api, question, ended)
    const check: CheckAnswer | null = options.dryRun ? await engine.traces.check(api, question, ended) : null
    return { request, trace: check?.trace ?? trace, check, predicted: trace.verdict }
  } catch (error) {
    // What cannot be found out is neither allowed nor denied.
    if (!isAppError(error) || isCancelled(error)) throw error
    const { kind, message } = error.body
    if (kind !== 'invalid' && kind !== 'gone') throw error
    throw error instanceof NoRequest ? wrongObject(error, placed) : new WrongCommand(message)
  }
}

/** @throws WrongCommand for a kind that is not served; AppError where that is not known */
function infoOf(
  opened: OpenedSource,
  placed: PlacedObject | null,
  options: TraceOptions,
): ResourceInfo | null {
  const { api } = opened
  if (options.resource === undefined)
    return placed === null
      ? null
      : resourceOfObject(api.discovery.get().resources, placed.object, options.subresource)
  try {
    return findKind(api, options.resource, isDump(opened))
  } catch (error) {
    // Where parts of the API could not be read, the kind may be in them.
    if (!isAppError(error) || (error.body.causes ?? []).length > 0) throw error
    throw new WrongCommand(error.body.message)
  }
}

function worstCode(traced: readonly TracedRequest[]): number {
  const found = traced.map(({ trace: { verdict } }) => codes[verdict])
  return (
    found.find(code => code === codes.denied) ?? found.find(code => code !== codes.allowed) ?? codes.allowed
  )
}
