import { type Json, sameJson, sizeOf } from '../values/index.ts'
import { copyOf, isPatchError, type Node, PatchError, type Place, placeAt } from './place.ts'
import type { PatchOptions, PatchResult } from './result.ts'

/** What copies of one patch may add to a document, in bytes (the server’s default). */
const copyLimit = 3 * 1024 * 1024

/**
 * Applies the operations of a JSON patch one after the other, with the leniencies of the server’s library
 * (evanphx/json-patch v4): `replace` of a missing key adds it, `add` to a missing object fails, negative
 * indexes count from the end. Messages are the library’s; the server puts its own words before them.
 */
export function applyJsonPatch(
  document: Json,
  patch: readonly unknown[],
  { testFailureIsNoError = false }: PatchOptions = {},
): PatchResult {
  const operations: Operation[] = []
  for (const element of patch) {
    const operation = readOperation(element)
    if (typeof operation === 'string') return { type: 'undecodable', message: operation }
    operations.push(operation)
  }
  const run = new Run(document, testFailureIsNoError)
  try {
    for (const operation of operations) run.apply(operation)
  } catch (error) {
    if (!isPatchError(error)) throw error
    if (error.isTest && testFailureIsNoError) return { type: 'patched', document }
    return { type: 'failed', message: error.message }
  }
  return { type: 'patched', document: run.document }
}

type Operation = ReadonlyMap<string, unknown>

/** A text is why it is none. */
function readOperation(element: unknown): Operation | string {
  if (element === null || element === undefined) return new Map()
  if (typeof element !== 'object' || Array.isArray(element))
    return `json: cannot unmarshal ${jsonType(element)} into Go value of type jsonpatch.Operation`
  return new Map(Object.entries(element))
}

function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'string' ? 'string' : typeof value === 'object' ? 'object' : 'number'
}

const missing = 'missing value'

class Run {
  /** Whether a null in the patch is a value: of policies it is, of webhooks it is as if it were absent. */
  readonly #nullIsValue: boolean
  #document: Node
  #copied = 0

  constructor(document: Json, nullIsValue: boolean) {
    this.#document = copyOf(document)
    this.#nullIsValue = nullIsValue
  }

  get document(): Json {
    return this.#document
  }

  apply(operation: Operation): void {
    const kind = operation.get('op')
    if (kind === 'add') this.#add(operation)
    else if (kind === 'remove') this.#remove(operation)
    else if (kind === 'replace') this.#replace(operation)
    else if (kind === 'move') this.#move(operation)
    else if (kind === 'test') this.#test(operation)
    else if (kind === 'copy') this.#copy(operation)
    else throw new PatchError(`Unexpected kind: ${typeof kind === 'string' ? kind : 'unknown'}`)
  }

  #add(operation: Operation): void {
    const path = pointer(operation, 'path', `add operation failed to decode path: ${missing}`)
    const place = this.#place(
      path,
      `add operation does not apply: doc is missing path: "${path}": ${missing}`,
    )
    within(`error in add for path: '${path}'`, () => place.add(givenValue(operation)))
  }

  #remove(operation: Operation): void {
    const path = pointer(operation, 'path', `remove operation failed to decode path: ${missing}`)
    const place = this.#place(
      path,
      `remove operation does not apply: doc is missing path: "${path}": ${missing}`,
    )
    within(`error in remove for path: '${path}'`, () => place.remove())
  }

  #replace(operation: Operation): void {
    const path = pointer(operation, 'path', 'replace operation failed to decode path: ')
    if (path === '') {
      this.#replaceAll(operation)
      return
    }
    const place = this.#place(
      path,
      `replace operation does not apply: doc is missing path: ${path}: ${missing}`,
    )
    if (place.missing() !== null)
      throw new PatchError(`replace operation does not apply: doc is missing key: ${path}: ${missing}`)
    place.set(givenValue(operation))
  }

  #replaceAll(operation: Operation): void {
    const value = operation.get('value')
    if (value === undefined)
      throw new PatchError('runtime error: invalid memory address or nil pointer dereference')
    if (typeof value !== 'object' || (value === null && !this.#nullIsValue))
      throw new PatchError('replace operation value must be object or array: %!w(<nil>)')
    this.#document = givenValue(operation)
  }

  #move(operation: Operation): void {
    const from = pointer(operation, 'from', 'move operation failed to decode from: ')
    const source = this.#place(
      from,
      `move operation does not apply: doc is missing from path: ${from}: ${missing}`,
    )
    const value = within(`error in move for path: '${source.key}'`, () => {
      const moved = source.get()
      source.remove()
      return moved
    })
    const path = pointer(operation, 'path', 'move operation failed to decode path: ')
    const place = this.#place(
      path,
      `move operation does not apply: doc is missing destination path: ${path}: ${missing}`,
    )
    within(`error in move for path: '${path}'`, () => place.add(value ?? null))
  }

  #copy(operation: Operation): void {
    const from = pointer(operation, 'from', 'copy operation failed to decode from: ')
    const source = this.#place(
      from,
      `copy operation does not apply: doc is missing from path: ${from}: ${missing}`,
    )
    const value = within(`error in copy for from: '${from}'`, () => source.get()) ?? null
    const path = pointer(operation, 'path', `copy operation failed to decode path: ${missing}`)
    const place = this.#place(
      path,
      `copy operation does not apply: doc is missing destination path: ${path}: ${missing}`,
    )
    if (value !== null) this.#copied += sizeOf(value)
    if (this.#copied > copyLimit)
      throw new PatchError(
        `Unable to complete the copy, the accumulated size increase of copy is ${this.#copied}, exceeding the limit ${copyLimit}`,
      )
    within('error while adding value during copy', () => place.add(copyOf(value)))
  }

  #test(operation: Operation): void {
    const path = pointer(operation, 'path', 'test operation failed to decode path: ')
    const failed = new PatchError(`testing value ${path} failed: test failed`, true)
    const wanted = operation.get('value')
    if (path === '') {
      if (!sameJson(this.#document, wanted)) throw failed
      return
    }
    const place = this.#place(path, `test operation does not apply: is missing path: ${path}: ${missing}`)
    const found = within(`error in test for path: '${path}'`, () => place.get())
    // A null of a policy is a value, which nothing that is absent or null equals; that of a webhook is none.
    const isNone = wanted === undefined || (wanted === null && !this.#nullIsValue)
    if (found === undefined || found === null ? !isNone : isNone || !sameJson(found, wanted)) throw failed
  }

  #place(path: string, otherwise: string): Place {
    const place = placeAt(this.#document, path)
    if (place === null) throw new PatchError(otherwise)
    return place
  }
}

/** @param otherwise message where there is none; one that ends with a space takes the decoder’s reason */
function pointer(operation: Operation, name: 'path' | 'from', otherwise: string): string {
  const value = operation.get(name)
  if (typeof value === 'string') return value
  const comma = name === 'from' ? ',' : ''
  const reason =
    value === undefined || value === null
      ? `operation${comma} missing ${name} field: ${missing}`
      : `json: cannot unmarshal ${jsonType(value)} into Go value of type string`
  throw new PatchError(otherwise.endsWith(' ') ? otherwise + reason : otherwise)
}

function within<Found>(prefix: string, run: () => Found): Found {
  try {
    return run()
  } catch (error) {
    throw isPatchError(error) ? new PatchError(`${prefix}: ${error.message}`) : error
  }
}

const givenValue = (operation: Operation): Node => copyOf(operation.get('value'))
