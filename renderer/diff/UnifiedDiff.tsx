// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot hold rows that are placed by transform
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of a table that is only read take no focus

import { useMemo, useState } from 'react'
import { type DiffRow, type DiffSegment, foldUnchanged } from '../../shared/diff/index.ts'
import { EmptyState } from '../ui/index.ts'
import { changeStarts } from './changeStarts.ts'
import styles from './DiffView.module.css'
import type { DiffViewProps } from './DiffView.tsx'
import { Fold } from './Fold.tsx'
import { differingParts, type LinePart } from './intraline.ts'
import { LineTable } from './LineTable.tsx'
import { LineText } from './LineText.tsx'

interface TextLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
  readonly part: LinePart | null
}

type UnifiedLine = TextLine | { readonly kind: 'fold'; readonly segment: DiffSegment }

const signs = { same: '', removed: '−', added: '+' } as const

/** Two versions as YAML in one column: what went above what came. */
export function UnifiedDiff({ rows, sameDetail }: DiffViewProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const lines = useMemo(() => unifiedLines(rows, opened), [rows, opened])
  const changes = useMemo(
    () => changeStarts(lines.map(({ kind }) => kind === 'removed' || kind === 'added')),
    [lines],
  )
  if (rows.every(row => row.kind === 'same')) return <EmptyState title="No difference" detail={sameDetail} />
  return (
    <LineTable label="Differences" count={lines.length} changes={changes}>
      {index => {
        const line = lines[index]
        if (line === undefined) return null
        if (line.kind === 'fold')
          return (
            <Fold segment={line.segment} onOpen={() => setOpened(new Set(opened).add(line.segment.from))} />
          )
        return (
          <span role="cell" className={`${styles.side} ${styles[line.kind]}`}>
            <span aria-hidden="true" />
            <span className={styles.sign}>{signs[line.kind]}</span>
            <LineText text={line.text} part={line.part} />
          </span>
        )
      }}
    </LineTable>
  )
}

function unifiedLines(rows: readonly DiffRow[], opened: ReadonlySet<number>): readonly UnifiedLine[] {
  return foldUnchanged(rows).flatMap((segment): readonly UnifiedLine[] => {
    if (segment.type === 'fold' && !opened.has(segment.from)) return [{ kind: 'fold', segment }]
    return textLines(rows.slice(segment.from, segment.to))
  })
}

/** Within a run of changes all that goes stands before what comes. */
function textLines(rows: readonly DiffRow[]): readonly UnifiedLine[] {
  const lines: TextLine[] = []
  let added: TextLine[] = []
  for (const { kind, before, after } of rows) {
    if (kind === 'same') {
      lines.push(...added, { kind, text: (after ?? before)?.text ?? '', part: null })
      added = []
      continue
    }
    const parts = before !== null && after !== null ? differingParts(before.text, after.text) : null
    if (before !== null) lines.push({ kind: 'removed', text: before.text, part: parts?.before ?? null })
    if (after !== null) added.push({ kind: 'added', text: after.text, part: parts?.after ?? null })
  }
  return [...lines, ...added]
}
