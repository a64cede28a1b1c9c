import { showValue } from './show.ts'
import { CelError, ListValue, MapValue, UintValue, unhashable, type Value } from './value.ts'

/**
 * Longest list that two are joined into. The server joins lists without copying them, so that a few
 * additions make a list of more elements than there is memory; none of any use is near this.
 */
const longest = 2 ** 22

/** Elements in an array of ours. */
export class ArrayList extends ListValue {
  readonly #elements: readonly Value[]

  constructor(elements: readonly Value[]) {
    super()
    this.#elements = elements
  }

  get size(): number {
    return this.#elements.length
  }

  at(index: number): Value {
    return this.#elements[index] ?? null
  }

  equals(other: ListValue, equalElements: (one: Value, other: Value) => boolean): boolean {
    return equalInOrder(this, other, equalElements)
  }

  plus(other: ListValue): ListValue | CelError {
    return joined(this, other)
  }
}

/** Texts that a function of the server made, which it keeps as such and not as values of expressions. */
export class StringList extends ArrayList {
  constructor(texts: readonly string[]) {
    super(texts)
  }
}

/** Whether it is a list that an expression wrote down or gathered. */
export const isWrittenList = (value: Value): value is ListValue =>
  value instanceof ListValue &&
  !value.isNative &&
  !(value instanceof JoinedList) &&
  !(value instanceof StringList)

/** `one + other` of plain lists. */
export function joined(one: ListValue, other: ListValue): ListValue | CelError {
  if (one.size === 0) return other
  if (other.size === 0) return one
  if (one.size + other.size > longest)
    return new CelError(`a list of more than ${longest} elements is not made here`)
  return new JoinedList(one, other)
}

/** Two lists one behind the other, without a copy: adding to a long list is quick. */
export class JoinedList extends ListValue {
  readonly #first: ListValue
  readonly #second: ListValue
  readonly size: number

  constructor(first: ListValue, second: ListValue) {
    super()
    this.#first = first
    this.#second = second
    this.size = first.size + second.size
  }

  at(index: number): Value {
    let list: ListValue = this
    let inside = index
    while (list instanceof JoinedList) {
      const before: number = list.#first.size
      const isFirst = inside < before
      if (!isFirst) inside -= before
      list = isFirst ? list.#first : list.#second
    }
    return list.at(inside)
  }

  equals(other: ListValue, equalElements: (one: Value, other: Value) => boolean): boolean {
    return equalInOrder(this, other, equalElements)
  }

  plus(other: ListValue): ListValue | CelError {
    return joined(this, other)
  }
}

export function equalInOrder(
  one: ListValue,
  other: ListValue,
  equalElements: (one: Value, other: Value) => boolean,
): boolean {
  if (one.size !== other.size) return false
  for (let index = 0; index < one.size; index++)
    if (!equalElements(one.at(index), other.at(index))) return false
  return true
}

/** The list that a macro gathers: what is added to it is added in place, by nobody but the macro. */
export class GatheredList extends ListValue {
  readonly #elements: Value[] = []

  get size(): number {
    return this.#elements.length
  }

  at(index: number): Value {
    return this.#elements[index] ?? null
  }

  equals(other: ListValue, equalElements: (one: Value, other: Value) => boolean): boolean {
    return equalInOrder(this, other, equalElements)
  }

  plus(other: ListValue): ListValue | CelError {
    const size = other.size
    if (this.#elements.length + size > longest)
      return new CelError(`a list of more than ${longest} elements is not made here`)
    for (let index = 0; index < size; index++) this.#elements.push(other.at(index))
    return this
  }

  finished(): ListValue {
    return new ArrayList(this.#elements)
  }
}

/**
 * A key under which equal values meet: numbers of any type are one kind. Null for a value that no map
 * can have as its key.
 */
export function mapKey(value: Value): string | null {
  if (typeof value === 'string') return `s${value}`
  if (typeof value === 'bigint') return `n${value}`
  if (value instanceof UintValue) return `n${value.value}`
  if (typeof value === 'boolean') return `b${value}`
  return typeof value === 'number' && Number.isInteger(value) ? `n${BigInt(value)}` : null
}

/** A key under which the same value of the same type is found: a map may have `1`, `1u` and `1.0`. */
function entryKey(value: Value): string | null {
  if (typeof value === 'string') return `s${value}`
  if (typeof value === 'bigint') return `i${value}`
  if (value instanceof UintValue) return `u${value.value}`
  if (typeof value === 'boolean') return `b${value}`
  return typeof value === 'number' && !Number.isNaN(value) ? `d${value + 0}` : null
}

/** Keys of other number types under which a number is looked up where its own type has none. */
function otherKeys(value: Value): readonly string[] {
  const whole =
    typeof value === 'bigint'
      ? value
      : value instanceof UintValue
        ? value.value
        : typeof value === 'number' && Number.isInteger(value)
          ? BigInt(value)
          : null
  return whole === null ? [] : [`i${whole}`, `u${whole}`]
}

type Entries = Map<string, readonly [key: Value, value: Value]>

function find(entries: Entries, key: Value): Value | undefined {
  const own = entryKey(key)
  if (own === null) return findSame(entries, key)
  const found = entries.get(own)
  if (found !== undefined || typeof key === 'string') return found?.[1]
  for (const other of otherKeys(key)) {
    const entry = entries.get(other)
    if (entry !== undefined) return entry[1]
  }
  return undefined
}

/** A key that cannot be compared is found where it is the very same. */
function findSame(entries: Entries, key: Value): Value | undefined {
  if (key instanceof Uint8Array && entries.size > 0) throw unhashable()
  for (const [known, value] of entries.values()) if (known === key) return value
  return undefined
}

/** Entries of our own. */
export class EntriesMap extends MapValue {
  readonly #entries: Entries

  constructor(entries: Entries) {
    super()
    this.#entries = entries
  }

  /** The last of equal keys wins. A key that no map can have is left out of look-ups. */
  static of(entries: Iterable<readonly [key: Value, value: Value]>): EntriesMap {
    const building = EntriesMap.building()
    for (const [key, value] of entries) building.set(key, value)
    return building.finished()
  }

  static building(): MapBuilder {
    return new MapBuilder()
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: Value): Value | undefined {
    return find(this.#entries, key)
  }

  *keys(): Generator<Value> {
    for (const [key] of this.#entries.values()) yield key
  }
}

class MapBuilder {
  readonly #entries: Entries = new Map()

  /** @throws ServerPanic for bytes, which the server cannot make an entry of */
  set(key: Value, value: Value): void {
    if (key instanceof Uint8Array) throw unhashable()
    // Keys that are no keys are each their own, as pointers are.
    this.#entries.set(entryKey(key) ?? `?${this.#entries.size}`, [key, value])
  }

  remove(key: Value): void {
    if (key instanceof Uint8Array) throw unhashable()
    const own = entryKey(key)
    if (own !== null) this.#entries.delete(own)
  }

  finished(): EntriesMap {
    return new EntriesMap(this.#entries)
  }
}

/** The map that a macro gathers, in place. */
export class GatheredMap extends MapValue {
  readonly #entries: Entries = new Map()

  get size(): number {
    return this.#entries.size
  }

  get(key: Value): Value | undefined {
    return find(this.#entries, key)
  }

  *keys(): Generator<Value> {
    for (const [key] of this.#entries.values()) yield key
  }

  insert(key: Value, value: Value): void {
    if (key instanceof Uint8Array) throw unhashable()
    this.#entries.set(entryKey(key) ?? `?${this.#entries.size}`, [key, value])
  }

  finished(): MapValue {
    return new EntriesMap(this.#entries)
  }
}

/** A map with one more entry; an error where the key is there already. */
export function insertEntry(map: MapValue, key: Value, value: Value): MapValue | CelError {
  if (map.has(key)) return new CelError(`insert failed: key ${showValue(key)} already exists`)
  if (map instanceof GatheredMap) {
    map.insert(key, value)
    return map
  }
  const entries = [...map.keys()].map(known => [known, map.get(known) ?? null] as const)
  return EntriesMap.of([...entries, [key, value]])
}
