/**
 * Tables of any kind, over one or several contexts and namespaces. Rows are kept here, without
 * the objects behind them; a view keeps their order by insertion and gives out frames of its
 * window. For the command line there are a list at once and a table that is followed.
 */
export { drawnText } from './cells.ts'
export { followTable, type TableEvent } from './followTable.ts'
export { createTables } from './handlers.ts'
export { type ListedRow, type ListedTable, type ListScope, listOnce } from './listOnce.ts'
