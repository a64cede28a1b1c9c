import { type ReactNode, useState } from 'react'
import type { Column } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { filteredRows, type LocalRow, LocalTable } from '../table/index.ts'
import { SplitPane } from '../ui/index.ts'

export const column = (name: string, type: Column['type'] = 'string'): Column => ({
  name,
  description: '',
  type,
  priority: 0,
})

export interface RowsAndDetailProps {
  readonly label: string
  readonly context: ContextId
  readonly columns: readonly Column[]
  readonly rows: readonly LocalRow[]
  readonly filter: string
  /** Column by which the rows stand at first. */
  readonly sortedBy: string
  /** What stands below for a row; null: none is chosen. */
  readonly detail: (key: string | null) => ReactNode
}

/** What differs as a table, and both sides of the chosen row below it. */
export function RowsAndDetail(props: RowsAndDetailProps) {
  const { label, context, columns, rows, filter, sortedBy, detail } = props
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <SplitPane
      direction="rows"
      label="Size of the comparison"
      share={45}
      first={
        <LocalTable
          label={label}
          context={context}
          columns={columns}
          rows={filteredRows(rows, filter)}
          firstSort={{ column: sortedBy, descending: false }}
          onOpen={row => setChosen(row.key)}
          onActive={row => setChosen(row?.key ?? null)}
        />
      }
      second={detail(chosen)}
    />
  )
}
