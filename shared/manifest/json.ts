/**
 * A value as JSON text, as it goes to the API server: whole numbers of 64 bits with all their
 * digits, which `JSON.stringify` has no way to write.
 */
export function jsonOf(value: unknown): string {
  return hasBigInt(value) ? written(value) : (JSON.stringify(value) ?? 'null')
}

function hasBigInt(value: unknown): boolean {
  if (typeof value === 'bigint') return true
  if (typeof value !== 'object' || value === null) return false
  return Array.isArray(value) ? value.some(hasBigInt) : Object.values(value).some(hasBigInt)
}

function written(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${written(field)}`).join(',')}}`
}
