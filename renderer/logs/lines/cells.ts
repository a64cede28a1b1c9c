import type { LogLevelName, PodLogLine } from '../../../shared/ipc/index.ts'
import { ownValue } from '../../../shared/kube/index.ts'
import type { LogTime } from '../../live/index.ts'
import type { TextRange } from './segments.ts'
import type { SourceTag } from './sources.ts'

/** How lines are drawn. */
export interface LineLooks {
  readonly time: LogTime
  readonly isWrapped: boolean
  /** Keys with a column of their own; empty: lines stand as text. */
  readonly columns: readonly string[]
  readonly tags: ReadonlyMap<number, SourceTag>
  /** False with a single source: its name would be the same on every line. */
  readonly hasSources: boolean
  /** What of a text the search meets. */
  readonly hitsOf: ((text: string) => readonly TextRange[]) | null
}

/**
 * Most characters drawn of one line: more than any screen shows, few enough to lay out at every
 * frame. The rest is shown on its own when it is asked for.
 */
export const mostDrawn = 4000
/** Most characters of a cell in a column. */
export const mostInCell = 300

/** Characters of a line that are not drawn: those cut by main, and those beyond what is laid out. */
export function undrawn({ text, cut }: PodLogLine): number {
  return cut + Math.max(0, text.length - mostDrawn)
}

/** Text that is drawn, never half of a surrogate pair at its end. */
export function drawnText(text: string, most: number): string {
  if (text.length <= most) return text
  const last = text.charCodeAt(most - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most)
}

/** The text of a column; empty where the line has no such key. */
export function fieldText(line: PodLogLine, key: string): string {
  return line.fields === null ? '' : drawnText(ownValue(line.fields, key) ?? '', mostInCell)
}

/** Words for levels; `none`: the line tells no level. */
export const levelWords: Readonly<Record<LogLevelName | 'none', string>> = {
  trace: 'trace',
  debug: 'debug',
  info: 'info',
  warn: 'warn',
  error: 'error',
  fatal: 'fatal',
  none: 'none',
}
