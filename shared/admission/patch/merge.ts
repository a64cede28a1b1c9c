import { deepest, isObject, type Json, own } from '../values/index.ts'
import { shapeOf } from './conform.ts'
import { type ElementName, elementName } from './elements.ts'
import type { ListShape, MapShape, Shape } from './shapes.ts'

/** A side of a merge; undefined where it has nothing, which null is not. */
type Side = Json | undefined

/**
 * Both of the same type and conforming to it: fields and elements of both, those of `other` where both
 * have one (structured-merge-diff’s `merge.go`). Undefined where nothing is left.
 */
export function merged(shape: Shape | null, one: Side, other: Side, depth = 0): Side {
  if (shape === null || depth > deepest) return other ?? one
  const { map, list, scalar } = shapeOf(shape, other === undefined ? one : other)
  if (map !== null) return mergedMap(map, one, other, depth + 1)
  if (scalar !== null || list === null) return kept(one, other)
  return mergedList(list, one, other, depth + 1)
}

const kept = (one: Side, other: Side): Side => (other === undefined ? one : other)

function mergedMap(map: MapShape, one: Side, other: Side, depth: number): Side {
  const [left, right] = [isObject(one) ? one : {}, isObject(other) ? other : {}]
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])]
  if (map.isAtomic || names.length === 0) return kept(one, other)
  const result: Record<string, Json> = Object.create(null)
  for (const name of names) {
    const shape = map.field(name)?.shape ?? map.rest
    const value = merged(shape?.() ?? null, side(left, name), side(right, name), depth)
    if (value !== undefined) result[name] = value
  }
  return Object.keys(result).length === 0 ? undefined : result
}

const side = (fields: Readonly<Record<string, unknown>>, name: string): Side =>
  own(fields, name) as Json | undefined

function mergedList(list: ListShape, one: Side, other: Side, depth: number): Side {
  const [left, right] = [Array.isArray(one) ? one : [], Array.isArray(other) ? other : []]
  if (list.isAtomic || (left.length === 0 && right.length === 0)) return kept(one, other)
  const result = new ListMerge(list, left, right, depth).merge()
  return result.length === 0 ? undefined : result
}

interface Item {
  readonly name: ElementName
  readonly value: Json
}

/** Elements in the order of the left side where the right one does not say otherwise. */
class ListMerge {
  readonly #shape: Shape | null
  readonly #left: readonly Item[]
  readonly #right: readonly Item[]
  /** By identity; an element that is there more than once merges as null does. */
  readonly #leftValues: ReadonlyMap<string, Json>
  readonly #rightValues: ReadonlyMap<string, Json>
  readonly #depth: number
  /** Identities on both sides, in the order of the right, that are still to come. */
  readonly #shared: string[]
  readonly #done = new Set<string>()
  readonly #result: Json[] = []

  constructor(list: ListShape, left: readonly Json[], right: readonly Json[], depth: number) {
    this.#shape = list.element()
    this.#left = itemsOf(list, left)
    this.#right = itemsOf(list, right)
    this.#leftValues = valuesOf(this.#left)
    this.#rightValues = valuesOf(this.#right)
    this.#depth = depth
    this.#shared = this.#right.map(item => item.name.identity).filter(id => this.#leftValues.has(id))
  }

  merge(): readonly Json[] {
    let [l, r] = [0, 0]
    while (l < this.#left.length || r < this.#right.length) {
      const [left, right] = [this.#left[l], this.#right[r]]
      const id = left?.name.identity
      if (left !== undefined && right !== undefined && id === right.name.identity) {
        this.#take(right)
        this.#shared.shift()
        l += 1
        r += 1
      } else if (left !== undefined && right !== undefined && this.#isOutOfTurn(left)) l += 1
      else if (left !== undefined && !this.#rightValues.has(left.name.identity)) {
        this.#put(left.value, undefined)
        l += 1
      } else {
        if (left !== undefined && this.#done.has(left.name.identity)) l += 1
        if (right === undefined) continue
        this.#take(right)
        r += 1
        if (this.#shared[0] === right.name.identity) this.#shared.shift()
      }
    }
    return this.#result
  }

  /** Whether it is on both sides and not the one that comes next. */
  #isOutOfTurn(left: Item): boolean {
    const { identity } = left.name
    const next = this.#shared[0]
    return next !== undefined && next !== identity && this.#rightValues.has(identity)
  }

  #take({ name, value }: Item): void {
    this.#done.add(name.identity)
    this.#put(this.#leftValues.get(name.identity), value)
  }

  #put(one: Side, other: Side): void {
    const value = merged(this.#shape, one, other, this.#depth)
    if (value !== undefined) this.#result.push(value)
  }
}

function itemsOf(list: ListShape, elements: readonly Json[]): readonly Item[] {
  return elements.flatMap(value => {
    const name = elementName(list, value)
    return typeof name === 'string' ? [] : [{ name, value }]
  })
}

function valuesOf(items: readonly Item[]): ReadonlyMap<string, Json> {
  const values = new Map<string, Json>()
  for (const { name, value } of items) values.set(name.identity, values.has(name.identity) ? null : value)
  return values
}
