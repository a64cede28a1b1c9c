import type { LogEntry } from '../../../shared/ipc/index.ts'
import { fieldText } from './cells.ts'

/** Characters of the narrowest and of the widest column. */
const narrowest = 6
const widest = 60

/**
 * Characters that each column takes: what the widest of its texts and its name need, never less
 * than before, so that columns do not jump as lines come.
 */
export function widthsOf(
  columns: readonly string[],
  entries: readonly LogEntry[],
  before: readonly number[],
): readonly number[] {
  const widths = columns.map((column, index) => Math.max(narrowest, before[index] ?? 0, column.length + 2))
  for (const entry of entries) {
    if (entry.type !== 'line' || entry.fields === null) continue
    for (const [index, column] of columns.entries()) {
      const { length } = fieldText(entry, column)
      if (length + 2 > (widths[index] ?? 0)) widths[index] = length + 2
    }
  }
  return widths.map(width => Math.min(widest, width))
}
