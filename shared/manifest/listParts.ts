import type { DiffItem, DiffNode } from '../diff/index.ts'
import { isMapping } from '../kube/index.ts'
import { jsonOf } from './json.ts'
import type { Additions } from './mapParts.ts'
import type { Addition } from './parts.ts'

export interface TextPair {
  /** Index in the text, null for what is new. */
  readonly from: number | null
  /** Index in the wanted list, null for what goes. */
  readonly to: number | null
  /** Undefined where the two were paired here, not by the comparison. */
  readonly node?: DiffNode
}

/**
 * The items of a list for an edit of its text: where one goes and a like one comes at the same
 * place (its name was changed), they are one item, so that its other lines stay.
 */
function textPairs(
  items: readonly DiffItem[],
  before: readonly unknown[],
  after: readonly unknown[],
): readonly TextPair[] {
  const pairs: TextPair[] = []
  let gone: number[] = []
  let come: number[] = []
  const flush = (): void => {
    for (const from of gone) {
      const to = come.find(index => isLike(before[from], after[index]))
      if (to === undefined) pairs.push({ from, to: null })
      else {
        for (const earlier of come.filter(index => index < to)) pairs.push({ from: null, to: earlier })
        come = come.filter(index => index > to)
        pairs.push({ from, to })
      }
    }
    for (const to of come) pairs.push({ from: null, to })
    gone = []
    come = []
  }
  for (const { from, to, node } of items) {
    if (from !== null && to !== null) {
      flush()
      pairs.push({ from, to, node })
    } else if (from !== null) gone.push(from)
    else if (to !== null) come.push(to)
  }
  flush()
  return pairs
}

/** Single values always are; mappings are where at least half of their fields are the same, or have the same names. */
function isLike(before: unknown, after: unknown): boolean {
  if (!isMapping(before) || !isMapping(after))
    return Array.isArray(before) === Array.isArray(after) && isMapping(before) === isMapping(after)
  const names = Object.keys(before)
  const others = Object.keys(after)
  const common = names.filter(name => Object.hasOwn(after, name))
  if (common.length === names.length && common.length === others.length) return true
  const same = common.filter(name => jsonOf(before[name]) === jsonOf(after[name])).length
  return same * 2 >= Math.max(names.length, others.length)
}

/** The pairs of two lists that were compared, or of two equal ones. */
export function listPairs(
  diff: DiffNode,
  before: readonly unknown[],
  after: readonly unknown[],
): readonly TextPair[] {
  if (diff.type === 'items') return textPairs(diff.items, before, after)
  return before.length === after.length ? before.map((_, index) => ({ from: index, to: index })) : []
}

/** Where new items go: behind the item that they follow. */
export function additionsOfList(pairs: readonly TextPair[], after: readonly unknown[]): Additions<number> {
  const first: Addition[] = []
  const behind = new Map<number, Addition[]>()
  let last = -1
  for (const { from, to } of pairs) {
    if (to === null) continue
    const added = { name: null, value: after[to] }
    if (from !== null) last = from
    else if (last < 0) first.push(added)
    else if (behind.has(last)) behind.get(last)?.push(added)
    else behind.set(last, [added])
  }
  return { first, behind }
}
