import { createServer } from 'node:http'
import type { Subject } from '../../../shared/cel/kubernetes/index.ts'
import { type Clock, systemClock } from '../../../shared/flow/index.ts'
import { Catalog, type FurtherKinds } from '../catalog/index.ts'
import type { ControllerSetup, Controllers } from '../controllers/index.ts'
import type { SnapshotStore } from '../store/index.ts'
import { type HandlerContext, handle } from './handler.ts'
import type { PodLogs } from './podLog.ts'
import { sendStatus } from './respond.ts'
import { sampleUser } from './reviews.ts'
import { StatusError } from './status.ts'
import { builtInMinor, versionAnswer } from './version.ts'
import type { WebhookScript, WriteListener, Writes } from './writes/index.ts'

export interface SnapshotServerOptions {
  readonly clock?: Clock
  /** Milliseconds between the bookmarks of a watch; a minute, as the real server has it. */
  readonly bookmarkInterval?: number
  /** Ends the version string, e.g. `sample` in `v1.36.3-sample`. */
  readonly versionSuffix?: string
  /** A sentence that says why writes are refused. */
  readonly readOnlyReason?: string
  /** What `/version` answers, in place of the version that the schemas are of. */
  readonly versionAnswer?: object
  /** Whom a review takes everybody for. */
  readonly user?: Subject
  /**
   * Takes writes that are dry runs, with what webhooks answer that have more to say than yes, by name.
   * Roles and bindings decide then who may do what. Absent: they are refused.
   */
  readonly dryRuns?: { readonly webhooks: ReadonlyMap<string, WebhookScript> }
  /**
   * True: writes that are no dry runs are taken too and stored, in memory alone, and controllers that are
   * simulated act on them. It needs `dryRuns`.
   */
  readonly takesWrites?: boolean
  /** Seed of the names that simulated controllers make up. */
  readonly seed?: number
  /** A sentence that says why dry runs are refused; by default that of `readOnlyReason`. */
  readonly noDryRunReason?: string
  /** Kinds that neither this version nor a definition knows. */
  readonly kinds?: FurtherKinds
  /** For a dump: whether it holds a kind, which lists of all others are refused for. It is no server that could be alive. */
  readonly holds?: HandlerContext['holds']
  /** What the containers of the pods wrote. Absent: nothing is known of it. */
  readonly logs?: PodLogs
  /** Told about faults of the server itself. */
  readonly log?: (message: string) => void
}

export interface SnapshotServer {
  /** Serves at a Unix socket or named pipe. Rejects when the address cannot be used. */
  listen(socketPath: string): Promise<void>
  /** Ends every watch and connection; resolves when the last one is gone. */
  close(): Promise<void>
  /** Open watches and connections now. */
  figures(): { readonly watches: number }
  /** Whether simulated controllers look after an object, as a client wrote it or what belongs to it. */
  isTended(uid: string): boolean
}

/** An API server over HTTP/1.1 on the objects of a store. It never listens on a network. */
export function createSnapshotServer(
  store: SnapshotStore,
  options: SnapshotServerOptions = {},
): SnapshotServer {
  const catalog = new Catalog(store, options.kinds)
  const log = options.log ?? (() => undefined)
  const clock = options.clock ?? systemClock
  const { dryRuns } = options
  const readOnlyReason =
    options.readOnlyReason ?? 'this cluster is served from memory and is read-only for now'
  const controllers = options.takesWrites
    ? new LaterControllers({ store, catalog, clock, seed: options.seed ?? 1 })
    : null
  const context: HandlerContext = {
    store,
    catalog,
    clock,
    writes:
      dryRuns === undefined
        ? null
        : laterWrites({ store, catalog, clock, webhooks: dryRuns.webhooks }, controllers),
    takesWrites: options.takesWrites ?? false,
    noDryRunReason: options.noDryRunReason ?? readOnlyReason,
    readOnlyReason,
    bookmarkInterval: options.bookmarkInterval ?? 60_000,
    versionAnswer: options.versionAnswer ?? versionAnswer(options.versionSuffix ?? 'snapshot'),
    user: options.user ?? sampleUser,
    watches: new Set(),
    holds: options.holds ?? null,
    logs: options.logs ?? null,
  }
  const server = createServer((request, response) => {
    handle(context, request, response).catch((error: unknown) => {
      if (!(error instanceof StatusError))
        log(error instanceof Error ? (error.stack ?? error.message) : String(error))
      const status =
        error instanceof StatusError
          ? error
          : new StatusError(500, 'InternalError', 'the in-memory API server failed; its log says where')
      if (response.headersSent) response.destroy()
      else sendStatus(response, status)
    })
  })
  server.keepAliveTimeout = 60_000
  return {
    listen: socketPath =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(socketPath, () => {
          server.off('error', reject)
          resolve()
        })
      }),
    close: async () => {
      for (const watch of context.watches) watch.end()
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeIdleConnections()
      // Answers on their way may finish; who is still there after that is cut.
      const cut = setTimeout(() => server.closeAllConnections(), 200)
      await closed
      clearTimeout(cut)
      controllers?.stop()
      catalog.close()
    },
    figures: () => ({ watches: context.watches.size }),
    isTended: uid => controllers?.isTended(uid) ?? false,
  }
}

/** Loads what writes need when the first one comes: it is large, and most who look at a cluster write nothing. */
function laterWrites(
  setup: Omit<ConstructorParameters<typeof Writes>[0], 'minor' | 'written'>,
  controllers: LaterControllers | null,
): () => Promise<Writes> {
  let loading: Promise<Writes> | null = null
  const load = async (): Promise<Writes> => {
    const { Writes: Loaded } = await import('./writes/index.ts')
    const written: WriteListener = (await controllers?.start()) ?? (() => undefined)
    return new Loaded({ ...setup, minor: builtInMinor(), written })
  }
  return () => {
    loading ??= load()
    return loading
  }
}

/** Controllers that start with the first write: before it there is nothing that they would act on. */
class LaterControllers {
  readonly #setup: ControllerSetup
  #controllers: Controllers | null = null
  #isStopped = false

  constructor(setup: ControllerSetup) {
    this.#setup = setup
  }

  async start(): Promise<WriteListener> {
    const { Controllers: Started } = await import('../controllers/index.ts')
    if (this.#isStopped) return () => undefined
    const controllers = new Started(this.#setup)
    this.#controllers = controllers
    return (resource, before, after) => controllers.written(resource, before, after)
  }

  isTended(uid: string): boolean {
    return this.#controllers?.isTended(uid) ?? false
  }

  stop(): void {
    this.#isStopped = true
    this.#controllers?.stop()
  }
}
