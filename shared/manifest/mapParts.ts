import { compare } from '../diff/index.ts'
import { isMapping } from '../kube/index.ts'
import type { Addition } from './parts.ts'
import type { MapEntry, MapNode, TreeNode } from './tree.ts'

type Fields = Readonly<Record<string, unknown>>

/** What becomes of the fields of a mapping. */
export interface FieldStates {
  readonly isKept: (entry: MapEntry) => boolean
  /** The text gives the field already, itself or by a merge. */
  readonly isThere: (name: string) => boolean
}

/**
 * Which entries stay where `after` is wanted. Merges stay while everything that they give is
 * wanted, with their value or another behind them; else their fields are written out.
 * @param anchored values that anchors have after the change
 */
export function fieldStates(
  node: MapNode,
  after: Fields,
  anchored: ReadonlyMap<TreeNode, unknown>,
): FieldStates {
  const own = new Map<string, MapEntry>()
  for (const entry of node.entries) if (!entry.isMerge && entry.name !== null) own.set(entry.name, entry)
  const merged = mergedValues(node, anchored)
  const lastMerge = node.entries.findLastIndex(entry => entry.isMerge)
  const late = new Set(node.entries.slice(lastMerge + 1).map(entry => entry.name))
  const isWanted = (name: string): boolean => Object.hasOwn(after, name) && after[name] !== undefined
  const isMergeKept = [...merged].every(
    ([name, value]) => isWanted(name) && (!own.has(name) || late.has(name) || isSame(value, after[name])),
  )
  return {
    isKept: entry => {
      if (entry.isMerge) return isMergeKept
      return entry.name === null || (isWanted(entry.name) && own.get(entry.name) === entry)
    },
    isThere: name =>
      own.has(name) || (isMergeKept && merged.has(name) && isSame(merged.get(name), after[name])),
  }
}

function mergedValues(node: MapNode, anchored: ReadonlyMap<TreeNode, unknown>): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>()
  for (const { isMerge, value } of node.entries) {
    if (!isMerge) continue
    const sources = value?.type === 'list' ? value.items.map(item => item.value).reverse() : [value]
    for (const source of sources) {
      const target = source?.type === 'alias' ? source.target : source
      const fields = target === null ? null : anchored.get(target)
      if (isMapping(fields)) for (const [name, field] of Object.entries(fields)) values.set(name, field)
    }
  }
  return values
}

function isSame(a: unknown, b: unknown): boolean {
  return compare(a, b).type === 'same'
}

export interface Additions<Place> {
  /** Before the first part that stays. */
  readonly first: readonly Addition[]
  readonly behind: ReadonlyMap<Place, readonly Addition[]>
}

/** Where new fields go: behind the field that they follow in the wanted value; behind merges always. */
export function additionsOfMap(
  node: MapNode,
  after: Fields,
  { isKept, isThere }: FieldStates,
): Additions<MapEntry> {
  const kept = new Map(node.entries.filter(isKept).map(entry => [entry.name, entry]))
  const end = node.entries.some(entry => entry.isMerge && isKept(entry))
    ? node.entries.findLast(isKept)
    : undefined
  const first: Addition[] = []
  const behind = new Map<MapEntry, Addition[]>()
  let last: MapEntry | undefined
  for (const [name, value] of Object.entries(after)) {
    if (value === undefined) continue
    if (isThere(name)) {
      last = kept.get(name) ?? last
      continue
    }
    const place = end ?? last
    if (place === undefined) first.push({ name, value })
    else if (behind.has(place)) behind.get(place)?.push({ name, value })
    else behind.set(place, [{ name, value }])
  }
  return { first, behind }
}
