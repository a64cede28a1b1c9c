import { homedir } from 'node:os'
import { join } from 'node:path'
import { Observable, type ReadonlyObservable, systemClock } from '../shared/flow/index.ts'
import type { AppInfo, ContextEntry, EngineHandlers, Settings } from '../shared/ipc/index.ts'
import type { ContextId } from '../shared/kube/index.ts'
import {
  bundleDecoder,
  changedByAdmission,
  createAdmission,
  createTraces,
  refuseUnlessTaken,
  type Traces,
} from './admission/index.ts'
import {
  type ApiClient,
  type Contexts,
  contextHandlers,
  createContexts,
  noteNamespaces,
  resourceHandlers,
} from './api/index.ts'
import { atHome, createCompare, readAllManifests } from './compare/index.ts'
import {
  type BundleContext,
  createDiagnostics,
  type Diagnostics,
  type Log,
  secretsOfTarget,
} from './diagnostics/index.ts'
import { createEvents } from './events/index.ts'
import { createExplorer } from './explorer/index.ts'
import { createGraph } from './graph/index.ts'
import { createKubeconfig, type Kubeconfig } from './kubeconfig/index.ts'
import { createObjects, isSecret, maskSecret } from './objects/index.ts'
import { createOperations } from './operations/index.ts'
import { createOverview } from './overview/index.ts'
import { createPluginPath, type OpenedSession, openSession, type SessionTarget } from './session/index.ts'
import { createSettings, type SettingsStore, settingsFolder, settingsHandlers } from './settings/index.ts'
import { createDumps, type Dumps, SampleCluster, sampleEntry, snapshotHandlers } from './snapshot/index.ts'
import {
  createForwards,
  createLogs,
  createTerminals,
  createTransfers,
  type Forwards,
} from './streams/index.ts'
import { createTables } from './tables/index.ts'
import { createUsage } from './usage/index.ts'
import { createWatches, followKinds, type Watches } from './watch/index.ts'
import { createWrites, type Writes } from './writes/index.ts'

export interface EngineOptions {
  readonly host: AppInfo['host']
  readonly version: string
  /** Stands in for `KUBECONFIG`. */
  readonly kubeconfig?: string | undefined
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** The product without a window: what both hosts and the command line run. */
export interface Engine {
  /** Everything but `host.*`, which the host adds. */
  readonly handlers: EngineHandlers
  readonly log: Log
  readonly settings: ReadonlyObservable<Settings>
  readonly kubeconfig: Kubeconfig
  readonly contexts: Contexts
  readonly watches: Watches
  /** Dumps that are listed as contexts. */
  readonly dumps: Dumps
  /** Answers what admission does with a request. */
  readonly traces: Traces
  /** The one path on which clusters are changed. */
  readonly writes: Writes
  /** Whether a port-forward listens on a port of this machine. */
  isForwarded(port: number): boolean
  /** The machine slept, or its network changed. */
  wake(): void
  close(): Promise<void>
}

const clock = systemClock

/** Builds the domains and joins what they answer. Contacts nobody. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const env: Readonly<Record<string, string | undefined>> = {
    ...(options.env ?? process.env),
    ...(options.kubeconfig ? { KUBECONFIG: options.kubeconfig } : {}),
  }
  const folder = settingsFolder(env, process.platform)
  const logFile = join(folder, 'gatehouse.log')
  const diagnostics = createDiagnostics({ logFile, clock, env })
  const { log } = diagnostics
  const settingsFile = join(folder, 'settings.json')
  const settings = createSettings(settingsFile, { clock })
  const home = env.HOME ?? homedir()
  const dumps = dumpsOf(settings, home, log, context => contexts.close(context))
  const extra = new Observable<readonly ContextEntry[]>([sampleEntry, ...dumps.entries.get()])
  dumps.entries.subscribe(entries => extra.set([sampleEntry, ...entries]))
  const kubeconfig = await createKubeconfig({
    settings,
    clock,
    env,
    home,
    dataFolder: folder,
    extra,
  })
  const watches = createWatches({
    clock,
    random: Math.random,
    log: (level, message, error) => log[level](message, error === undefined ? {} : { error: String(error) }),
  })
  const sample = new SampleCluster(text => log.warn('sample cluster', { text }))
  const parts = { settings, env, kubeconfig, diagnostics, dumps, watches, sample }
  const sources = contextSources(parts)
  const contexts = createContexts(sources)
  const traces = createTraces({
    contexts,
    watches,
    clock,
    isDump: context => dumps.has(context),
    maskSecret,
  })
  const objects = createObjects({
    contexts,
    clock,
    onBug: error => log.error('objects', { error: String(error) }),
  })
  const streams = streamsOf(parts, contexts)
  const changes = changesOf(parts, contexts, { objects, traces, folder, home })
  const info = infoOf(options, settingsFile, logFile)
  return {
    log,
    settings: settings.value,
    kubeconfig,
    contexts,
    watches,
    dumps,
    traces,
    writes: changes.writes,
    handlers: {
      ...contextHandlers(contexts, sources),
      ...objects.handlers,
      ...changes.handlers,
      ...viewHandlers(parts, contexts, traces, streams.openPort),
      ...streams.handlers,
      ...snapshotHandlers(dumps, home),
      ...settingsHandlers(settings, {
        ...{ settingsFile, logFile, pastedFolder: join(folder, 'kubeconfigs') },
        ...changes.kept,
      }),
      ...diagnostics.handlers({
        info,
        figures: () => contexts.figures(),
        openWatches: () => watches.openCount,
        settings: () => settings.value.get(),
        contexts: () => bundleContexts(kubeconfig, contexts),
        files: () => kubeconfig.list.get().files,
      }),
    },
    isForwarded: streams.isForwarded,
    wake: () => contexts.wake(),
    close: async () => {
      const closing = Promise.all([streams.close(), changes.close()])
      contexts.closeAll()
      traces.close()
      objects.close()
      kubeconfig.close()
      await closing
      await dumps.closeAll()
      await sample.stop()
      log.close()
    },
  }
}

function infoOf({ version, host }: EngineOptions, settingsFile: string, logFile: string): AppInfo {
  return {
    version,
    host,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    settingsFile,
    logFile,
  }
}

interface Parts {
  readonly settings: SettingsStore
  readonly env: Readonly<Record<string, string | undefined>>
  readonly kubeconfig: Kubeconfig
  readonly diagnostics: Diagnostics
  readonly dumps: Dumps
  readonly watches: Watches
  readonly sample: SampleCluster
}

/** What contexts are made of: where each leads, and how a session with it is opened. */
function contextSources({ settings, env, kubeconfig, diagnostics, dumps, watches, sample }: Parts) {
  const { log, recorder, secrets } = diagnostics
  const pluginPath = createPluginPath(env, clock)
  const connecting = { settings, clock, env, log, random: Math.random, pluginPath, recorder }
  const targetOf = async (context: ContextId): Promise<SessionTarget> => {
    if (dumps.has(context)) return { type: 'socket', ...(await dumps.target(context)) }
    if (context === sampleEntry.id) return { type: 'socket', socketPath: await sample.socketPath() }
    const resolved = kubeconfig.resolve(context)
    secrets.add(...secretsOfTarget(resolved))
    return { type: 'kubeconfig', resolved }
  }
  const open = (entry: ContextEntry, target: SessionTarget): OpenedSession =>
    openSession({ ...connecting, entry, target, answered: noteNamespaces(settings, entry.id) })
  return {
    kubeconfig,
    clock,
    targetOf,
    openSession: (entry: ContextEntry, target: SessionTarget) => endingDump(open(entry, target), dumps),
    follow: (api: ApiClient) => followKinds(api, watches, clock),
    onBug: (error: unknown) => log.error('contexts', { error: String(error) }),
    ...rememberedChoices(settings),
  }
}

/** Answers of the domains that show what open contexts hold. */
function viewHandlers(
  { kubeconfig, diagnostics, dumps, watches, settings }: Parts,
  contexts: Contexts,
  traces: Traces,
  openPort: Forwards['openPort'],
) {
  const { log, recorder } = diagnostics
  const usage = createUsage({ contexts, watches, clock, settings })
  return {
    ...resourceHandlers(contexts, clock),
    ...createTables({
      contexts,
      watches,
      clock,
      contextName: context => kubeconfig.find(context)?.name ?? context,
      shareable: (ref, object) => (isSecret(ref) ? maskSecret(object) : object),
      onBug: error => log.error('tables', { error: String(error) }),
      numbers: usage.follow,
    }),
    ...createGraph({ contexts, watches, clock }),
    ...usage.handlers,
    ...createEvents({ contexts, watches, clock }),
    ...createAdmission({ contexts, watches, clock, isDump: context => dumps.has(context), traces, openPort }),
    ...createOverview({
      contexts,
      watches,
      clock,
      decode: bundleDecoder(),
      certificatesOf: context => recorder.certificatesOf(context),
      takenAt: context => dumps.takenAt(context),
    }),
  }
}

/** Logs, terminals, port-forwards and copies of files. */
function streamsOf(
  { diagnostics: { log }, watches, settings, kubeconfig, env, dumps }: Parts,
  contexts: Contexts,
) {
  const home = env.HOME ?? homedir()
  const onBug = (error: unknown): void => log.error('streams', { error: String(error) })
  const sources = { contexts, clock, onBug }
  const logs = createLogs({ ...sources, watches, home, isDump: context => dumps.has(context) })
  const terminals = createTerminals(sources)
  const forwards = createForwards({
    ...sources,
    watches,
    settings,
    entryOf: context => kubeconfig.find(context),
  })
  const transfers = createTransfers({
    ...sources,
    entryOf: context => kubeconfig.find(context),
    places: {
      home,
      guarded: () => [
        settingsFolder(env, process.platform),
        join(home, '.kube'),
        ...kubeconfig.list.get().files.map(file => file.path),
      ],
    },
  })
  return {
    handlers: { ...logs.handlers, ...terminals.handlers, ...forwards.handlers, ...transfers.handlers },
    openPort: forwards.openPort,
    isForwarded: forwards.isForwarded,
    close: async () => {
      for (const stream of [logs, terminals, forwards]) stream.close()
      await transfers.close()
    },
  }
}

interface ChangeParts {
  readonly objects: ReturnType<typeof createObjects>
  readonly traces: Traces
  /** Of what is kept on this machine. */
  readonly folder: string
  readonly home: string
}

/** The one write path, and all that plans by it. */
function changesOf(
  { diagnostics: { log }, watches, settings, kubeconfig }: Parts,
  contexts: Contexts,
  { objects, traces, folder, home }: ChangeParts,
) {
  const onBug =
    (part: string) =>
    (error: unknown): void =>
      log.error(part, { error: String(error) })
  const contextName = (context: ContextId): string => kubeconfig.find(context)?.name ?? context
  const writes = createWrites({
    ...{ contexts, clock, settings, folder, isSecret, maskSecret, refuseUnlessTaken, contextName },
    namespaceOf: context => ownNamespace(kubeconfig, context),
    follow: objects.follow,
    readManifests: async (path, signal) => readAllManifests(atHome(path, home), signal),
    admissionOf: (api, asked, signal) => changedByAdmission(traces, api, asked, signal),
    onBug: onBug('writes'),
  })
  const operations = createOperations({ contexts, watches, clock, writes, onBug: onBug('operations') })
  const explorer = createExplorer({
    ...{ contexts, clock, writes, maskSecret, contextName },
    onBug: onBug('explorer'),
  })
  const { places, clear } = writes
  return {
    writes,
    kept: { draftsFolder: places.drafts, journalFile: places.journal, clearWrites: clear },
    handlers: {
      ...writes.handlers,
      ...operations.handlers,
      ...explorer.handlers,
      ...createCompare({ contexts, writes, home, onBug: onBug('compare') }),
    },
    close: async () => {
      explorer.close()
      await writes.close()
    },
  }
}

/** The listed dumps; those that are remembered are in the settings. */
function dumpsOf(
  settings: SettingsStore,
  home: string,
  log: Log,
  closeContext: (context: ContextId) => void,
): Dumps {
  const remembered = new Observable(settings.value.get().snapshots)
  settings.value.subscribe(({ snapshots }) => remembered.set(snapshots))
  return createDumps({
    home,
    remembered,
    remember: snapshots =>
      settings.change({ snapshots: snapshots.map(dump => ({ ...dump, paths: [...dump.paths] })) }),
    closeContext,
    log: text => log.warn('dump', { text }),
  })
}

/** A dump is read and served for as long as its session is open; a session that tries again has it read again. */
function endingDump(session: OpenedSession, dumps: Dumps): OpenedSession {
  session.state.subscribe(({ phase, reason }) => {
    if (phase === 'closed') dumps.close(session.context)
    // An attempt of its own keeps the reason of the last one: only a person's has the dump read again.
    else if (phase === 'connecting' && reason === undefined) dumps.retry(session.context)
  })
  return session
}

/** The namespace that a context names; the sample and dumps name none. */
function ownNamespace(kubeconfig: Kubeconfig, context: ContextId): string {
  return kubeconfig.find(context)?.origin === 'kubeconfig' ? kubeconfig.resolve(context).namespace : ''
}

/** Every context with what is known of it now, for a support bundle. */
function bundleContexts(kubeconfig: Kubeconfig, contexts: Contexts): readonly BundleContext[] {
  const sessions = new Map(contexts.sessions.get().map(session => [session.context, session]))
  const figures = new Map(contexts.figures().map(each => [each.context, each]))
  return kubeconfig.list.get().contexts.map(entry => ({
    entry,
    session: sessions.get(entry.id) ?? null,
    discovery: sessions.has(entry.id) ? contexts.get(entry.id).discovery.get() : null,
    figures: figures.get(entry.id) ?? null,
  }))
}

/** What the user chose and did, kept in the settings. */
function rememberedChoices(settings: SettingsStore): {
  opened(context: ContextId): void
  agreed(context: ContextId): void
} {
  return {
    opened: context => {
      const { lastOpened } = settings.value.get()
      settings.change({ lastOpened: { ...lastOpened, [context]: clock.now() } })
    },
    agreed: context => {
      const { consents } = settings.value.get()
      settings.change({ consents: [...consents.filter(id => id !== context), context] })
    },
  }
}
