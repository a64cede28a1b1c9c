import type { AppErrorBody } from '../errors/index.ts'
import type { ContextId } from '../kube/index.ts'
import { method, stateStream } from './define.ts'
import { contextId, nothing, z } from './schemas.ts'

export interface ContainerFile {
  readonly name: string
  readonly type: 'file' | 'folder' | 'link' | 'other'
  /** Bytes. */
  readonly size: number
  /** As `ls` writes it, e.g. `-rw-r--r--`; empty where the container has no program to tell, and of the size neither. */
  readonly mode: string
  /** Milliseconds since the epoch; null where it could not be read. */
  readonly modified: number | null
  /** Where a link leads; empty for others. */
  readonly target: string
  /** A link that leads to a folder, which can be opened like one. */
  readonly leadsToFolder?: boolean
}

export interface ContainerFolder {
  readonly path: string
  readonly files: readonly ContainerFile[]
  /** More than are listed. */
  readonly isCut: boolean
}

/** A copy of files between this machine and a container. */
export interface Transfer {
  readonly id: string
  readonly context: ContextId
  readonly namespace: string
  readonly pod: string
  readonly container: string
  readonly direction: 'fromContainer' | 'toContainer'
  /** Absolute paths. */
  readonly source: string
  readonly destination: string
  readonly phase: 'running' | 'done' | 'failed' | 'cancelled'
  readonly reason?: AppErrorBody
  /** Bytes of content copied, and of all where that is known. */
  readonly bytes: number
  readonly totalBytes: number | null
  /** Bytes in the last seconds, by the second; 0 when it is over. */
  readonly bytesPerSecond: number
  /** Files, folders and links copied. */
  readonly files: number
  /** Entries that were not copied, with why: paths that lead out, devices, links that lead out. The first 200. */
  readonly refused: readonly { readonly path: string; readonly why: string }[]
  readonly refusedCount: number
  readonly startedAt: number
  readonly endedAt?: number
}

const place = {
  context: contextId,
  namespace: z.string().max(253),
  pod: z.string().max(253),
  container: z.string().max(253),
}
const path = z.string().min(1).max(4096)

export const transfers = {
  'transfers.list': stateStream<{ readonly transfers: readonly Transfer[] }>()(nothing, nothing),
  /** A folder in a container. Refused in protected contexts, since it runs a command there. */
  'transfers.folder': method<ContainerFolder>()(z.strictObject({ ...place, path })),
  /** Copies and answers at once; the list tells how it gets on. Nothing that is there is overwritten unasked. */
  'transfers.start': method<{ readonly id: string }>()(
    z.strictObject({
      ...place,
      direction: z.enum(['fromContainer', 'toContainer']),
      source: path,
      destination: path,
      mayOverwrite: z.boolean(),
    }),
  ),
  'transfers.cancel': method<null>()(z.strictObject({ id: z.uuid() })),
  'transfers.forget': method<null>()(z.strictObject({ id: z.uuid() })),
}
