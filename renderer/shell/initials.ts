/**
 * Two letters for a context's tile. Of a path-like name (`arn:…:cluster/shop-prod`) the last
 * part counts.
 */
export function initialsOf(name: string): string {
  const [first = '?'] = wordsOf(name)
  return [...first].slice(0, 2).join('').toUpperCase()
}

/**
 * Letters for several tiles side by side: where the first two letters are the same, the first one
 * and the beginning of the last word, or its number: `prod-eu` and `prod-us` are PE and PU,
 * `node-7` and `node-12` are N7 and N12. Equal names are numbered, in the order of their ids.
 */
export function initialsAmong(
  contexts: readonly { readonly id: string; readonly name: string }[],
): readonly string[] {
  const plain = contexts.map(({ name }) => initialsOf(name))
  return contexts.map(({ id, name }, index) => {
    const twins = contexts.filter(other => other.name === name).map(other => other.id)
    if (twins.length > 1) return `${initialsOf(name).slice(0, 1)}${twins.sort().indexOf(id) + 1}`
    const initials = plain[index] ?? '?'
    const isAlone = plain.filter(other => other === initials).length === 1
    return isAlone ? initials : (longInitials(wordsOf(name)) ?? initials)
  })
}

/** Letters and numbers are words of their own: `node12` is two. Null where there is but one word. */
function longInitials(words: readonly string[]): string | null {
  const parts = words.flatMap(word => word.match(/\p{N}+|[^\p{N}]+/gu) ?? [])
  const last = parts.at(-1)
  if (parts.length < 2 || last === undefined) return null
  const end = /^\p{N}/u.test(last) ? last.slice(-2) : [...last].slice(0, 1).join('')
  return `${[...(parts[0] ?? '')].slice(0, 1).join('')}${end}`.toUpperCase()
}

function wordsOf(name: string): readonly string[] {
  const last = name.split(/[/:@]/).filter(Boolean).at(-1) ?? name
  return last.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
}
