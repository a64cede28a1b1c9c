import type { AppErrorBody } from '../errors/index.ts'
import type { ContextId } from '../kube/index.ts'
import { method, stateStream } from './define.ts'
import { contextId, nothing, z } from './schemas.ts'

/** Something in a dump that could not be read, and where. */
export interface SnapshotProblem {
  /** Path of the file; inside an archive `dump.tar.gz » pods.yaml`. */
  readonly file: string
  /** 1-based; absent where no line is to blame. */
  readonly line?: number
  readonly message: string
  /** The object is there another time, as another: it was read, and is left out. */
  readonly isDuplicate?: true
}

/** How far the reading of a dump is. Nothing is read before its context is opened. */
export type SnapshotPhase =
  | { readonly phase: 'closed' }
  | {
      readonly phase: 'reading'
      readonly files: number
      readonly objects: number
      readonly bytes: number
      /** Null while the size is not known yet. */
      readonly bytesTotal: number | null
    }
  | {
      readonly phase: 'ready'
      readonly files: number
      readonly objects: number
      readonly kinds: number
      /** `GROUP/RESOURCE` of the kinds that the dump holds; of others it says nothing. */
      readonly held: readonly string[]
      /** The newest time that an object says anything of, in milliseconds since the epoch; 0 without any. */
      readonly newest: number
    }
  | { readonly phase: 'failed'; readonly error: AppErrorBody }

/** A dump: files, folders and archives opened together as one context. */
export interface Snapshot {
  readonly context: ContextId
  readonly name: string
  readonly paths: readonly string[]
  readonly status: SnapshotPhase
  /** The first thousand problems of the last reading. */
  readonly problems: readonly SnapshotProblem[]
  readonly problemCount: number
  /** Sentences on what was left aside as it holds no objects, e.g. `1,204 log files were skipped.` */
  readonly notes?: readonly string[]
}

export const snapshots = {
  'snapshots.list': stateStream<readonly Snapshot[]>()(nothing, nothing),
  /**
   * Lists the paths (absolute, or with `~/`) as one context, remembered until removed; the same paths
   * again give the same context. Reading starts with `contexts.open` and is cancelled by
   * `contexts.close`. Fails with kind `invalid` for a path that is not there.
   */
  'snapshots.add': method<{ readonly context: ContextId }>()(
    z.strictObject({ paths: z.array(z.string().min(1).max(4096)).min(1).max(100) }),
  ),
  'snapshots.remove': method<null>()(z.strictObject({ context: contextId })),
  /** Entries of the file system that complete a path being typed; folders end with the separator. */
  'snapshots.completePath': method<readonly string[]>()(z.strictObject({ prefix: z.string().max(4096) })),
}
