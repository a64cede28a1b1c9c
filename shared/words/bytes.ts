const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** A size in powers of a thousand, in the unit that reads best: `812 B`, `4.1 kB`, `12.5 MB`. */
export function bytesText(bytes: number): string {
  let value = bytes
  let unit = 0
  // What rounds to a thousand is one of the next unit.
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${number.format(value)} ${units[unit]}`
}
