import type { LogFrame, LogLevel, LogLine } from '../../shared/ipc/index.ts'

/** What is known of the log here. */
export interface KnownLog {
  /** Ascending by id. */
  readonly lines: readonly LogLine[]
  /** Lines that were lost on the way. */
  readonly missed: number
}

export const nothingKnown: KnownLog = { lines: [], missed: 0 }

/** The log with a frame more; what is here already is not taken twice. */
export function joined(known: KnownLog, { lines, missed, capacity }: LogFrame): KnownLog {
  const last = known.lines.at(-1)?.id ?? 0
  const fresh = lines.filter(({ id }) => id > last)
  if (fresh.length === 0 && missed === 0) return known
  return { lines: [...known.lines, ...fresh].slice(-capacity), missed: known.missed + missed }
}

export interface LogFilter {
  readonly text: string
  /** The least severe level that is shown. */
  readonly level: LogLevel
  /** Empty: all, and what is about none. */
  readonly context: string
}

const order: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

/** Lines that fit: every word of the text occurs in the line. */
export function fitting(lines: readonly LogLine[], filter: LogFilter): readonly LogLine[] {
  const words = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  const least = order.indexOf(filter.level)
  return lines.filter(line => {
    if (order.indexOf(line.level) < least) return false
    if (filter.context !== '' && line.context !== filter.context) return false
    const text = `${line.message} ${line.context} ${line.fields}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}

/** A line as text, for the clipboard. */
export function plainLine({ time, level, message, context, fields }: LogLine): string {
  const parts = [new Date(time).toISOString(), level.toUpperCase().padEnd(5), message, context, fields]
  return parts.filter(part => part !== '').join(' ')
}
