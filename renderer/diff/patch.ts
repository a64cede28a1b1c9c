import { type DiffRow, type DiffSide, foldUnchanged } from '../../shared/diff/index.ts'
import { isMapping } from '../../shared/kube/index.ts'

/** A line of a unified diff, without its sign. */
interface PatchLine {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
}

/**
 * The rows as a unified diff of both sides printed as YAML, as `patch` and `git apply` read it; empty where nothing
 * differs. A side that is an empty object is no file. `patch -p1` finds the file by its name.
 */
export function unifiedPatch(rows: readonly DiffRow[], name: string): string {
  if (rows.every(isUntouched)) return ''
  const file = name.replace(/[\s\\/]+/g, '-')
  const isNew = isNothing(rows.map(({ before }) => before))
  const isEnd = isNothing(rows.map(({ after }) => after))
  const there = rows.map(
    (row): DiffRow => ({
      ...row,
      ...(isNew ? { before: null } : {}),
      ...(isEnd ? { after: null } : {}),
    }),
  )
  return `--- ${isNew ? '/dev/null' : `a/${file}`}\n+++ ${isEnd ? '/dev/null' : `b/${file}`}\n${hunksOf(there).join('')}`
}

function isNothing(sides: readonly (DiffSide | null)[]): boolean {
  const lines = sides.filter(side => side !== null)
  return lines.length === 0 || (lines.length === 1 && lines[0]?.text === '{}')
}

const isUntouched = ({ before, after }: DiffRow): boolean => before !== null && before.text === after?.text

function hunksOf(rows: readonly DiffRow[]): readonly string[] {
  const touched = rows.map((row): DiffRow => (isUntouched(row) ? row : { ...row, kind: 'changed' }))
  let before = 1
  let after = 1
  return foldUnchanged(touched).flatMap(({ type, from, to }) => {
    const lines = linesOf(touched.slice(from, to))
    const counts = {
      before: lines.filter(({ sign }) => sign !== '+').length,
      after: lines.filter(({ sign }) => sign !== '-').length,
    }
    const at = `@@ -${rangeOf(before, counts.before)} +${rangeOf(after, counts.after)} @@\n`
    before += counts.before
    after += counts.after
    if (type === 'fold') return []
    return [at + lines.map(({ sign, text }) => `${sign}${text}\n`).join('')]
  })
}

/** A side without lines is named by the line before it. */
function rangeOf(start: number, count: number): string {
  return `${count === 0 ? start - 1 : start},${count}`
}

/** Within a run of changes all that goes stands before what comes. */
function linesOf(rows: readonly DiffRow[]): readonly PatchLine[] {
  const lines: PatchLine[] = []
  let added: PatchLine[] = []
  for (const row of rows) {
    const { before, after } = row
    if (before !== null && isUntouched(row)) {
      lines.push(...added, { sign: ' ', text: before.text })
      added = []
      continue
    }
    if (before !== null) lines.push({ sign: '-', text: before.text })
    if (after !== null) added.push({ sign: '+', text: after.text })
  }
  return [...lines, ...added]
}

/**
 * What makes `after` of `before` as a JSON merge patch (RFC 7386): `kubectl patch --type=merge --patch-file` takes it.
 * Lists go whole; null removes.
 */
export function mergePatch(before: unknown, after: unknown): unknown {
  if (!isMapping(after)) return after
  const old = isMapping(before) ? before : {}
  const removed = Object.keys(old).flatMap(name => (name in after ? [] : [[name, null] as const]))
  const changed = Object.entries(after).flatMap(([name, value]) =>
    isSame(old[name], value) ? [] : [[name, mergePatch(old[name], value)] as const],
  )
  return Object.fromEntries([...changed, ...removed])
}

function isSame(one: unknown, other: unknown): boolean {
  if (isMapping(one) && isMapping(other)) {
    const names = Object.keys(one)
    return (
      names.length === Object.keys(other).length &&
      names.every(name => name in other && isSame(one[name], other[name]))
    )
  }
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]))
  return one === other
}
