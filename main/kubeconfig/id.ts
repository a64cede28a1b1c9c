import type { ContextId } from '../../shared/kube/index.ts'

/**
 * Identity of a context: its file and its name, which may hold anything (slashes, colons, `#`,
 * emoji). `%` and `#` of the path are escaped, so that the first `#` ends it.
 * @param occurrence 0 for the first context of that name in its file
 */
export function contextIdOf(path: string, name: string, occurrence = 0): ContextId {
  const file = path.replaceAll('%', '%25').replaceAll('#', '%23')
  return `${file}${occurrence === 0 ? '' : `%00${occurrence}`}#${name}`
}
