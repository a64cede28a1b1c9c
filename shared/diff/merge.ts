import { elementKey, type FieldPath, isMapping, type PathElement, quantityNumber } from '../kube/index.ts'
import { canonical } from './normal.ts'
import { pairItems } from './pairing.ts'
import { type Shape, unknownShape } from './shape.ts'

/** A place that both changed, differently. A value is absent where that side has none. */
export interface MergeConflict {
  readonly path: FieldPath
  readonly base?: unknown
  readonly mine?: unknown
  readonly theirs?: unknown
}

export interface Merged {
  /** Mine stays where both changed a place. */
  readonly merged: unknown
  readonly conflicts: readonly MergeConflict[]
  /** Places that come from theirs. */
  readonly taken: readonly FieldPath[]
}

interface Sides {
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

interface Walk {
  readonly conflicts: MergeConflict[]
  readonly taken: FieldPath[]
}

/** Levels that are merged one by one; what lies deeper changes as a whole. */
const deepest = 500

/**
 * Merges two versions that began as `base`. Mappings merge by field, lists by the keys of their items; what
 * has neither changes as a whole. A place conflicts where both changed it and not to the same; quantities and
 * numbers that may be text are the same by value.
 */
export function mergeThreeWay({
  shape = unknownShape,
  ...sides
}: Sides & { readonly shape?: Shape }): Merged {
  const walk: Walk = { conflicts: [], taken: [] }
  const merged = mergeAt(sides, shape, [], walk)
  return { merged, ...walk }
}

function mergeAt(sides: Sides, shape: Shape, path: FieldPath, walk: Walk): unknown {
  const { base, mine, theirs } = sides
  if (isSame(mine, theirs, shape)) return mine
  if (isSame(base, mine, shape)) {
    walk.taken.push(path)
    return theirs
  }
  if (isSame(base, theirs, shape)) return mine
  if (path.length < deepest) {
    if (isMapping(mine) && isMapping(theirs) && !shape.isAtomicMap)
      return mergeFields(isMapping(base) ? base : {}, mine, theirs, shape, path, walk)
    if (Array.isArray(mine) && Array.isArray(theirs)) {
      const list = mergeItems(Array.isArray(base) ? base : [], mine, theirs, shape, path, walk)
      if (list !== null) return list
    }
  }
  walk.conflicts.push({ path, ...present(sides) })
  return mine
}

type Fields = Readonly<Record<string, unknown>>

function mergeFields(
  base: Fields,
  mine: Fields,
  theirs: Fields,
  shape: Shape,
  path: FieldPath,
  walk: Walk,
): Fields {
  const merged = new Map<string, unknown>()
  const own = (side: Fields, name: string): unknown => (Object.hasOwn(side, name) ? side[name] : undefined)
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(base)])) {
    const sides = { base: own(base, name), mine: own(mine, name), theirs: own(theirs, name) }
    const value = mergeAt(sides, shape.field(name), [...path, name], walk)
    if (value !== undefined) merged.set(name, value)
  }
  return Object.fromEntries(merged)
}

/** Null where the items have no keys: such a list changes as a whole. */
function mergeItems(
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
  shape: Shape,
  path: FieldPath,
  walk: Walk,
): readonly unknown[] | null {
  const pairing = shape.pairing()
  const [toMine, toTheirs, across] = [
    pairItems(base, mine, pairing),
    pairItems(base, theirs, pairing),
    pairItems(mine, theirs, pairing),
  ]
  if (!toMine.isKeyed || !toTheirs.isKeyed || !across.isKeyed) return null
  /** Items by their keys, in the order of their list. */
  const itemOf = (list: readonly unknown[], pairs: typeof across.pairs, side: 'from' | 'to') =>
    new Map(
      pairs
        .flatMap(pair => {
          const index = pair[side]
          return index === null ? [] : [{ index, element: pair.element, value: list[index] }]
        })
        .sort((one, other) => one.index - other.index)
        .map(item => [elementKey(item.element), item] as const),
    )
  const before = itemOf(base, toMine.pairs, 'from')
  const left = itemOf(mine, across.pairs, 'from')
  const right = itemOf(theirs, across.pairs, 'to')
  const itemShape = shape.item()
  return inOrder([...left.keys()], [...right.keys()], orderOf(base, mine, toMine.pairs)).flatMap(key => {
    const element = (left.get(key) ?? right.get(key))?.element as PathElement
    const sides = { base: before.get(key)?.value, mine: left.get(key)?.value, theirs: right.get(key)?.value }
    const value = mergeAt(sides, itemShape, [...path, element], walk)
    return value === undefined ? [] : [value]
  })
}

/** Whether mine put the items that were there before into another order. */
function orderOf(
  base: readonly unknown[],
  mine: readonly unknown[],
  pairs: ReturnType<typeof pairItems>['pairs'],
): boolean {
  if (base.length === 0 || mine.length === 0) return false
  const kept = pairs.flatMap(({ from, to }) => (from === null || to === null ? [] : [from]))
  return kept.some((from, index) => index > 0 && from < (kept[index - 1] ?? 0))
}

/** Both sides' items: in the order of mine where that changed it, else in that of theirs, with the others after their predecessor. */
function inOrder(
  mine: readonly string[],
  theirs: readonly string[],
  isMineMoved: boolean,
): readonly string[] {
  const [first, second] = isMineMoved ? [mine, theirs] : [theirs, mine]
  const known = new Set(first)
  const followers = new Map<string, string[]>()
  let last = ''
  for (const key of second) {
    if (known.has(key)) last = key
    else if (followers.get(last)?.push(key) === undefined) followers.set(last, [key])
  }
  return ['', ...first].flatMap(key => [...(key === '' ? [] : [key]), ...(followers.get(key) ?? [])])
}

function isSame(one: unknown, other: unknown, shape: Shape): boolean {
  if (one === other) return true
  if (one === undefined || other === undefined) return false
  if (shape.sameness === 'intOrString' && !isMapping(one) && !isMapping(other))
    return String(one) === String(other)
  if (shape.sameness === 'quantity') {
    const [left, right] = [quantityNumber(String(one)), quantityNumber(String(other))]
    if (left !== null && left === right) return true
  }
  return canonical(one) === canonical(other)
}

function present({ base, mine, theirs }: Sides): Omit<MergeConflict, 'path'> {
  return {
    ...(base === undefined ? {} : { base }),
    ...(mine === undefined ? {} : { mine }),
    ...(theirs === undefined ? {} : { theirs }),
  }
}
