import { alignSequences } from '../../shared/diff/index.ts'

/** Unchanged lines around each change. */
const around = 3

/** A unified diff of two texts, as `diff -u` prints it; empty where they are equal. */
export function unifiedDiff(
  before: string,
  after: string,
  names: readonly [string, string],
): readonly string[] {
  const [old, next] = [linesOf(before), linesOf(after)]
  const rows = rowsOf(old, next)
  const changed = rows.flatMap(({ mark }, index) => (mark === ' ' ? [] : [index]))
  if (changed.length === 0) return []
  return [
    `--- ${names[0]}`,
    `+++ ${names[1]}`,
    ...hunksOf(rows, changed).flatMap(([from, to]) => hunk(rows, from, to)),
  ]
}

interface Row {
  readonly mark: ' ' | '-' | '+'
  readonly text: string
  /** Lines before this one on each side. */
  readonly old: number
  readonly next: number
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

function rowsOf(old: readonly string[], next: readonly string[]): readonly Row[] {
  const rows: Row[] = []
  let from = 0
  let to = 0
  for (const [atOld, atNext] of [...alignSequences(old, next), [old.length, next.length] as const]) {
    while (from < atOld) rows.push({ mark: '-', text: old[from] ?? '', old: from++, next: to })
    while (to < atNext) rows.push({ mark: '+', text: next[to] ?? '', old: from, next: to++ })
    if (from < old.length && to < next.length)
      rows.push({ mark: ' ', text: old[from] ?? '', old: from++, next: to++ })
  }
  return rows
}

function hunksOf(rows: readonly Row[], changed: readonly number[]): readonly (readonly [number, number])[] {
  const hunks: [number, number][] = []
  for (const index of changed) {
    const from = Math.max(0, index - around)
    const to = Math.min(rows.length, index + around + 1)
    const last = hunks.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = to
    else hunks.push([from, to])
  }
  return hunks
}

function hunk(rows: readonly Row[], from: number, to: number): readonly string[] {
  const part = rows.slice(from, to)
  const counts = (mark: Row['mark']): number => part.filter(row => row.mark !== mark).length
  const [first] = part
  const range = (start: number, count: number): string => `${count === 0 ? start : start + 1},${count}`
  const head = `@@ -${range(first?.old ?? 0, counts('+'))} +${range(first?.next ?? 0, counts('-'))} @@`
  return [head, ...part.map(({ mark, text }) => `${mark}${text}`)]
}
