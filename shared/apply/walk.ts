import type { Shape } from '../diff/index.ts'
import {
  elementKey,
  type FieldPath,
  isMapping,
  isScalar,
  keyOfItem,
  type PathElement,
} from '../kube/index.ts'
import { type FieldSet, FieldSetBuilder } from './fieldSet.ts'

type Fields = Readonly<Record<string, unknown>>

/** A mapping whose fields are owned one by one. */
export function isGranularMap(value: unknown, shape: Shape): value is Fields {
  return isMapping(value) && !shape.isAtomicMap
}

/**
 * The items of a list that are owned one by one, by their elements; null for one that is owned as a whole. Of
 * items with one key the first counts.
 */
export function itemsOf(list: readonly unknown[], shape: Shape): ReadonlyMap<string, Item> | null {
  const pairing = shape.appliedPairing()
  if (pairing.type === 'atomic') return null
  const items = new Map<string, Item>()
  for (const value of list) {
    const found =
      pairing.type === 'set'
        ? isScalar(value)
          ? { value }
          : null
        : keyOfItem(value, [...pairing.keys].sort(), pairing.defaults)
    if (found === null) return null
    const key = elementKey(found)
    if (!items.has(key)) items.set(key, { element: found, value })
  }
  return items
}

export interface Item {
  readonly element: PathElement
  readonly value: unknown
}

/** The fields that somebody sets who writes the value. Source: structured-merge-diff, typed/tofieldset.go. */
export function fieldSetOf(value: unknown, shape: Shape): FieldSet {
  const builder = new FieldSetBuilder()
  collect(value, shape, builder)
  return builder.build()
}

/** True where the value is a member itself: it is a leaf, or owned as a whole. */
function collect(value: unknown, shape: Shape, into: FieldSetBuilder): boolean {
  if (Array.isArray(value)) {
    const items = itemsOf(value, shape)
    if (items === null) return true
    for (const item of items.values()) {
      const node = into.below(item.element)
      node.isMember = true
      collect(item.value, shape.item(), node.below)
    }
    return false
  }
  if (!isGranularMap(value, shape)) return true
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue
    const node = into.below(name)
    const isLeaf = collect(field, shape.field(name), node.below)
    const isEmpty = isMapping(field) && Object.keys(field).length === 0
    if (isLeaf || isEmpty || field === null || !shape.hasField(name)) node.isMember = true
  }
  return false
}

export interface Difference {
  readonly added: FieldSet
  readonly modified: FieldSet
  readonly removed: FieldSet
}

interface Builders {
  readonly added: FieldSetBuilder
  readonly modified: FieldSetBuilder
  readonly removed: FieldSetBuilder
}

/** What differs between two versions. Source: structured-merge-diff, typed/compare.go. */
export function differenceOf(before: unknown, after: unknown, shape: Shape): Difference {
  const builders = {
    added: new FieldSetBuilder(),
    modified: new FieldSetBuilder(),
    removed: new FieldSetBuilder(),
  }
  compareAt(before, after, shape, [], builders)
  return {
    added: builders.added.build(),
    modified: builders.modified.build(),
    removed: builders.removed.build(),
  }
}

function compareAt(before: unknown, after: unknown, shape: Shape, path: FieldPath, into: Builders): void {
  if (before === undefined && after === undefined) return
  const isWhole = compareInside(before, after, shape, path, into)
  if (before === undefined) into.added.add(path)
  else if (after === undefined) into.removed.add(path)
  else if (isWhole && !isEqual(before, after)) into.modified.add(path)
}

/** True where both are compared as a whole. */
function compareInside(
  before: unknown,
  after: unknown,
  shape: Shape,
  path: FieldPath,
  into: Builders,
): boolean {
  const [left, right] = [before ?? undefined, after ?? undefined]
  const sample = right ?? left
  if (Array.isArray(sample) && (left === undefined || Array.isArray(left))) {
    const items = [left ?? [], right ?? []].map(list => itemsOf(list as readonly unknown[], shape))
    const [old, now] = items
    if (old == null || now == null) return true
    for (const key of new Set([...old.keys(), ...now.keys()])) {
      const item = now.get(key) ?? old.get(key)
      if (item === undefined) continue
      compareAt(old.get(key)?.value, now.get(key)?.value, shape.item(), [...path, item.element], into)
    }
    return false
  }
  if (!isGranularMap(sample, shape) || (left !== undefined && !isMapping(left))) return true
  const [old, now] = [(left ?? {}) as Fields, (right ?? {}) as Fields]
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const of = (fields: Fields): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined)
    compareAt(of(old), of(now), shape.field(name), [...path, name], into)
  }
  return false
}

/** Equal as JSON, whatever the order of fields. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]))
  if (!isMapping(one) || !isMapping(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every(name => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
  )
}

/** What is applied laid over what is there. Source: structured-merge-diff, typed/merge.go. */
export function mergedWith(live: unknown, applied: unknown, shape: Shape): unknown {
  if (Array.isArray(live) && Array.isArray(applied)) {
    const [old, now] = [itemsOf(live, shape), itemsOf(applied, shape)]
    if (old === null || now === null) return applied
    return mergedItems(old, now, shape)
  }
  if (!isGranularMap(live, shape) || !isGranularMap(applied, shape)) return applied
  const fields = new Map(Object.entries(live))
  for (const [name, value] of Object.entries(applied))
    fields.set(name, Object.hasOwn(live, name) ? mergedWith(live[name], value, shape.field(name)) : value)
  return Object.fromEntries(fields)
}

type Items = ReadonlyMap<string, Item>

/**
 * Items of both in the order of what is applied; those that only the live list has stay before the item that
 * they stood before. Source: structured-merge-diff, typed/merge.go, visitListItems.
 */
function mergedItems(live: Items, applied: Items, shape: Shape): readonly unknown[] {
  const order: string[] = []
  const [left, right] = [[...live.keys()], [...applied.keys()]]
  const shared = right.filter(key => live.has(key))
  const seen = new Set<string>()
  let [from, to, next] = [0, 0, 0]
  while (from < left.length || to < right.length) {
    const [old, now] = [left[from], right[to]]
    const isOldShared = old !== undefined && applied.has(old)
    // A shared item whose turn by the applied order has not come.
    const isElsewhere = isOldShared && now !== undefined && next < shared.length && shared[next] !== old
    if (old !== undefined && !isOldShared) {
      order.push(old)
      from++
    } else if (old !== now && isElsewhere) from++
    else {
      if (old !== undefined && (old === now || seen.has(old))) from++
      if (now === undefined) continue
      order.push(now)
      seen.add(now)
      to++
      if (shared[next] === now) next++
    }
  }
  return order.map(key => {
    const [old, now] = [live.get(key), applied.get(key)]
    return old !== undefined && now !== undefined
      ? mergedWith(old.value, now.value, shape.item())
      : (now ?? old)?.value
  })
}

/** The value without the items and fields of a set. Source: structured-merge-diff, typed/remove.go. */
export function withoutFields(value: unknown, set: FieldSet, shape: Shape): unknown {
  if (set.isEmpty) return value
  if (Array.isArray(value)) {
    const items = itemsOf(value, shape)
    if (items === null) return value
    const kept = [...items.values()].flatMap(({ element, value: item }) => {
      const node = set.child(element)
      if (node?.isMember === true) return []
      return [node === undefined ? item : withoutFields(item, node.below, shape.item())]
    })
    return kept.length === 0 ? null : kept
  }
  if (!isGranularMap(value, shape)) return value
  const kept = Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
    const node = set.child(name)
    if (node?.isMember === true) return []
    return [[name, node === undefined ? field : withoutFields(field, node.below, shape.field(name))]]
  })
  return kept.length === 0 ? null : Object.fromEntries(kept)
}
