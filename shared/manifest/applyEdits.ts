import type { TextEdit } from './problems.ts'

/** The text with the replacements made, in whatever order they come; those at one place in the order of the text. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const isDescending = edits.every((edit, index) => index === 0 || edit.from <= (edits[index - 1]?.from ?? 0))
  const ordered = isDescending ? [...edits].reverse() : [...edits]
  ordered.sort((a, b) => a.from - b.from)
  let result = ''
  let at = 0
  for (const { from, to, insert } of ordered) {
    result += text.slice(at, from) + insert
    at = to
  }
  return result + text.slice(at)
}
