import type { Unsubscribe } from '../../shared/flow/index.ts'
import type { LogFrame, LogLevel, LogLine } from '../../shared/ipc/index.ts'
import type { LineSink } from './rotation.ts'

/** Enough for an hour of trouble, at a few hundred kilobytes. */
const capacity = 2000

/** The last lines of the log, as they were written; read only when somebody looks. */
export class LogMemory implements LineSink {
  readonly #lines: string[] = []
  readonly #listeners = new Set<() => void>()
  /** Id of the line that comes next, and of the first one that is still here. */
  #next = 1

  write(line: string): void {
    this.#lines.push(line)
    this.#next++
    // Half a capacity at once: moving the array with every line would be the most work of all.
    if (this.#lines.length >= capacity * 1.5) this.#lines.splice(0, this.#lines.length - capacity)
    for (const listener of this.#listeners) listener()
  }

  subscribe(listener: () => void): Unsubscribe {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The lines after an id (0: all that are here), the latest `capacity` of them. */
  since(id: number): LogFrame & { readonly last: number } {
    const first = Math.max(1, this.#next - Math.min(this.#lines.length, capacity))
    const from = Math.max(id + 1, first)
    const lines = this.#lines.slice(this.#lines.length - (this.#next - from))
    return {
      lines: this.#next === from ? [] : lines.map((line, at) => logLine(from + at, line)),
      missed: id === 0 ? 0 : Math.max(0, first - id - 1),
      capacity,
      last: this.#next - 1,
    }
  }
}

const levels: ReadonlyMap<unknown, LogLevel> = new Map([
  [20, 'debug'],
  [30, 'info'],
  [40, 'warn'],
  [50, 'error'],
])

/** A line of the log as it is shown. A line that is no JSON is a message as a whole. */
export function logLine(id: number, text: string): LogLine {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    parsed = null
  }
  if (typeof parsed !== 'object' || parsed === null)
    return { id, time: 0, level: 'info', message: text.trimEnd(), context: '', fields: '' }
  const { level, time, msg, context, ...rest } = parsed as Readonly<Record<string, unknown>>
  return {
    id,
    time: Date.parse(String(time)) || 0,
    level: levels.get(level) ?? 'info',
    message: typeof msg === 'string' ? msg : '',
    context: typeof context === 'string' ? context : '',
    fields: Object.keys(rest).length === 0 ? '' : JSON.stringify(rest),
  }
}
