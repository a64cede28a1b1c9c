/**
 * What a record holds under a key that comes from an address, a file or a cluster; undefined where
 * it holds nothing. A plain look-up would find what every object inherits: `constructor`,
 * `__proto__`, `toString`.
 */
export function ownValue<Value>(
  record: Readonly<Record<string, Value>> | null | undefined,
  key: string,
): Value | undefined {
  return record !== null && record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
}
