import { type AppErrorBody, isAppError } from '../../shared/errors/index.ts'
import type { ContextEntry } from '../../shared/ipc/index.ts'
import type { ApiClient } from '../api/index.ts'
import { createEngine, type Engine } from '../engine.ts'
import { EndWith, endedFromOutside, rejectWhenEnded, WrongCommand } from './ending.ts'
import { chooseContexts, untilReady } from './ready.ts'
import { addSnapshot, tellProblems } from './snapshot.ts'

/** Options by which a command that asks one cluster, or one dump, names it. */
export interface SourceOptions {
  readonly kubeconfig?: string
  readonly context?: string
  /** Paths of a dump to read instead of a cluster. */
  readonly snapshot: readonly string[]
}

export interface OpenedSource {
  readonly engine: Engine
  readonly entry: ContextEntry
  readonly api: ApiClient
  /** Aborts when the command ends from outside. */
  readonly ended: AbortSignal
}

/** Silence longer than this needs a word of what is waited for. */
const patienceMillis = 3000

/**
 * Runs a command that judges on one open context or dump, which is closed whatever happens.
 * @throws WrongCommand for a context or kubeconfig that is not there or cannot be used; EndWith 3, once it
 * is told why, where the cluster cannot be reached or does not let itself be read: nothing is known then
 */
export async function withSource<T>(
  options: SourceOptions,
  version: string,
  run: (source: OpenedSource) => Promise<T>,
): Promise<T> {
  if (options.snapshot.length > 0 && options.context !== undefined)
    throw new WrongCommand('--snapshot and --context contradict each other.')
  const ended = endedFromOutside()
  const engine = await createEngine({ host: 'serve', version, kubeconfig: options.kubeconfig })
  try {
    // Whatever is waited for, closing the engine ends it: requests, plugins, watches, threads.
    return await Promise.race([open(engine, options, ended).then(run), rejectWhenEnded(ended)])
  } catch (error) {
    // What an end from outside cuts off fails in its own words.
    if (ended.aborted) throw ended.reason
    throw isAppError(error) ? endingOf(error.body) : error
  } finally {
    await engine.close()
  }
}

/** What was given is wrong, or the cluster could not tell: neither is an answer. */
function endingOf({ kind, message, causes = [] }: AppErrorBody): WrongCommand | EndWith {
  if (kind === 'badConfig') return new WrongCommand(message, causes)
  console.error(`error: ${message}`)
  for (const cause of causes) console.error(`  ${cause}`)
  return new EndWith(3)
}

async function open(engine: Engine, options: SourceOptions, ended: AbortSignal): Promise<OpenedSource> {
  const entry = await entryOf(engine, options)
  const waited =
    entry.origin === 'snapshot' ? `Reading ${entry.name} …` : `Waiting for ${entry.name} (${entry.server}) …`
  const patience = setTimeout(() => console.error(waited), patienceMillis)
  try {
    const api = await engine.contexts.open(entry.id)
    await untilReady(api)
    return { engine, entry, api, ended }
  } finally {
    clearTimeout(patience)
    tellProblems(engine, entry)
  }
}

async function entryOf(engine: Engine, options: SourceOptions): Promise<ContextEntry> {
  if (options.snapshot.length > 0) return addSnapshot(engine, options.snapshot)
  const names = options.context === undefined ? [] : [options.context]
  const [entry] = chooseContexts(engine.kubeconfig.list.get(), names)
  if (entry === undefined) throw new WrongCommand('There is no context to ask.')
  if (entry.origin === 'sample' && options.context === undefined)
    console.error('There is no kubeconfig: this is the sample cluster.')
  return entry
}
