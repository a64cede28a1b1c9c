// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot hold rows that are placed by transform
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of a table that is only read take no focus

import { useMemo, useState } from 'react'
import { type DiffRow, type DiffSegment, type DiffSide, foldUnchanged } from '../../shared/diff/index.ts'
import { EmptyState } from '../ui/index.ts'
import { changeStarts } from './changeStarts.ts'
import styles from './DiffView.module.css'
import { Fold } from './Fold.tsx'
import { differingParts, type LinePart } from './intraline.ts'
import { LineTable } from './LineTable.tsx'
import { LineText } from './LineText.tsx'

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
  const changes = useMemo(
    () => changeStarts(lines.map(line => line.type === 'row' && line.row.kind !== 'same')),
    [lines],
  )
  if (rows.every(row => row.kind === 'same')) return <EmptyState title="No difference" detail={sameDetail} />
  return (
    <LineTable
      label="Differences"
      count={lines.length}
      changes={changes}
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
            <Fold
              segment={line.segment}
              span={2}
              onOpen={() => setOpened(new Set(opened).add(line.segment.from))}
            />
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

const signs = { same: '', changed: '', added: '+', removed: '−' } as const

function Row({ row }: { readonly row: DiffRow }) {
  const { before, after, kind } = row
  const parts =
    kind === 'changed' && before !== null && after !== null ? differingParts(before.text, after.text) : null
  return (
    <span className={styles.row} role="presentation">
      <Side side={before} kind={kind} part={parts?.before ?? null} isBefore />
      <Side side={after} kind={kind} part={parts?.after ?? null} isBefore={false} />
    </span>
  )
}

interface SideProps {
  readonly side: DiffSide | null
  readonly kind: DiffRow['kind']
  readonly part: LinePart | null
  readonly isBefore: boolean
}

function Side({ side, kind, part, isBefore }: SideProps) {
  const change = kind === 'same' ? 'same' : side === null ? 'absent' : isBefore ? 'removed' : 'added'
  const sign = change === 'absent' ? '' : signs[change]
  return (
    <span role="cell" className={`${styles.side} ${styles[change]}`}>
      <span className={styles.number} aria-hidden="true">
        {side?.number ?? ''}
      </span>
      <span className={styles.sign}>{sign}</span>
      <LineText text={side?.text ?? ''} part={part} />
    </span>
  )
}
