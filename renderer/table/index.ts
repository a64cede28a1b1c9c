/**
 * The virtual table on a view of main's rows: `useTable` opens the view, `VirtualTable` draws its
 * window as an ARIA grid, `livenessOf` and `noticesOf` put the phases of its sources into words.
 */

export { CellContent } from './CellContent.tsx'
export { choosableColumns, type ShownColumn, shownColumns } from './columns.ts'
export type { Cursor } from './cursor.ts'
export type { CellFigure, RowFigures } from './figures.ts'
export { activeRows, focusRows, pressInRows, takesRowKeys } from './focus.ts'
export { LocalTable, type LocalTableProps } from './LocalTable.tsx'
export { filteredRows, type LocalRow } from './localRows.ts'
export { ended, type Liveness, livenessOf, type Notice, noticesOf, progressText } from './phase.ts'
export type { TableSnapshot } from './snapshot.ts'
export { isStatusColumn, meaningOfStatus } from './status.ts'
export type { Sort } from './TableHead.tsx'
export { type Table, useTable, type ViewParams } from './useTable.ts'
export { VirtualTable, type VirtualTableProps } from './VirtualTable.tsx'
