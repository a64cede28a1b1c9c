import { printYaml } from '../../shared/diff/index.ts'
import { isMapping } from '../../shared/kube/index.ts'

/** Characters of a body that are drawn; what is longer is copied, not read. */
export const mostDrawn = 400_000

/** JSON as YAML; null where it is none. */
export function yamlOf(text: string): string | null {
  const value = parsed(text)
  return value === undefined ? null : printYaml(value)
}

/** JSON indented; as it came where it is none. */
export function jsonOf(text: string): string {
  const value = parsed(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}

export interface AnswerTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Rows of a Table of the server; null for everything else. */
export function tableOf(text: string): AnswerTable | null {
  const value = parsed(text)
  if (!isMapping(value) || value.kind !== 'Table' || !Array.isArray(value.columnDefinitions)) return null
  const columns = value.columnDefinitions.map(column => (isMapping(column) ? String(column.name) : ''))
  const rows = (Array.isArray(value.rows) ? value.rows : []).map(row =>
    isMapping(row) && Array.isArray(row.cells) ? row.cells.map(cellText) : [],
  )
  return { columns, rows }
}

function cellText(value: unknown): string {
  return value === null || value === undefined
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Text that can be drawn, and whether it is all of it. */
export function drawn(text: string): { readonly text: string; readonly isCut: boolean } {
  return text.length <= mostDrawn ? { text, isCut: false } : { text: text.slice(0, mostDrawn), isCut: true }
}
