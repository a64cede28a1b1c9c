import { homedir } from 'node:os'
import { join } from 'node:path'
import { Observable, systemClock } from '../shared/flow/index.ts'
import type { AppInfo, ContextEntry, Handlers } from '../shared/ipc/index.ts'
import type { ContextId } from '../shared/kube/index.ts'
import { createAdmission } from './admission/index.ts'
import {
  type ApiClient,
  type Contexts,
  contextHandlers,
  createContexts,
  resourceHandlers,
} from './api/index.ts'
import { createLog, diagnosticsHandlers, type Log } from './diagnostics/index.ts'
import { createGraph } from './graph/index.ts'
import { createKubeconfig, type Kubeconfig } from './kubeconfig/index.ts'
import { createObjects } from './objects/index.ts'
import { createPluginPath, openSession, type SessionTarget } from './session/index.ts'
import { createSettings, type SettingsStore, settingsFolder, settingsHandlers } from './settings/index.ts'
import { type Sample, sampleEntry, startSample } from './snapshot/index.ts'
import { createTables } from './tables/index.ts'
import { createWatches, followKinds, type Watches } from './watch/index.ts'

export interface EngineOptions {
  readonly host: AppInfo['host']
  readonly version: string
  /** Stands in for `KUBECONFIG`. */
  readonly kubeconfig?: string | undefined
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** The product without a window: what both hosts and the command line run. */
export interface Engine {
  readonly handlers: Handlers
  readonly log: Log
  readonly kubeconfig: Kubeconfig
  readonly contexts: Contexts
  readonly watches: Watches
  /** The machine slept, or its network changed. */
  wake(): void
  close(): Promise<void>
}

/** Builds the domains and joins what they answer. Contacts nobody. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const env: Readonly<Record<string, string | undefined>> = {
    ...(options.env ?? process.env),
    ...(options.kubeconfig ? { KUBECONFIG: options.kubeconfig } : {}),
  }
  const clock = systemClock
  const folder = settingsFolder(env, process.platform)
  const logFile = join(folder, 'gatehouse.log')
  const log = createLog(logFile)
  const settingsFile = join(folder, 'settings.json')
  const settings = createSettings(settingsFile, { clock })
  const extra = new Observable<readonly ContextEntry[]>([sampleEntry])
  const kubeconfig = createKubeconfig({
    settings,
    clock,
    env,
    home: env.HOME ?? homedir(),
    dataFolder: folder,
    extra,
  })
  const watches = createWatches({
    clock,
    random: Math.random,
    log: (level, message, error) => log[level](message, error === undefined ? {} : { error: String(error) }),
  })
  const sample = new SampleCluster(log)
  const pluginPath = createPluginPath(env, clock)
  const sources = {
    kubeconfig,
    clock,
    targetOf: async (context: ContextId): Promise<SessionTarget> =>
      context === sampleEntry.id
        ? { type: 'socket', socketPath: await sample.socketPath() }
        : { type: 'kubeconfig', resolved: kubeconfig.resolve(context) },
    openSession: (entry: ContextEntry, target: SessionTarget) =>
      openSession({ entry, target, settings, clock, env, log, random: Math.random, pluginPath }),
    follow: (api: ApiClient) => followKinds(api, watches, clock),
    ...rememberedChoices(settings),
  }
  const contexts = createContexts(sources)
  const objects = createObjects({
    contexts,
    clock,
    onBug: error => log.error('objects', { error: String(error) }),
  })
  const info: AppInfo = {
    version: options.version,
    host: options.host,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    settingsFile,
    logFile,
  }
  return {
    log,
    kubeconfig,
    contexts,
    watches,
    handlers: {
      ...contextHandlers(contexts, sources),
      ...resourceHandlers(contexts, clock),
      ...createTables({
        contexts,
        watches,
        clock,
        contextName: context => kubeconfig.find(context)?.name ?? context,
      }),
      ...objects,
      ...createGraph({ contexts, watches, clock }),
      ...createAdmission({ contexts, watches, clock }),
      ...settingsHandlers(settings),
      ...diagnosticsHandlers({ log, clock, info, figures: () => contexts.figures() }),
    },
    wake: () => contexts.wake(),
    close: async () => {
      contexts.closeAll()
      objects.close()
      kubeconfig.close()
      await sample.stop()
      log.close()
    },
  }
}

/** What the user chose and did, kept in the settings. */
function rememberedChoices(settings: SettingsStore): {
  opened(context: ContextId): void
  agreed(context: ContextId): void
} {
  return {
    opened: context => {
      const { lastOpened } = settings.value.get()
      settings.change({ lastOpened: { ...lastOpened, [context]: systemClock.now() } })
    },
    agreed: context => {
      const { consents } = settings.value.get()
      settings.change({ consents: [...consents.filter(id => id !== context), context] })
    },
  }
}

/** The sample cluster starts when it is first opened, and once unless that fails. */
class SampleCluster {
  readonly #log: Log
  #starting: Promise<Sample> | null = null

  constructor(log: Log) {
    this.#log = log
  }

  async socketPath(): Promise<string> {
    const starting =
      this.#starting ?? startSample({ log: text => this.#log.warn('sample cluster', { text }) })
    this.#starting = starting
    try {
      return (await starting).socketPath
    } catch (error) {
      // What failed once may succeed the next time, when the disk has room again for instance.
      if (this.#starting === starting) this.#starting = null
      throw error
    }
  }

  async stop(): Promise<void> {
    // A start that failed leaves nothing to stop; whoever asked for it was told why.
    const sample = await this.#starting?.catch(() => null)
    await sample?.stop()
  }
}
