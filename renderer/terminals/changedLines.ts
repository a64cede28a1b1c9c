import { alignSequences, type DiffRow } from '../../shared/diff/index.ts'

/** Two texts line by line, side by side. */
export function changedLines(before: string, after: string): readonly DiffRow[] {
  const old = linesOf(before)
  const now = linesOf(after)
  const rows: DiffRow[] = []
  let from = 0
  let to = 0
  const removed = (end: number) => {
    for (; from < end; from++) rows.push({ kind: 'removed', before: side(old, from), after: null })
  }
  const added = (end: number) => {
    for (; to < end; to++) rows.push({ kind: 'added', before: null, after: side(now, to) })
  }
  for (const [left, right] of alignSequences(old, now)) {
    removed(left)
    added(right)
    rows.push({ kind: 'same', before: side(old, from++), after: side(now, to++) })
  }
  removed(old.length)
  added(now.length)
  return rows
}

function side(lines: readonly string[], place: number) {
  return { number: place + 1, text: lines[place] ?? '' }
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n')
}
