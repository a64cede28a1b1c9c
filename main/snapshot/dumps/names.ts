import path from 'node:path'

/** Names of dumps by their paths: base names, told apart by their folders, else by numbers. */
export function dumpNames(dumps: readonly (readonly string[])[]): readonly string[] {
  const names = dumps.map(baseName)
  const told = dumps.map((paths, index) => {
    const name = names[index] ?? ''
    if (names.filter(other => other === name).length === 1) return name
    const folder = path.basename(path.dirname(paths[0] ?? ''))
    return folder === '' ? name : `${name} in ${folder}`
  })
  const seen = new Map<string, number>()
  return told.map(name => {
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

function baseName(paths: readonly string[]): string {
  const [first = ''] = paths
  const name = path.basename(first) || first
  return paths.length > 1 ? `${name} and ${paths.length - 1} more` : name
}
