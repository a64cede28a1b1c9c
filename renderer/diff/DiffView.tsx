// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot hold rows that are placed by transform
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of a table that is only read take no focus

import { useMemo, useState } from 'react'
import { type DiffRow, type DiffSegment, type DiffSide, foldUnchanged } from '../../shared/diff/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { Button, EmptyState } from '../ui/index.ts'
import styles from './DiffView.module.css'
import { hanging, LineTable } from './LineTable.tsx'

export interface DiffViewProps {
  readonly rows: readonly DiffRow[]
  readonly beforeLabel: string
  readonly afterLabel: string
  /** What it means that nothing differs. */
  readonly sameDetail: string
}

type Line =
  | { readonly type: 'row'; readonly row: DiffRow }
  | { readonly type: 'fold'; readonly segment: DiffSegment }

/** Two versions as YAML side by side; what did not change folds away. */
export function DiffView({ rows, beforeLabel, afterLabel, sameDetail }: DiffViewProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const lines = useMemo(() => linesOf(rows, opened), [rows, opened])
  if (rows.every(row => row.kind === 'same')) return <EmptyState title="No difference" detail={sameDetail} />
  return (
    <LineTable
      label="Differences"
      count={lines.length}
      head={
        <div role="rowgroup" className={styles.diffHead}>
          <div role="row" className={styles.row}>
            <span role="columnheader" className={styles.headCell}>
              {beforeLabel}
            </span>
            <span role="columnheader" className={styles.headCell}>
              {afterLabel}
            </span>
          </div>
        </div>
      }
    >
      {index => {
        const line = lines[index]
        if (line?.type === 'row') return <Row row={line.row} />
        return (
          line !== undefined && (
            <Fold segment={line.segment} onOpen={() => setOpened(new Set(opened).add(line.segment.from))} />
          )
        )
      }}
    </LineTable>
  )
}

function linesOf(rows: readonly DiffRow[], opened: ReadonlySet<number>): readonly Line[] {
  return foldUnchanged(rows).flatMap((segment): readonly Line[] => {
    if (segment.type === 'fold' && !opened.has(segment.from)) return [{ type: 'fold', segment }]
    return rows.slice(segment.from, segment.to).map(row => ({ type: 'row', row }))
  })
}

function Fold({ segment, onOpen }: { readonly segment: DiffSegment; readonly onOpen: () => void }) {
  return (
    <span role="cell" aria-colspan={2} className={styles.fold}>
      <Button look="quiet" onPress={onOpen}>{`${segment.to - segment.from} unchanged lines`}</Button>
    </span>
  )
}

const signs = { same: '', changed: '', added: '+', removed: '−' } as const

function Row({ row }: { readonly row: DiffRow }) {
  return (
    <span className={styles.row} role="presentation">
      <Side side={row.before} kind={row.kind} isBefore />
      <Side side={row.after} kind={row.kind} isBefore={false} />
    </span>
  )
}

interface SideProps {
  readonly side: DiffSide | null
  readonly kind: DiffRow['kind']
  readonly isBefore: boolean
}

function Side({ side, kind, isBefore }: SideProps) {
  const change = kind === 'same' ? 'same' : side === null ? 'absent' : isBefore ? 'removed' : 'added'
  const sign = change === 'absent' ? '' : signs[change]
  return (
    <span role="cell" className={`${styles.side} ${styles[change]}`}>
      <span className={styles.number} aria-hidden="true">
        {side?.number ?? ''}
      </span>
      <span className={styles.sign}>{sign}</span>
      <span className={styles.text} style={hanging(side?.text ?? '')}>
        {visibleText(side?.text ?? '')}
      </span>
    </span>
  )
}
