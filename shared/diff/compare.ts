import { isMapping, type PathElement } from '../kube/index.ts'
import { type DefaultRule, isDefaulted } from './defaults.ts'
import { pairItems } from './pairing.ts'
import { type Shape, unknownShape } from './shape.ts'
import { orderNames, presentNames } from './yaml.ts'

/** Two values laid over each other. */
export type DiffNode =
  | {
      readonly type: 'same'
      readonly before: unknown
      readonly after: unknown
      /** False where they differ in defaults that were overlooked. */
      readonly isIdentical: boolean
    }
  | { readonly type: 'added'; readonly after: unknown }
  | { readonly type: 'removed'; readonly before: unknown }
  | { readonly type: 'replaced'; readonly before: unknown; readonly after: unknown }
  | {
      readonly type: 'fields'
      readonly before: unknown
      readonly after: unknown
      readonly fields: readonly DiffField[]
    }
  | {
      readonly type: 'items'
      readonly before: readonly unknown[]
      readonly after: readonly unknown[]
      /** False: items are paired for display only; the list changes as a whole. */
      readonly isKeyed: boolean
      /** The common items stand in another order. */
      readonly isReordered: boolean
      readonly items: readonly DiffItem[]
    }

export interface DiffField {
  readonly name: string
  readonly node: DiffNode
}

export interface DiffItem {
  /** By key or value where the list has such; else the index in the later list, or the earlier. */
  readonly element: PathElement
  /** Index in the earlier and the later list; null where it is absent. */
  readonly from: number | null
  readonly to: number | null
  readonly node: DiffNode
}

export interface CompareOptions {
  /** What the kind's schema says; without it, lists whose items all carry a name pair by it. */
  readonly shape?: Shape
  /** Defaults to overlook: fields that only one side has and that hold what the server would fill in. */
  readonly defaults?: readonly DefaultRule[]
}

interface Walk {
  readonly defaults: readonly DefaultRule[] | null
}

/** The way to a place from the inside out: longer paths cost no copies. */
interface Place {
  readonly outer: Place | null
  readonly name: string
  /** Steps from the root. */
  readonly depth: number
}

/** Levels that are compared one by one; a server takes 10,000, which no call stack does. */
const deepest = 500

/** Compares two values; key order never counts, types always do (`1` is not `"1"`, null not absent). */
export function compare(before: unknown, after: unknown, options: CompareOptions = {}): DiffNode {
  const walk: Walk = { defaults: options.defaults ?? null }
  return compareValues(before, after, options.shape ?? unknownShape, null, true, walk)
}

function compareValues(
  before: unknown,
  after: unknown,
  shape: Shape,
  place: Place | null,
  isRoot: boolean,
  walk: Walk,
): DiffNode {
  if (before === after) return { type: 'same', before, after, isIdentical: true }
  if (place !== null && place.depth >= deepest) return { type: 'replaced', before, after }
  if (isMapping(before) && isMapping(after)) return compareFields(before, after, shape, place, isRoot, walk)
  if (Array.isArray(before) && Array.isArray(after)) return compareItems(before, after, shape, place, walk)
  return { type: 'replaced', before, after }
}

function compareFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  shape: Shape,
  place: Place | null,
  isRoot: boolean,
  walk: Walk,
): DiffNode {
  const names = presentNames(before)
  for (const name of presentNames(after))
    if (!Object.hasOwn(before, name) || before[name] === undefined) names.push(name)
  let isSame = true
  let isIdentical = true
  const fields: DiffField[] = []
  for (const name of orderNames(names, isRoot)) {
    const node = compareField(before, after, name, shape.field(name), under(place, name), walk)
    if (node.type !== 'same') isSame = false
    else if (!node.isIdentical) isIdentical = false
    fields.push({ name, node })
  }
  return isSame ? { type: 'same', before, after, isIdentical } : { type: 'fields', before, after, fields }
}

function compareField(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  name: string,
  shape: Shape,
  place: Place | null,
  walk: Walk,
): DiffNode {
  const hasBefore = Object.hasOwn(before, name) && before[name] !== undefined
  const hasAfter = Object.hasOwn(after, name) && after[name] !== undefined
  if (hasBefore && hasAfter) return compareValues(before[name], after[name], shape, place, false, walk)
  const value = hasBefore ? before[name] : after[name]
  if (walk.defaults !== null && isDefaulted(value, stepsOf(place), shape, walk.defaults))
    return { type: 'same', before: before[name], after: after[name], isIdentical: false }
  return hasBefore ? { type: 'removed', before: value } : { type: 'added', after: value }
}

function compareItems(
  before: readonly unknown[],
  after: readonly unknown[],
  shape: Shape,
  place: Place | null,
  walk: Walk,
): DiffNode {
  const { pairs, isKeyed } = pairItems(before, after, shape.pairing())
  const itemShape = shape.item()
  const inner = under(place, '*')
  let isSame = true
  let isIdentical = true
  let last = -1
  let isReordered = false
  const items = pairs.map(({ element, from, to }): DiffItem => {
    if (from === null || to === null) isSame = false
    else if (from < last) isReordered = true
    if (from !== null && to !== null) last = Math.max(last, from)
    const node = compareItem(before, after, from, to, itemShape, inner, walk)
    if (node.type !== 'same') isSame = false
    else if (!node.isIdentical) isIdentical = false
    return { element, from, to, node }
  })
  if (isSame && !isReordered) return { type: 'same', before, after, isIdentical }
  return { type: 'items', before, after, isKeyed, isReordered, items }
}

function compareItem(
  before: readonly unknown[],
  after: readonly unknown[],
  from: number | null,
  to: number | null,
  shape: Shape,
  place: Place | null,
  walk: Walk,
): DiffNode {
  if (from === null) return { type: 'added', after: to === null ? null : after[to] }
  if (to === null) return { type: 'removed', before: before[from] }
  return compareValues(before[from], after[to], shape, place, false, walk)
}

const under = (outer: Place | null, name: string): Place => ({
  outer,
  name,
  depth: outer === null ? 1 : outer.depth + 1,
})

function stepsOf(place: Place | null): readonly string[] {
  const steps: string[] = []
  for (let step = place; step !== null; step = step.outer) steps.unshift(step.name)
  return steps
}
