import type { ScalarNode } from './tree.ts'

/**
 * A scalar of several lines with another text: lines whose words stay are left as they are, those
 * between become one. Null where that cannot be.
 */
export function segmentsRewritten(node: ScalarNode, source: string, after: string): string | null {
  const lines = segmentsOf(node, source)
  if (lines === null) return null
  const before = node.text
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  const first = lines.findLast(line => line.at <= start)
  const last = lines.find(line => line.at + line.text.length >= before.length - end)
  if (first === undefined || last === undefined || last.at < first.at) return null
  const words = after.slice(first.at, after.length - (before.length - last.at - last.text.length))
  if (words.includes('\n') || words.trim() !== words || words === '') return null
  const written = node.style === 'single' ? words.replaceAll("'", "''") : words
  return source.slice(0, first.from) + written + source.slice(last.to)
}

interface Segment {
  /** In the source. */
  readonly from: number
  readonly to: number
  /** In the text of the scalar. */
  readonly at: number
  readonly text: string
}

/** The lines of the source that hold words, with the place of those words in the text. */
function segmentsOf(node: ScalarNode, source: string): readonly Segment[] | null {
  const isQuoted = node.style === 'single' || node.style === 'double'
  if (node.style === 'double' && source.includes('\\')) return null
  const isFolded = node.style === 'folded'
  const from = isFolded ? source.indexOf('\n') + 1 : isQuoted ? 1 : 0
  const whole = source.slice(0, isQuoted ? -1 : undefined)
  const found: Segment[] = []
  let at = 0
  for (const match of whole.slice(from).matchAll(/[^\s](?:[^\r\n]*[^\s])?/g)) {
    const [written] = match
    const text = node.style === 'single' ? written.replaceAll("''", "'") : written
    while (!node.text.startsWith(text, at) && at < node.text.length && /\s/.test(node.text[at] ?? '')) at++
    if (!node.text.startsWith(text, at)) return null
    found.push({ from: from + match.index, to: from + match.index + written.length, at, text })
    at += text.length
  }
  return found.length === 0 ? null : found
}
