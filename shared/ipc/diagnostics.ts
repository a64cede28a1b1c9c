import type { AppErrorKind } from '../errors/index.ts'
import type { ContextId } from '../kube/index.ts'
import { method, stateStream } from './define.ts'
import { contextId, nothing, z } from './schemas.ts'

/** What the status line says of one open context. */
export interface ConnectionFigures {
  readonly context: ContextId
  readonly watches: number
  readonly requestsUnderWay: number
  /** Median of the last requests in milliseconds; null before the first. */
  readonly medianMillis: number | null
}

export interface AppInfo {
  readonly version: string
  readonly host: 'electron' | 'serve'
  readonly node: string
  readonly platform: string
  readonly settingsFile: string
  readonly logFile: string
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** One line of our own log, after every credential was taken out. */
export interface LogLine {
  /** Counts up from 1 within a run. */
  readonly id: number
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly level: LogLevel
  readonly message: string
  /** Id of the context it is about; empty for none. */
  readonly context: string
  /** The other fields as JSON; empty for none. */
  readonly fields: string
}

/** What came since the last frame; the first holds what is still in memory. */
export interface LogFrame {
  readonly lines: readonly LogLine[]
  /** Lines that left the memory before they could be sent. */
  readonly missed: number
  /** Lines that the memory holds; the receiver keeps no more. */
  readonly capacity: number
}

/** One request to a cluster. Holds no header and no body, and of the query only what is no token. */
export interface RequestTiming {
  /** Counts up within a run over all contexts. */
  readonly id: number
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** e.g. `list pods` or `watch pods.metrics.k8s.io`; what is alike is summed up under it. */
  readonly operation: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** HTTP status; null before the answer, and where none came. */
  readonly status: number | null
  /** Why there was none; null otherwise. */
  readonly failure: AppErrorKind | null
  /** Milliseconds to the head of the answer; null before it. */
  readonly headMillis: number | null
  /** Milliseconds to its end; null while under way. */
  readonly totalMillis: number | null
  /** Bytes of the body so far, decompressed. */
  readonly bytes: number
  /** Attempts after the first: after a lost connection, or with renewed credentials. */
  readonly retries: number
  /** `Warning` headers of the answer. */
  readonly warnings: number
  /** `Audit-Id` header of the answer; empty where the server sends none. */
  readonly auditId: string
  readonly isStream: boolean
  /** Milliseconds since the epoch of the last bytes; 0 before the first. */
  readonly lastBytesAt: number
}

export interface OperationSummary {
  readonly operation: string
  readonly count: number
  readonly failed: number
  /** Milliseconds to the head of the answer. */
  readonly p50: number
  readonly p95: number
  readonly slowest: number
  readonly bytes: number
}

/** The requests of one context that are remembered. */
export interface ContextTimings {
  readonly context: ContextId
  /** False once it was closed: its last requests stay for a while. */
  readonly isOpen: boolean
  /** Requests since it was first opened. */
  readonly total: number
  readonly failed: number
  /** The newest first. */
  readonly requests: readonly RequestTiming[]
  /** The oldest first. */
  readonly streams: readonly RequestTiming[]
  /** The slowest first. */
  readonly operations: readonly OperationSummary[]
}

/** How the process that holds everything is doing. */
export interface ProcessFigures {
  /** Seconds since it started. */
  readonly uptime: number
  /** Bytes. */
  readonly residentBytes: number
  readonly heapUsedBytes: number
  readonly heapTotalBytes: number
  readonly externalBytes: number
  /** Milliseconds that the event loop was late, since this was asked for the last time. */
  readonly loopDelayP50: number
  readonly loopDelayP99: number
  readonly loopDelayMaximum: number
  readonly openWatches: number
}

/** A context of which requests are remembered. */
export interface ContextTotals {
  readonly context: ContextId
  readonly isOpen: boolean
  readonly total: number
  readonly failed: number
  /** Streams open now. */
  readonly streams: number
}

export interface Timings {
  readonly process: ProcessFigures
  /** The one used last comes last. */
  readonly contexts: readonly ContextTotals[]
  /** The context that was asked for; null for none, and where nothing is remembered of it. */
  readonly detail: ContextTimings | null
}

/** One file of a support bundle, exactly as it will be written. */
export interface BundleFile {
  readonly name: string
  readonly what: string
  readonly bytes: number
}

/** A bundle that is prepared and not written yet. */
export interface BundlePreview {
  readonly id: number
  readonly files: readonly BundleFile[]
  readonly hidesNames: boolean
  /** Folder that is proposed, in the settings folder. */
  readonly folder: string
  readonly fileName: string
}

export const diagnostics = {
  'diagnostics.figures': stateStream<readonly ConnectionFigures[]>()(nothing, nothing),
  'diagnostics.info': method<AppInfo>()(nothing),
  /** A bug in the renderer, for the log. */
  'diagnostics.report': method<null>()(
    z.strictObject({ message: z.string().max(2000), stack: z.string().max(20_000) }),
  ),
  /** Our own log as it is written, from what is still in memory on. */
  'diagnostics.log': stateStream<LogFrame>()(nothing, nothing),
  /** Requests, streams and the process, once a second while open. */
  'diagnostics.timings': stateStream<Timings>()(z.strictObject({ context: contextId.nullable() }), nothing),
  /** Gathers a support bundle in memory. The one before it is forgotten. */
  'diagnostics.prepareBundle': method<BundlePreview>()(z.strictObject({ hidesNames: z.boolean() })),
  /** Text of one file of the prepared bundle. @throws AppError `gone` for another id or name */
  'diagnostics.bundleFile': method<string>()(z.strictObject({ id: z.int(), name: z.string().max(200) })),
  /**
   * Writes the prepared bundle, unchanged, into a folder (absolute, or with `~/`; made when it is
   * not there) and answers the path of the file. Never writes over another.
   */
  'diagnostics.writeBundle': method<{ readonly path: string }>()(
    z.strictObject({ id: z.int(), folder: z.string().min(1).max(4096) }),
  ),
}
