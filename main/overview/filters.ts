/** Filters of lists are cut off beyond this (`tables.view`). */
const longestFilter = 900

/**
 * The filter of a list under which a column is one of some values; null where no filter can say so:
 * values that hold what separates them, or too many of them.
 */
export function equalFilter(column: string, ...values: readonly string[]): string | null {
  if (values.length === 0 || values.some(value => /[|"]/.test(value))) return null
  const word = `${column}=${values.join('|')}`
  const text = /\s/.test(word) ? `"${word}"` : word
  return text.length > longestFilter ? null : text
}
