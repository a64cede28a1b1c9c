import type { LogPlace } from '../live/index.ts'
import type { Reading } from './lines/follow.ts'
import type { ShownCursor } from './lines/LogGrid.ts'
import type { LogActions } from './useLogActions.ts'
import type { LogReading } from './useLogReading.ts'

/** What the parts of the view share. */
export interface LogParts {
  /** What is followed. */
  readonly words: string
  readonly place: LogPlace
  readonly logs: LogReading
  readonly hidden: readonly number[]
  readonly cursor: ShownCursor
  readonly reading: Reading
  readonly isDetailed: boolean
  readonly elsewhere: { readonly label: string; readonly open: () => void }
  readonly change: (part: Partial<Omit<LogPlace, 'target'>>) => void
  readonly actions: LogActions
}
