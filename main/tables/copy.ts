import { AppError } from '../../shared/errors/index.ts'
import type { Cell, Column, Contract, ParamsOf, Row } from '../../shared/ipc/index.ts'
import type { Slicer } from '../watch/index.ts'
import { rowKey } from './rowStore.ts'
import { View, type ViewOptions } from './view.ts'

export type CopyParams = ParamsOf<Contract['tables.copy']>

/** Rows of an open view are in memory and need no waiting; those of a new one need a list. */
const longest = 30_000

/**
 * Text of the matching rows, in their order. Names stand one a line; CSV follows RFC 4180.
 * @throws AppError of kind `unreachable` when the rows do not come, `cancelled` when given up
 */
export async function copyRows(
  params: CopyParams,
  options: Omit<ViewOptions, 'changed'>,
  signal: AbortSignal,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const check = () => {
    if (view?.isAtHand === true) resolve()
  }
  const giveUp = () => reject(new AppError({ kind: 'cancelled', message: 'Copying was given up.' }))
  const timer = options.environment.clock.after(longest, () =>
    reject(new AppError({ kind: 'unreachable', message: 'The rows to copy did not come in time.' })),
  )
  signal.addEventListener('abort', giveUp, { once: true })
  let view: View | null = null
  try {
    view = new View(params, { ...options, changed: check })
    check()
    await promise
    return await textOfRows(view, params, options.slicer, signal)
  } finally {
    signal.removeEventListener('abort', giveUp)
    timer.cancel()
    view?.close()
  }
}

/** In slices: a hundred thousand rows are half a second of work. */
async function textOfRows(
  view: View,
  { keys, format }: CopyParams,
  slicer: Slicer,
  signal: AbortSignal,
): Promise<string> {
  const wanted = keys.length === 0 ? null : new Set(keys)
  const { columns } = view
  const parts: string[] = format === 'csv' ? [csvHead(columns)] : []
  for (const row of view.rows(0, Number.POSITIVE_INFINITY)) {
    if (slicer.isSpent()) {
      await slicer.pause()
      signal.throwIfAborted()
    }
    if (wanted?.has(rowKey(row)) === false) continue
    parts.push(format === 'csv' ? csvLine(columns, view.drawn(row)) : row.name)
  }
  return parts.join(format === 'csv' ? '' : '\n')
}

/** Header and rows with CRLF (RFC 4180). Times are ISO 8601. */
export function csvOf(columns: readonly Column[], rows: readonly Row[]): string {
  return csvHead(columns) + rows.map(row => csvLine(columns, row)).join('')
}

function csvHead(columns: readonly Column[]): string {
  return `${columns.map(({ name }) => fieldOf(name)).join(',')}\r\n`
}

function csvLine(columns: readonly Column[], { cells }: Row): string {
  return `${columns.map(({ type }, index) => fieldOf(textOf(cells[index] ?? null, type))).join(',')}\r\n`
}

function textOf(cell: Cell, type: Column['type']): string | number {
  if (cell === null) return ''
  if (typeof cell === 'number') return type === 'date' ? isoOf(cell) : cell
  if (typeof cell === 'object') return `${cell.prefix}${isoOf(cell.since)}${cell.suffix.replace(/^ ago/, '')}`
  return String(cell)
}

function isoOf(time: number): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

/**
 * A text that a spreadsheet would run as a formula is kept from it by an apostrophe, and one that it might
 * split at another separator by quotes (OWASP, CSV injection).
 */
function fieldOf(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value
  return /[",;\t\r\n]/.test(safe) || safe !== value ? `"${safe.replaceAll('"', '""')}"` : safe
}
