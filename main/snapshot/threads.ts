import { existsSync } from 'node:fs'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { SnapshotProblem } from '../../shared/ipc/index.ts'

/** What a thread is started with. */
export type WorkerStart =
  | {
      readonly serves: 'sample'
      readonly socketPath: string
      readonly still: boolean
      readonly seed: number
    }
  | {
      readonly serves: 'dump'
      readonly socketPath: string
      readonly paths: readonly string[]
      /** Name of the dump in sentences. */
      readonly name: string
    }

export interface DumpProgress {
  readonly files: number
  readonly objects: number
  readonly bytes: number
  readonly bytesTotal: number | null
}

export interface DumpReport {
  readonly problems: readonly SnapshotProblem[]
  readonly problemCount: number
  readonly notes: readonly string[]
}

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'log'; readonly text: string }
  | { readonly kind: 'progress'; readonly progress: DumpProgress }
  | {
      readonly kind: 'read'
      readonly files: number
      readonly objects: number
      readonly kinds: number
      readonly held: readonly string[]
      readonly newest: number
      readonly report: DumpReport
    }
  | { readonly kind: 'failed'; readonly error: AppErrorBody; readonly report: DumpReport }

/** The thread's file: beside this one as source; in a bundle, an entry of its own beside the bundled file. */
export function defaultWorkerUrl(): URL {
  const source = new URL('./worker.ts', import.meta.url)
  if (import.meta.url.endsWith('.ts') && existsSync(source)) return source
  return new URL('./snapshot-worker.js', import.meta.url)
}
