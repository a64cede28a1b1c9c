import { reservedWords } from './structs.ts'

/** Names of fields as rules write them, where they are no names of the language (`pkg/cel/escaping.go`). */

const words: ReadonlyMap<string, string> = new Map([
  ['__', 'underscores'],
  ['.', 'dot'],
  ['-', 'dash'],
  ['/', 'slash'],
])

/** Null for a name that no rule can write. */
export function escapeName(name: string): string | null {
  if (name === '' || /^[0-9]/.test(name) || /[^a-zA-Z0-9\-./_]/.test(name)) return null
  if (reservedWords.has(name)) return `__${name}__`
  return name.replace(/__|[-./]/g, part => `__${words.get(part) ?? ''}__`)
}

const unescaped = new Map([...words].map(([part, word]) => [word, part] as const))

/** Null for a text that is no escaped name. */
export function unescapeName(text: string): string | null {
  let isWrong = false
  const name = text.replace(/__([^_]+)__/g, (whole, word: string) => {
    const part = unescaped.get(word)
    if (part !== undefined) return part
    if (!reservedWords.has(word) || whole !== text) isWrong = true
    return word
  })
  return isWrong ? null : name
}
