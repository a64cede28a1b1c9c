import { deepest, isInt64, isObject, own, sameJson } from '../values/index.ts'
import type { Structural } from './structural.ts'

/** A value beside the old one in its place, as far as a schema tells which that is (`pkg/cel/common/equality.go`). */
export class Correlation {
  readonly value: unknown
  readonly old: unknown
  readonly #schema: Structural
  readonly #depth: number
  readonly #children = new Map<string | number, Correlation | null>()
  #isSame: boolean | undefined
  #oldByKey: ReadonlyMap<string, unknown> | undefined

  constructor(value: unknown, old: unknown, schema: Structural, depth = 0) {
    this.value = value
    this.old = old
    this.#schema = schema
    this.#depth = depth
  }

  /** Whether nothing has changed. Elements of a map-like list may change places. */
  get isSame(): boolean {
    this.#isSame ??= this.#compare()
    return this.#isSame
  }

  #compare(): boolean {
    const { value, old } = this
    if (value === null || value === undefined || old === null || old === undefined)
      return (value ?? null) === (old ?? null)
    if (this.#depth > deepest) return false
    if (Array.isArray(value) && Array.isArray(old)) {
      if (value.length !== old.length) return false
      if (this.#schema.listType !== 'map') return sameJson(value, old)
      return value.every((_, index) => this.index(index)?.isSame === true)
    }
    if (isObject(value) && isObject(old)) {
      const names = Object.keys(value)
      return names.length === Object.keys(old).length && names.every(name => this.key(name)?.isSame === true)
    }
    return sameJson(value, old)
  }

  /** Null where there is no such field on both sides. */
  key(name: string): Correlation | null {
    return this.#child(name, () => {
      if (!isObject(this.value) || !isObject(this.old)) return null
      if (!Object.hasOwn(this.value, name) || !Object.hasOwn(this.old, name)) return null
      const schema = this.#schema.properties.get(name) ?? this.#schema.additional ?? null
      return schema === null
        ? null
        : new Correlation(own(this.value, name), own(this.old, name), schema, this.#depth + 1)
    })
  }

  /** Null where no old element is the same one; those of sets and atomic lists never are. */
  index(index: number): Correlation | null {
    return this.#child(index, () => {
      if (!Array.isArray(this.value) || !Array.isArray(this.old) || this.#schema.items === null) return null
      if (this.#schema.listType !== 'map') return null
      this.#oldByKey ??= byKey(this.old, this.#schema.listKeys)
      const key = keyOf(this.value[index], this.#schema.listKeys)
      const old = key === null ? undefined : this.#oldByKey.get(key)
      return old === undefined
        ? null
        : new Correlation(this.value[index], old, this.#schema.items, this.#depth + 1)
    })
  }

  #child(at: string | number, make: () => Correlation | null): Correlation | null {
    const known = this.#children.get(at)
    if (known !== undefined) return known
    const made = make()
    this.#children.set(at, made)
    return made
  }
}

/** Elements by their keys; of several with the same keys the first. */
export function byKey(list: readonly unknown[], keys: readonly string[]): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>()
  for (const element of list) {
    const key = keyOf(element, keys)
    if (key !== null && !found.has(key)) found.set(key, element)
  }
  return found
}

/** Null for what is no element of such a list. */
export function keyOf(element: unknown, keys: readonly string[]): string | null {
  if (!isObject(element) || keys.length === 0) return null
  const parts: string[] = []
  for (const key of keys) {
    const value = own(element, key)
    if (typeof value === 'string' || typeof value === 'boolean') parts.push(JSON.stringify(value))
    else if (typeof value === 'bigint') parts.push(`${value}`)
    else if (typeof value === 'number') parts.push(isInt64(value) ? `${value}` : `${value}f`)
    else return null
  }
  return parts.join('\0')
}
