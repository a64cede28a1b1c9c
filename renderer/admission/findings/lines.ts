/** A line of two texts that are compared. */
export interface TextLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Where more lines than this differ, the whole middle counts as replaced. */
const mostCompared = 1500

/** The lines of two texts, in an order in which both can be read. */
export function textDiff(before: string, after: string): readonly TextLine[] {
  const [old, next] = [linesOf(before), linesOf(after)]
  const shorter = Math.min(old.length, next.length)
  let start = 0
  while (start < shorter && old[start] === next[start]) start++
  let end = 0
  while (end < shorter - start && old[old.length - 1 - end] === next[next.length - 1 - end]) end++
  const same = (lines: readonly string[]) => lines.map((text): TextLine => ({ kind: 'same', text }))
  return [
    ...same(old.slice(0, start)),
    ...middle(old.slice(start, old.length - end), next.slice(start, next.length - end)),
    ...same(old.slice(old.length - end)),
  ]
}

/** A text as its lines; one that ends with a line break has no empty line behind it. */
function linesOf(text: string): readonly string[] {
  if (text === '') return []
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** The longest lines that both have in common stay. */
function middle(old: readonly string[], next: readonly string[]): readonly TextLine[] {
  const lengths = old.length + next.length > mostCompared ? null : commonLengths(old, next)
  const lines: TextLine[] = []
  let [from, to] = [0, 0]
  while (lengths !== null && from < old.length && to < next.length) {
    if (old[from] === next[to]) {
      lines.push({ kind: 'same', text: old[from] ?? '' })
      from++
      to++
    } else if ((lengths[from + 1]?.[to] ?? 0) >= (lengths[from]?.[to + 1] ?? 0))
      lines.push({ kind: 'removed', text: old[from++] ?? '' })
    else lines.push({ kind: 'added', text: next[to++] ?? '' })
  }
  return [
    ...lines,
    ...old.slice(from).map((text): TextLine => ({ kind: 'removed', text })),
    ...next.slice(to).map((text): TextLine => ({ kind: 'added', text })),
  ]
}

function commonLengths(old: readonly string[], next: readonly string[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(next.length + 1))
  for (let from = old.length - 1; from >= 0; from--) {
    const [row, below] = [lengths[from], lengths[from + 1]]
    if (row === undefined || below === undefined) continue
    for (let to = next.length - 1; to >= 0; to--)
      row[to] = old[from] === next[to] ? (below[to + 1] ?? 0) + 1 : Math.max(below[to] ?? 0, row[to + 1] ?? 0)
  }
  return lengths
}

/** Lines around a change that are shown with it. */
const context = 3

export type TextPart =
  | { readonly type: 'lines'; readonly lines: readonly TextLine[] }
  | { readonly type: 'fold'; readonly count: number }

/** Runs of unchanged lines far from any change fold away. */
export function foldText(lines: readonly TextLine[]): readonly TextPart[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(({ kind }) => kind !== 'same'),
  )
  const parts: TextPart[] = []
  for (let at = 0; at < lines.length; ) {
    const isNear = near[at] === true
    let end = at
    while (end < lines.length && (near[end] === true) === isNear) end++
    // A fold that is as short as its own line hides nothing worth hiding.
    const isLine = isNear || end - at < 2
    const last = parts.at(-1)
    const chunk = lines.slice(at, end)
    if (!isLine) parts.push({ type: 'fold', count: end - at })
    else if (last?.type === 'lines')
      parts[parts.length - 1] = { type: 'lines', lines: [...last.lines, ...chunk] }
    else parts.push({ type: 'lines', lines: chunk })
    at = end
  }
  return parts
}

const signs = { same: ' ', removed: '-', added: '+' } as const

/** The lines as a text to hand on, with the signs in front that every tool knows. */
export function diffText(name: string, lines: readonly TextLine[]): string {
  return [`--- ${name}`, `+++ ${name}`, ...lines.map(({ kind, text }) => signs[kind] + text), ''].join('\n')
}
