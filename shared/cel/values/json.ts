import { equalInOrder, joined } from './containers.ts'
import { type CelError, ListValue, MapValue, type Value } from './value.ts'

/**
 * JSON as the server hands it to policies, untyped: whole numbers are `int`, others `double`, the rest
 * is as it looks. Objects and arrays are wrapped, not copied; a bigint stands for a whole number that a
 * JavaScript number cannot hold. Undefined, which JSON does not have, is null.
 */
export function fromJson(json: unknown): Value {
  switch (typeof json) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return json
    case 'number':
      return Number.isInteger(json) && Math.abs(json) < 2 ** 63 ? BigInt(json) : json
    case 'object':
      if (json === null) return null
      return Array.isArray(json) ? new JsonList(json) : new JsonMap(json as Readonly<Record<string, unknown>>)
    default:
      return null
  }
}

class JsonList extends ListValue {
  override get isNative(): boolean {
    return true
  }

  readonly #json: readonly unknown[]

  constructor(json: readonly unknown[]) {
    super()
    this.#json = json
  }

  get size(): number {
    return this.#json.length
  }

  at(index: number): Value {
    return fromJson(this.#json[index])
  }

  equals(other: ListValue, equal: (one: Value, other: Value) => boolean): boolean {
    return equalInOrder(this, other, equal)
  }

  plus(other: ListValue): ListValue | CelError {
    return joined(this, other)
  }
}

class JsonMap extends MapValue {
  override get isNative(): boolean {
    return true
  }

  readonly #json: Readonly<Record<string, unknown>>

  constructor(json: Readonly<Record<string, unknown>>) {
    super()
    this.#json = json
  }

  get size(): number {
    return Object.keys(this.#json).length
  }

  get(key: Value): Value | undefined {
    // Own keys alone: an object may have fields called `constructor`.
    if (typeof key !== 'string' || !Object.hasOwn(this.#json, key)) return undefined
    return fromJson(this.#json[key])
  }

  keys(): Iterable<Value> {
    return Object.keys(this.#json)
  }
}
