import type { AppErrorBody } from '../errors/index.ts'
import { type LogLevelName, logLevels } from './choices.ts'
import { method, stateStream } from './define.ts'
import { contextId, objectRef, z } from './schemas.ts'

/** Where lines come from: one container of one pod. */
export interface LogSource {
  /** Counts from 0 in the order in which sources joined; lines name it. */
  readonly id: number
  readonly namespace: string
  readonly pod: string
  readonly container: string
  readonly kind: 'container' | 'init' | 'ephemeral'
  /**
   * `waiting`: the container has not begun; `live`: followed; `retrying`: the connection was lost
   * and is made anew; `ended`: the container is over, or nothing more was asked for.
   */
  readonly phase: 'waiting' | 'connecting' | 'live' | 'retrying' | 'ended' | 'failed'
  readonly reason?: AppErrorBody
  /** Lines read so far, those dropped from memory included. */
  readonly lines: number
}

/** A stretch of a line in one look. Colours are indexes of the 16 of ANSI; 256 and true colours become the nearest. */
export interface LogSpan {
  /** UTF-16 units of `text` it covers; the spans of a line cover it from its begin, the rest is plain. */
  readonly length: number
  readonly color?: number
  readonly background?: number
  readonly isBold?: boolean
  readonly isDim?: boolean
  readonly isItalic?: boolean
  readonly isUnderlined?: boolean
}

export interface PodLogLine {
  readonly type: 'line'
  /** Counts up by one with every line and mark, over all sources; never used twice. */
  readonly number: number
  /** `LogSource.id`. */
  readonly source: number
  /** RFC 3339 with nanoseconds as the node wrote it; empty where it is unknown. */
  readonly time: string
  /** Without terminal codes. Control characters that were left are shown by the page as marks. */
  readonly text: string
  readonly spans: readonly LogSpan[]
  readonly level: LogLevelName | null
  /** Members of a line that is one JSON object, values as text; null for other lines. */
  readonly fields: Readonly<Record<string, string>> | null
  /** UTF-16 units that were cut off the end of a line that is too long to show; 0 for none. */
  readonly cut: number
  /** Whether the search meets it. */
  readonly isHit: boolean
  /** Shown around a line that the filter meets, and not met itself. */
  readonly isContext: boolean
}

/** What is not there, said where it is missing. */
export interface LogMark {
  readonly type: 'mark'
  readonly number: number
  /** Null: of all. */
  readonly source: number | null
  /** In a sentence: lines that were dropped, a gap after a lost connection, a restart, a pod that joined. */
  readonly text: string
  readonly meaning: 'warning' | 'unknown' | 'good'
}

export type LogEntry = PodLogLine | LogMark

export interface PodLogFrame {
  readonly sources: readonly LogSource[]
  /** Pods that belong and cannot be read, and why; what the selector failed with. */
  readonly problems: readonly AppErrorBody[]
  /**
   * Place of `entries[0]` in what the filter lets through, of what is held: as the oldest lines make room,
   * the places of all others become less, and a window that was asked for by its place moves along.
   */
  readonly start: number
  readonly entries: readonly LogEntry[]
  /** Entries that the filter lets through, of those held. */
  readonly total: number
  /**
   * Entries held that a new filter has not been held against yet: what it lets through is shown as it is
   * found. Absent when it has gone through all.
   */
  readonly pending?: number
  /** Lines in memory, and those that made room for others. */
  readonly held: number
  readonly dropped: number
  /** Bytes of memory that the lines take, about. */
  readonly bytes: number
  /** Lines in the last second. */
  readonly rate: number
  /** Lines that came since the pause began; 0 when not paused. */
  readonly behind: number
  /** Keys of JSON lines, the most frequent first, at most 50. */
  readonly keys: readonly string[]
  /** Lines in memory by their level, whatever the filter. */
  readonly levels: Readonly<Partial<Record<LogLevelName | 'none', number>>>
  /** Lines that the search meets among those that the filter lets through; null without a search. */
  readonly hits: number | null
}

const text = z.string().max(2000)

const logFilter = z.strictObject({
  /** Empty: everything. */
  text,
  isPattern: z.boolean(),
  isCaseSensitive: z.boolean(),
  /** Lines without a match instead. */
  isInverted: z.boolean(),
  /** Empty: all. `none`: lines whose level is not told. */
  levels: z.array(z.enum([...logLevels, 'none'])).max(7),
  /** All must hold. A line without the key meets `differs` alone. */
  fields: z
    .array(z.strictObject({ key: text, how: z.enum(['is', 'differs', 'contains', 'exists']), value: text }))
    .max(20),
  /** `LogSource.id`s that are left out. */
  hidden: z.array(z.number().int().min(0)).max(10_000),
  /**
   * Lines shown before and after each one that is met, as they stand in the log of all sources that are
   * not hidden; without a `text` none.
   */
  around: z.number().int().min(0).max(100),
})
export type LogFilter = z.infer<typeof logFilter>

const logSearch = z.strictObject({ text, isPattern: z.boolean(), isCaseSensitive: z.boolean() })
export type LogSearch = z.infer<typeof logSearch>

const logView = z.strictObject({
  /** `end`: the last `count` entries, and on with what comes. */
  window: z.strictObject({
    start: z.union([z.number().int().min(0), z.literal('end')]),
    count: z.number().int().min(1).max(500),
  }),
  filter: logFilter,
  search: logSearch.nullable(),
  /** What is shown stands still; lines are read on and kept. */
  isPaused: z.boolean(),
})
export type LogView = z.infer<typeof logView>

const logTarget = z.discriminatedUnion('type', [
  /** A pod, or a workload or Service whose pods are meant: pods join and leave by themselves. */
  z.strictObject({ type: z.literal('object'), ref: objectRef }),
  /** Pods by label selector; an empty namespace: all. */
  z.strictObject({ type: z.literal('selector'), namespace: z.string().max(253), labelSelector: text }),
])
export type LogTarget = z.infer<typeof logTarget>

const logOptions = z.strictObject({
  /** Names, or null for all that are no init containers and not ephemeral. */
  containers: z.array(z.string().max(253)).max(100).nullable(),
  /** Init and ephemeral containers too. */
  isAll: z.boolean(),
  follow: z.boolean(),
  /** Lines from the end of each container; null: from the begin, or from `since`. */
  tail: z.number().int().min(0).max(10_000_000).nullable(),
  /** Seconds back; null for no bound. */
  sinceSeconds: z.number().int().min(1).nullable(),
  /** Of the run before the last restart. */
  previous: z.boolean(),
})
export type LogOptions = z.infer<typeof logOptions>

export const logs = {
  /**
   * Follows logs for as long as the stream is open. `session` is chosen by the page, unused before;
   * the methods below name it.
   */
  'logs.follow': stateStream<PodLogFrame>()(
    z.strictObject({
      context: contextId,
      session: z.uuid(),
      target: logTarget,
      options: logOptions,
      view: logView,
    }),
    z.strictObject({ view: logView }),
  ),
  /**
   * Place (as `PodLogFrame.start`) of the nearest line that the search meets at `from` or behind it, or at
   * it or before it; null for none. -1: from the first, or from the last. Lines shown for the sake of
   * others do not count.
   */
  'logs.find': method<number | null>()(
    z.strictObject({ session: z.uuid(), from: z.number().int().min(-1), isBackward: z.boolean() }),
  ),
  /** One line whole, however long: its text without terminal codes, at most 1 MB of it. */
  'logs.line': method<string>()(z.strictObject({ session: z.uuid(), number: z.number().int().min(0) })),
  /**
   * Writes what is held to a file, without terminal codes, and answers its path; what was dropped is said
   * in its first line, and marks are lines that begin with `#`. A name that does not end with .log, .txt,
   * .jsonl or .ndjson gets .log.
   * `path`: a file that must not be there yet; null: a new one in the user's downloads.
   */
  'logs.save': method<{ readonly path: string; readonly lines: number; readonly bytes: number }>()(
    z.strictObject({
      session: z.uuid(),
      /** Only what the filter lets through. */
      isFiltered: z.boolean(),
      hasTimes: z.boolean(),
      /** Pod and container before each line. */
      hasSources: z.boolean(),
      path: z.string().max(4096).nullable(),
    }),
  ),
  /** Text of a stretch of entries, for the clipboard; at most 1 MB. */
  'logs.copy': method<string>()(
    z.strictObject({
      session: z.uuid(),
      start: z.number().int().min(0),
      count: z.number().int().min(1).max(100_000),
    }),
  ),
}
