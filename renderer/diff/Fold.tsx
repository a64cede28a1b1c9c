// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot hold rows that are placed by transform
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of a table that is only read take no focus
import type { DiffSegment } from '../../shared/diff/index.ts'
import { counted } from '../../shared/words/index.ts'
import { Button } from '../ui/index.ts'
import styles from './DiffView.module.css'

export interface FoldProps {
  readonly segment: DiffSegment
  readonly onOpen: () => void
  /** Columns of the table. */
  readonly span?: number
}

/** What did not change, folded away until it is asked for. */
export function Fold({ segment, onOpen, span = 1 }: FoldProps) {
  return (
    <span role="cell" aria-colspan={span} className={styles.fold}>
      <Button look="quiet" onPress={onOpen}>
        {counted(segment.to - segment.from, 'unchanged line')}
      </Button>
    </span>
  )
}
