/**
 * Two letters for a context's tile. Of a path-like name (`arn:…:cluster/shop-prod`) the last
 * part counts.
 */
export function initialsOf(name: string): string {
  const last = name.split(/[/:@]/).filter(Boolean).at(-1) ?? name
  const words = last.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const first = words[0] ?? '?'
  return first.slice(0, 2).toUpperCase()
}
