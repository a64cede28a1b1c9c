// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot hold rows that are placed by hand
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
import { visibleText } from '../../shared/kube/index.ts'
import { Icon } from '../ui/index.ts'
import { ColumnHandle } from './ColumnHandle.tsx'
import { keysOf, type ShownColumn } from './columns.ts'
import styles from './VirtualTable.module.css'

export interface Sort {
  readonly column: string
  readonly descending: boolean
}

export interface TableHeadProps {
  readonly columns: readonly ShownColumn[]
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
  /** Pixels a column takes now. */
  readonly widthOf: (column: ShownColumn) => number
  /** A column is being pulled at. */
  readonly onPull: (column: string, pixels: number) => void
  readonly onResize: ((column: string, pixels: number | null) => void) | undefined
}

/** The head of a table: each column sorts, a second press turns the order around. */
export function TableHead({ columns, sort, onSort, widthOf, onPull, onResize }: TableHeadProps) {
  const keys = keysOf(columns)
  return (
    <div className={styles.headGroup} role="rowgroup">
      <div className={styles.head} role="row" aria-rowindex={1}>
        {columns.map((column, place) => {
          const isSorted = sort.column === column.name
          const order = sort.descending ? 'descending' : 'ascending'
          const isNumber = column.type === 'figure' || (column.type === 'cell' && column.isNumber)
          return (
            <div
              key={keys[place]}
              role="columnheader"
              aria-colindex={place + 1}
              aria-sort={isSorted ? order : 'none'}
              className={`${styles.headCell} ${isNumber ? styles.number : ''}`}
              style={{ left: `var(--left-${place})`, width: `var(--width-${place})` }}
            >
              <button
                type="button"
                className={styles.headButton}
                title={column.description || undefined}
                onClick={() => onSort({ column: column.name, descending: isSorted && !sort.descending })}
              >
                {visibleText(column.name)}
                {isSorted && <Icon name={sort.descending ? 'arrowDown' : 'arrowUp'} />}
              </button>
              {onResize !== undefined && (
                <ColumnHandle
                  name={visibleText(column.name)}
                  width={() => widthOf(column)}
                  onPull={pixels => onPull(column.name, pixels)}
                  onResize={pixels => onResize(column.name, pixels)}
                />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
