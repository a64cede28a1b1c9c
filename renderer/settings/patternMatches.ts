import type { ContextEntry } from '../../shared/ipc/index.ts'
import { matchesName } from '../../shared/kube/index.ts'

/** Names of the contexts that a pattern protects, each once. An empty pattern protects none. */
export function namesMatching(pattern: string, contexts: readonly ContextEntry[]): readonly string[] {
  if (pattern.trim() === '') return []
  const names = contexts.map(({ name }) => name).filter(name => matchesName(pattern.trim(), name))
  return [...new Set(names)].sort(new Intl.Collator(undefined, { numeric: true }).compare)
}

/** `12 contexts: a, b, c and 9 more` */
export function matchText(names: readonly string[], most = 6): string {
  if (names.length === 0) return 'No context has such a name.'
  const shown = names.slice(0, most).join(', ')
  const more = names.length > most ? ` and ${names.length - most} more` : ''
  return `${names.length === 1 ? '1 context' : `${names.length} contexts`}: ${shown}${more}`
}
