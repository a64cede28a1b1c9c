import { deepest, isObject } from '../values/index.ts'

/** Why an operation does not apply. */
export class PatchError extends Error {
  /** Whether a `test` did not hold. */
  readonly isTest: boolean

  constructor(message: string, isTest = false) {
    super(message)
    this.isTest = isTest
  }
}

export const isPatchError = (error: unknown): error is PatchError => error instanceof PatchError

/** A document that is being changed: objects without a prototype, and lists. */
export type Node = null | boolean | number | bigint | string | Node[] | Members
interface Members {
  [name: string]: Node
}

/** A copy that may be changed, with nothing inherited. What is no JSON becomes null. */
export function copyOf(value: unknown, depth = 0): Node {
  if (Array.isArray(value)) return depth > deepest ? null : value.map(element => copyOf(element, depth + 1))
  if (isObject(value)) {
    const copy: Members = Object.create(null)
    if (depth > deepest) return copy
    for (const [name, field] of Object.entries(value)) copy[name] = copyOf(field, depth + 1)
    return copy
  }
  switch (typeof value) {
    case 'boolean':
    case 'string':
    case 'number':
    case 'bigint':
      return value
    default:
      return null
  }
}

/** A key of an object or an index of a list within a document. */
export class Place {
  readonly #container: Node[] | Members
  readonly key: string

  constructor(container: Node[] | Members, key: string) {
    this.#container = container
    this.key = key
  }

  /** Why there is nothing; null where there is, or where a key is simply not set. */
  missing(): string | null {
    return Array.isArray(this.#container) ? existing(this.key, this.#container.length).why : null
  }

  /** Undefined for a key that is not set. */
  get(): Node | undefined {
    const container = this.#container
    if (!Array.isArray(container)) return Object.hasOwn(container, this.key) ? container[this.key] : undefined
    return container[this.#index(container)]
  }

  /** Writes what is there, or a key that is not. */
  set(value: Node): void {
    if (Array.isArray(this.#container)) this.#container[this.#index(this.#container)] = value
    else this.#container[this.key] = value
  }

  /** Inserts into a list; sets a key, whatever stood there. */
  add(value: Node): void {
    const container = this.#container
    if (!Array.isArray(container)) {
      container[this.key] = value
      return
    }
    if (this.key === '-') {
      container.push(value)
      return
    }
    const index = wholeNumber(this.key)
    if (typeof index === 'string')
      throw new PatchError(`value was not a proper array index: '${this.key}': ${index}`)
    const places = container.length + 1
    if (index >= places || index < -places) throw new PatchError(outside(index))
    container.splice(index < 0 ? index + places : index, 0, value)
  }

  remove(): void {
    const container = this.#container
    if (Array.isArray(container)) {
      container.splice(this.#index(container), 1)
      return
    }
    if (!Object.hasOwn(container, this.key))
      throw new PatchError(`Unable to remove nonexistent key: ${this.key}: missing value`)
    delete container[this.key]
  }

  #index(list: readonly Node[]): number {
    const { index, why } = existing(this.key, list.length)
    if (why !== null) throw new PatchError(why)
    return index
  }
}

const outside = (index: number): string =>
  `Unable to access invalid index: ${index}: invalid index referenced`

function existing(key: string, length: number): { readonly index: number; readonly why: string | null } {
  const index = wholeNumber(key)
  if (typeof index === 'string') return { index: 0, why: index }
  if (index >= length || index < -length) return { index: 0, why: outside(index) }
  return { index: index < 0 ? index + length : index, why: null }
}

/** A whole number as Go’s `strconv.Atoi` reads it; a text is why it is none. */
function wholeNumber(text: string): number | string {
  if (!/^[+-]?[0-9]+$/.test(text)) return `strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`
  const value = text.length > 20 ? null : BigInt(text.replace(/^\+/, ''))
  if (value === null || value !== BigInt.asIntN(64, value))
    return `strconv.Atoi: parsing "${text}": value out of range`
  return Number(value)
}

/** Null where the path ends before its last part. A path that does not begin with `/` loses its first part. */
export function placeAt(document: Node, path: string): Place | null {
  const parts = path.split('/')
  if (parts.length < 2) return null
  let at = container(document)
  for (const part of parts.slice(1, -1)) {
    if (at === null) return null
    const place = new Place(at, decodeKey(part))
    if (place.missing() !== null) return null
    at = container(place.get())
  }
  return at === null ? null : new Place(at, decodeKey(parts.at(-1) ?? ''))
}

const container = (node: Node | undefined): Node[] | Members | null =>
  typeof node === 'object' && node !== null ? node : null

/** `~1` is `/` and `~0` is `~`, read from left to right. */
const decodeKey = (part: string): string => part.replace(/~[01]/g, code => (code === '~1' ? '/' : '~'))
