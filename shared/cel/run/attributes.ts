import { goTypeName, nativeTypeName } from '../values/goTypes.ts'
import {
  CelError,
  isError,
  OpaqueValue,
  OptionalValue,
  type Result,
  TypeValue,
  UintValue,
  type Value,
} from '../values/value.ts'
import { lookUp, missing, missingError } from './access.ts'
import type { Attribute, Qualifier } from './attribute.ts'
import { type Frame, observe, type Step } from './frame.ts'

/** A path from a variable, or from what an expression evaluates to. */
export class Path implements Attribute {
  readonly #root: Step
  readonly #qualifiers: Qualifier[] = []

  constructor(root: Step) {
    this.#root = root
  }

  addQualifier(qualifier: Qualifier): void {
    this.#qualifiers.push(qualifier)
  }

  resolve(frame: Frame): Result {
    const root = this.#root(frame)
    if (root instanceof CelError) return root
    let value: Value = root
    let isOptional = false
    if (root instanceof OptionalValue) {
      if (root.value === undefined) return root
      value = innermost(root.value)
      isOptional = true
      if (this.#qualifiers.length === 0) return value === root.value ? root : OptionalValue.of(value)
    }
    for (const qualifier of this.#qualifiers) {
      isOptional ||= qualifier.isOptional
      const found = isOptional ? ifPresent(frame, value, qualifier) : qualified(frame, value, qualifier)
      if (found === missing) return OptionalValue.none
      if (found instanceof CelError) return found
      value = found
    }
    return isOptional ? OptionalValue.of(value) : value
  }
}

/**
 * What an optional value at the beginning of a path holds: the server opens those inside of it too, and
 * a type becomes its name on the way.
 */
function innermost(value: Value): Value {
  if (value instanceof OptionalValue) return value.value === undefined ? null : innermost(value.value)
  return value instanceof TypeValue ? value.name : value
}

function keyOf(frame: Frame, { key, compute, isByPath }: Qualifier): Result {
  if (key !== undefined) return key
  const computed = compute === null ? null : compute(frame)
  if (isError(computed) || isKey(computed)) return computed
  const name = isByPath ? nativeTypeName(computed) : goTypeName(computed)
  return new CelError(`invalid qualifier type: ${name}`)
}

/** Whether a value may stand in brackets at all. */
export const isKey = (value: Value): boolean =>
  value instanceof UintValue || ['string', 'bigint', 'number', 'boolean'].includes(typeof value)

/** A qualifier that has to be there. It costs even where it fails. */
function qualified(frame: Frame, value: Value, qualifier: Qualifier): Result {
  const result = found(frame, value, qualifier)
  if (frame.trace !== null) observe(frame.trace, qualifier.id, result)
  frame.cost.charge(1)
  return result
}

function found(frame: Frame, value: Value, qualifier: Qualifier): Result {
  const key = keyOf(frame, qualifier)
  if (key instanceof CelError) return labelled(key, qualifier.id)
  const part = lookUp(value, key)
  if (part instanceof CelError) return labelled(part, qualifier.id)
  if (qualifier.isTest) return part !== missing && !isUnset(value, key)
  return part === missing ? missingError(value, key, qualifier.id) : part
}

/** A qualifier that may be absent, and then costs nothing. */
function ifPresent(frame: Frame, value: Value, qualifier: Qualifier): Result | typeof missing {
  const key = keyOf(frame, qualifier)
  if (key instanceof CelError) return labelled(key, qualifier.id)
  const part = isUnset(value, key) ? missing : lookUp(value, key)
  if (frame.trace !== null) observe(frame.trace, qualifier.id, part === missing ? OptionalValue.none : part)
  if (part === missing) return missing
  if (part instanceof CelError) return labelled(part, qualifier.id)
  frame.cost.charge(1)
  return part
}

const isUnset = (value: Value, key: Value): boolean =>
  value instanceof OpaqueValue && typeof key === 'string' && !value.isSet(key)

export const labelled = (error: CelError, id: number): CelError =>
  error.node === null ? new CelError(error.message, id) : error

/** `condition ? a : b`: what follows it is looked up in the one that is chosen. */
export class Choice implements Attribute {
  readonly #id: number
  readonly #condition: Step
  readonly #whenTrue: Attribute
  readonly #whenFalse: Attribute

  constructor(id: number, condition: Step, whenTrue: Attribute, whenFalse: Attribute) {
    this.#id = id
    this.#condition = condition
    this.#whenTrue = whenTrue
    this.#whenFalse = whenFalse
  }

  addQualifier(qualifier: Qualifier): void {
    this.#whenTrue.addQualifier(qualifier)
    this.#whenFalse.addQualifier(qualifier)
  }

  resolve(frame: Frame): Result {
    const chosen = this.#condition(frame)
    if (chosen === true) return this.#whenTrue.resolve(frame)
    if (chosen === false) return this.#whenFalse.resolve(frame)
    return isError(chosen) ? chosen : new CelError('no such overload', this.#id)
  }
}
