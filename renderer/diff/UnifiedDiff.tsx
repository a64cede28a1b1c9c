// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot hold rows that are placed by transform
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of a table that is only read take no focus

import { useMemo } from 'react'
import { foldUnchanged } from '../../shared/diff/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { EmptyState } from '../ui/index.ts'
import styles from './DiffView.module.css'
import type { DiffViewProps } from './DiffView.tsx'
import { hanging, LineTable } from './LineTable.tsx'

interface UnifiedLine {
  readonly kind: 'same' | 'removed' | 'added' | 'fold'
  readonly text: string
}

const signs = { same: '', removed: '−', added: '+', fold: '' } as const

/** Two versions as YAML in one column: what went above what came. */
export function UnifiedDiff({ rows, sameDetail }: DiffViewProps) {
  const lines = useMemo(() => unifiedLines(rows), [rows])
  if (rows.every(row => row.kind === 'same')) return <EmptyState title="No difference" detail={sameDetail} />
  return (
    <LineTable label="Differences" count={lines.length}>
      {index => {
        const line = lines[index]
        if (line === undefined) return null
        return (
          <span
            role="cell"
            className={`${styles.side} ${line.kind === 'fold' ? styles.fold : styles[line.kind]}`}
          >
            <span aria-hidden="true" />
            <span className={styles.sign}>{signs[line.kind]}</span>
            <span className={styles.text} style={hanging(line.text)}>
              {visibleText(line.text)}
            </span>
          </span>
        )
      }}
    </LineTable>
  )
}

function unifiedLines(rows: DiffViewProps['rows']): readonly UnifiedLine[] {
  return foldUnchanged(rows).flatMap((segment): readonly UnifiedLine[] => {
    const part = rows.slice(segment.from, segment.to)
    if (segment.type === 'fold') return [{ kind: 'fold', text: `${part.length} unchanged lines` }]
    return part.flatMap(({ kind, before, after }): readonly UnifiedLine[] => {
      if (kind === 'same') return [{ kind: 'same', text: after?.text ?? '' }]
      return [
        ...(before === null ? [] : [{ kind: 'removed' as const, text: before.text }]),
        ...(after === null ? [] : [{ kind: 'added' as const, text: after.text }]),
      ]
    })
  })
}
