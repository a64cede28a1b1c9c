/** Names a field in addresses and trees. */
export function fieldKey(path: readonly string[]): string {
  return path.length === 0 ? '(kind)' : path.map(step => step.replaceAll('.', '..')).join('.')
}

/** The way back of `fieldKey`. */
export function fieldPath(key: string): readonly string[] {
  if (key === '' || key === '(kind)') return []
  return key.split(/(?<!\.)\.(?!\.)/).map(step => step.replaceAll('..', '.'))
}
