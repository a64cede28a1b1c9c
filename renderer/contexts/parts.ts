import type { ContextList } from '../../shared/ipc/index.ts'
import type { Opening } from './opening.tsx'

/** What the head and the table of the start page share. */
export interface PartProps {
  readonly list: ContextList
  readonly filter: string
  readonly onFilter: (filter: string) => void
  readonly hasDetails: boolean
  readonly onDetails: () => void
  readonly opening: Opening
}
