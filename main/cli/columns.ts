/**
 * Lines of a table with columns padded to their widest cell, three spaces apart.
 * @param rows cells as text; a row with fewer cells than the header is padded with nothing
 */
export function alignColumns(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const clean = rows.map(row => row.map(oneLine))
  const widths = header.map((name, column) =>
    clean.reduce((widest, row) => Math.max(widest, (row[column] ?? '').length), name.length),
  )
  return [header, ...clean].map(row =>
    widths
      .map((width, column) => (row[column] ?? '').padEnd(width))
      .join('   ')
      .trimEnd(),
  )
}

/**
 * Cluster content on a terminal: control characters could move its cursor, rename its window or
 * write its clipboard, and direction marks could reorder what is read.
 */
function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}
