/** `*` stands for any text, `?` for one character, everything else for itself. The whole name must fit. */
export function matchesName(pattern: string, name: string): boolean {
  const source = pattern
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${source}$`, 'su').test(name)
}
