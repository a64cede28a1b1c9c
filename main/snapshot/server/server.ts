import { createServer } from 'node:http'
import { type Clock, systemClock } from '../../../shared/flow/index.ts'
import { Catalog } from '../catalog/index.ts'
import type { SnapshotStore } from '../store/index.ts'
import { type HandlerContext, handle } from './handler.ts'
import { sendStatus } from './respond.ts'
import { StatusError } from './status.ts'
import { versionAnswer } from './version.ts'

export interface SnapshotServerOptions {
  readonly clock?: Clock
  /** Milliseconds between the bookmarks of a watch; a minute, as the real server has it. */
  readonly bookmarkInterval?: number
  /** Ends the version string, e.g. `sample` in `v1.36.3-sample`. */
  readonly versionSuffix?: string
  /** A sentence that says why writes are refused. */
  readonly readOnlyReason?: string
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
}

/** An API server over HTTP/1.1 on the objects of a store. It never listens on a network. */
export function createSnapshotServer(
  store: SnapshotStore,
  options: SnapshotServerOptions = {},
): SnapshotServer {
  const catalog = new Catalog(store)
  const log = options.log ?? (() => undefined)
  const context: HandlerContext = {
    store,
    catalog,
    clock: options.clock ?? systemClock,
    bookmarkInterval: options.bookmarkInterval ?? 60_000,
    versionAnswer: versionAnswer(options.versionSuffix ?? 'snapshot'),
    readOnlyReason: options.readOnlyReason ?? 'this cluster is served from memory and is read-only for now',
    watches: new Set(),
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
      catalog.close()
    },
    figures: () => ({ watches: context.watches.size }),
  }
}
