import type { ShownColumn } from './columns.ts'
import { isStatusColumn } from './status.ts'

/** Where a column stands. Pixels. */
export interface ColumnPlace {
  readonly left: number
  readonly width: number
}

export interface ColumnLayout {
  readonly places: readonly ColumnPlace[]
  /** All columns together, the room that is shared out included. */
  readonly width: number
}

/** Narrowest that a column can be made by hand. Pixels. */
export const narrowest = 48

/** Share of its own width by which the column of names grows before any other does. */
const nameGrowth = 0.5

/** A column of text is narrowed to this at most, in pixels, and one of names to this share of itself. */
const leastText = 130
const leastName = 0.75

/**
 * Places columns side by side. What room is left goes to the names first and then to all in
 * proportion. Where there is too little, names and texts are cut by as much as brings every column
 * into sight; if that does not do it, none is narrower than what fits it, and the table scrolls. A
 * width chosen by hand stays as it is.
 * @param fitted widths in pixels by name of column
 * @param chosen widths in pixels that were chosen by hand
 * @param room pixels there are
 */
export function placeColumns(
  columns: readonly ShownColumn[],
  fitted: ReadonlyMap<string, number>,
  chosen: ReadonlyMap<string, number>,
  room: number,
): ColumnLayout {
  const whole = columns.map(({ name }) => chosen.get(name) ?? fitted.get(name) ?? narrowest)
  const least = narrowed(columns, whole, chosen, room)
  const grows = columns.map(({ name }) => !chosen.has(name))
  const widths = [...least]
  let spare = room - sum(least)
  const name = columns.findIndex(column => column.type === 'name' && !chosen.has(column.name))
  if (name >= 0 && spare > 0) {
    const extra = Math.min(spare, (least[name] ?? 0) * nameGrowth)
    widths[name] = (least[name] ?? 0) + extra
    spare -= extra
  }
  const growing = sum(widths.filter((_, index) => grows[index]))
  if (spare > 0 && growing > 0) {
    const factor = 1 + spare / growing
    for (const [index, width] of widths.entries()) if (grows[index]) widths[index] = width * factor
  }
  const places: ColumnPlace[] = []
  let left = 0
  for (const width of widths) {
    // Whole pixels: text on half ones is blurred.
    const right = Math.round(left + width)
    places.push({ left: Math.round(left), width: right - Math.round(left) })
    left += width
  }
  return { places, width: Math.round(left) }
}

function narrowed(
  columns: readonly ShownColumn[],
  widths: readonly number[],
  chosen: ReadonlyMap<string, number>,
  room: number,
): readonly number[] {
  const missing = sum(widths) - room
  if (missing <= 0) return widths
  const gives = columns.map((column, index) =>
    chosen.has(column.name) ? 0 : (widths[index] ?? 0) - leastOf(column, widths[index] ?? 0),
  )
  const most = sum(gives)
  if (missing > most) return widths
  return widths.map((width, index) => width - ((gives[index] ?? 0) * missing) / most)
}

function leastOf(column: ShownColumn, width: number): number {
  if (column.type === 'name') return width * leastName
  const isText = column.type === 'cell' && !column.isNumber && !isStatusColumn(column.name)
  return isText ? Math.min(width, leastText) : width
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** The rows from `first` to `last` (exclusive) are drawn. */
export interface RowRange {
  readonly first: number
  readonly last: number
}

/** Rows drawn beyond the visible ones, for the frame in which a scroll runs ahead. */
const overscan = 4

/** The rows to draw at a place of the scroll. The head covers the height of one row. */
export function rowsAt(top: number, height: number, rowHeight: number, matching: number): RowRange {
  const first = Math.floor(top / rowHeight) - overscan
  const last = Math.ceil((top + height) / rowHeight) + overscan
  return { first: Math.min(Math.max(0, first), matching), last: Math.max(0, Math.min(matching, last)) }
}

/** Rows that one press of Page Down goes on by. */
export function pageOf(height: number, rowHeight: number): number {
  return Math.max(1, Math.floor(height / rowHeight) - 2)
}

/** The scroll that shows a row whole, below the head, with as little movement as does it. */
export function scrollShowing(index: number, top: number, height: number, rowHeight: number): number {
  const start = index * rowHeight
  const end = start + 2 * rowHeight
  if (start < top) return start
  return end > top + height ? end - height : top
}
