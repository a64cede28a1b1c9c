import type { Cell } from '../../shared/ipc/index.ts'
import { parseAge, quantityNumber } from '../../shared/kube/index.ts'
import { textOfCell } from './cells.ts'
import { compareNatural } from './natural.ts'
import type { RowStore, StoredRow } from './rowStore.ts'

export interface Sort {
  readonly column: string
  readonly descending: boolean
}

type Compare = (a: StoredRow, b: StoredRow) => number

/**
 * A total order of rows: by the sort, then by namespace, name and context, ascending. An unknown
 * column counts as Name. Ages ascend from the youngest, and what has no value comes last either way.
 * @param numberOf of a column that the server does not send; it must not change while the order is in use
 */
export function rowOrder(sort: Sort, numberOf: ((row: StoredRow) => number | null) | null = null): Compare {
  const sign = sort.descending ? -1 : 1
  const primary: Compare =
    numberOf === null ? primaryOrder(sort) : (a, b) => compareValues(numberOf(a), numberOf(b), sign)
  return (a, b) => primary(a, b) || compareKeys(a, b)
}

function compareKeys(a: StoredRow, b: StoredRow): number {
  return (
    compareNatural(a.namespace, b.namespace) ||
    compareNatural(a.name, b.name) ||
    compareNatural(a.store.context, b.store.context) ||
    compareNatural(a.store.resource.resource, b.store.resource.resource) ||
    compareNatural(a.store.resource.group, b.store.resource.group)
  )
}

function primaryOrder({ column, descending }: Sort): Compare {
  const sign = descending ? -1 : 1
  const key = column.toLowerCase()
  switch (key) {
    case 'name':
      return (a, b) => sign * compareNatural(a.name, b.name)
    case 'namespace':
      return (a, b) => sign * compareNatural(a.namespace, b.namespace)
    case 'context':
      return (a, b) => sign * compareNatural(a.store.context, b.store.context)
    case 'age':
      return (a, b) => compareValues(ageOf(a.created), ageOf(b.created), sign)
    default:
      return columnOrder(key, sign)
  }
}

function columnOrder(key: string, sign: number): Compare {
  // A view has few stores; their columns are looked up once each.
  const places = new Map<RowStore, { readonly columns: unknown; readonly index: number }>()
  const indexOf = (store: RowStore): number => {
    const known = places.get(store)
    if (known !== undefined && known.columns === store.columns) return known.index
    const index = store.columns.findIndex(({ name }) => name.toLowerCase() === key)
    places.set(store, { columns: store.columns, index })
    return index
  }
  const isQuantity = /capacity|memory|cpu|size|storage|request|limit/.test(key)
  const valueIn = (row: StoredRow): number | string | null => {
    const index = indexOf(row.store)
    if (index < 0) return null
    const cell = row.cells[index] ?? null
    return row.store.columns[index]?.type === 'date' ? dateValue(cell) : cellValue(cell, isQuantity)
  }
  return (a, b) =>
    // Of several stores some may not have the column: theirs come last, as what has no value does.
    indexOf(a.store) < 0 && indexOf(b.store) < 0
      ? sign * compareNatural(a.name, b.name)
      : compareValues(valueIn(a), valueIn(b), sign)
}

/** Youngest first: the order of ages is the reverse of the order of times. */
const ageOf = (created: number): number | null => (created === 0 ? null : -created)
const dateValue = (cell: Cell): number | null => (typeof cell === 'number' ? ageOf(cell) : null)

function cellValue(cell: Cell, isQuantity: boolean): number | string | null {
  if (cell === null || typeof cell === 'number') return cell
  const text = textOfCell(cell)
  if (typeof cell === 'object' && text === '') return -cell.since
  if (text === '' || text === '<none>' || text === '<unknown>') return null
  return (isQuantity ? quantityNumber(text) : null) ?? parseAge(text) ?? text
}

/** Numbers before text, and nothing last, whichever way the rest goes. */
function compareValues(a: number | string | null, b: number | string | null, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  if (typeof a === 'number') return typeof b === 'number' ? sign * (a - b) : -sign
  return typeof b === 'number' ? sign : sign * compareNatural(a, b)
}
