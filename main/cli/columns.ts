import { hiddenMark, visibleText } from '../../shared/kube/index.ts'

/**
 * Lines of a table with columns padded to their widest cell, three spaces apart.
 * @param rows cells as text; a row with fewer cells than the header is padded with nothing
 */
export function alignColumns(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const clean = rows.map(row => row.map(oneLine))
  const titles = header.map(oneLine)
  const widths = titles.map((name, column) =>
    clean.reduce((widest, row) => Math.max(widest, (row[column] ?? '').length), name.length),
  )
  return [titles, ...clean].map(row =>
    widths
      .map((width, column) => (row[column] ?? '').padEnd(width))
      .join('   ')
      .trimEnd(),
  )
}

/** A cell is one line of text, whatever a cluster sends, in a file as on a terminal. */
function oneLine(text: string): string {
  return visibleText(text).replace(/[\t\r\n]/g, character => hiddenMark(character.charCodeAt(0)))
}
