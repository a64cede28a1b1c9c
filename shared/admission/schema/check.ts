import { deepest, isInt64, isObject, own, sameJson } from '../values/index.ts'
import { checkCombinations } from './combinations.ts'
import type { Correlation } from './correlation.ts'
import {
  enumFailure,
  type Failure,
  Findings,
  invalidFailure,
  otherFailure,
  requiredFailure,
  tooLongFailure,
  tooManyFailure,
  typeFailure,
} from './failures.ts'
import { isOfFormat, knownFormat } from './formats.ts'
import { checkNumber, isAlmostWhole } from './numbers.ts'
import { matches, patternFault } from './patterns.ts'
import type { Fields } from './structural.ts'

/** Release whose library looks at the ranges of formats of numbers. */
const rangesSince = 36

export interface CheckOptions {
  /** Minor of the server’s release: newer ones know more formats. */
  readonly minor: number
}

/**
 * Checks a value against a schema as the server’s library does (kube-openapi’s `validation/validate`).
 *
 * @param correlation the value beside its old one: failures of what did not change are forgiven
 */
export function check(
  schema: Fields,
  value: unknown,
  path: string,
  options: CheckOptions,
  correlation: Correlation | null = null,
  depth = 0,
): Findings {
  const found = new Check(schema, value, path, options, correlation, depth).run()
  return !found.isValid && correlation?.isSame === true ? found.forgiven() : found
}

class Check {
  readonly #schema: Fields
  readonly #value: unknown
  readonly #path: string
  readonly #options: CheckOptions
  readonly #correlation: Correlation | null
  readonly #depth: number
  readonly #types: readonly string[]
  readonly #format: string
  readonly #found = new Findings()

  constructor(
    schema: Fields,
    value: unknown,
    path: string,
    options: CheckOptions,
    correlation: Correlation | null,
    depth: number,
  ) {
    this.#schema = schema
    this.#value = value
    this.#path = path
    this.#options = options
    this.#correlation = correlation
    this.#depth = depth
    this.#types = typesOf(schema)
    this.#format = knownFormat(this.#types, own(schema, 'format'), options.minor)
  }

  run(): Findings {
    const found = this.#found
    const value = this.#value
    if (this.#depth > deepest) return found
    if (value === null || value === undefined) {
      this.#step(this.#nullFailure(), 1)
      this.#step(this.#enumFailure(), 0)
      return found
    }
    // Each part that applies counts once more, whether it holds or not.
    if (this.#types.length > 0 || this.#format !== '') this.#step(this.#typeFailure(), 2, 1)
    found.merge(checkCombinations(this.#schema, this.#path, branch => this.#branch(branch)))
    found.held += 1
    if (typeof value === 'string') {
      this.#step(this.#textFailure(value), 1, 1)
      if (this.#format !== '' && isOfFormat(this.#format, value) !== null)
        this.#step(
          isOfFormat(this.#format, value) === false ? typeFailure(this.#path, this.#format, value) : null,
          1,
          1,
        )
    }
    if (typeof value === 'number' || typeof value === 'bigint') {
      const types = this.#options.minor >= rangesSince ? this.#types : []
      found.merge(checkNumber(this.#schema, value, this.#path, types, this.#format))
      found.held += 1
    }
    if (Array.isArray(value)) this.#list(value)
    this.#step(this.#enumFailure(), 1, 1)
    if (isObject(value)) this.#object(value)
    found.held += 1
    return found
  }

  #step(failure: Failure | null, heldIfGood: number, heldIfBad = 0): void {
    if (failure !== null) this.#found.add(failure)
    this.#found.held += failure === null ? heldIfGood : heldIfBad
  }

  /** Branches know nothing of the old value. */
  #branch(schema: Fields): Findings {
    return check(schema, this.#value, this.#path, this.#options, null, this.#depth + 1)
  }

  #nullFailure(): Failure | null {
    if (this.#types.length === 0 || own(this.#schema, 'nullable') === true) return null
    return typeFailure(this.#path, this.#types.join(','), 'null')
  }

  #typeFailure(): Failure | null {
    const value = this.#value
    const [type, format] = typeOf(value)
    const has = (name: string): boolean => this.#types.includes(name)
    const isNumber = typeof value === 'number' || typeof value === 'bigint'
    const isFine =
      has(type) ||
      (isNumber && type === 'number' && isAlmostWhole(Number(value)) && has('integer')) ||
      (type === 'integer' && has('number'))
    const isTextOrList = typeof value === 'string' || Array.isArray(value)
    if (!isTextOrList && this.#format !== '' && !isFine && format !== this.#format)
      return typeFailure(this.#path, this.#format, format)
    // A list passes for a text with a format: the library takes both for bytes.
    if (!has('number') && !has('integer') && this.#format !== '' && isTextOrList) return null
    return isFine ? null : typeFailure(this.#path, this.#types.join(','), type)
  }

  #textFailure(text: string): Failure | null {
    const length = [...text].length
    const [longest, shortest] = [this.#number('maxLength'), this.#number('minLength')]
    const pattern = own(this.#schema, 'pattern')
    if (longest !== null && length > longest) return tooLongFailure(this.#path, longest)
    if (shortest !== null && length < shortest)
      return invalidFailure(this.#path, text, `should be at least ${shortest} chars long`)
    if (typeof pattern !== 'string' || pattern === '') return null
    const fault = patternFault(pattern)
    if (fault !== null)
      return invalidFailure(this.#path, text, `should match '${pattern}, but pattern is invalid: ${fault}'`)
    return matches(pattern, text) ? null : invalidFailure(this.#path, text, `should match '${pattern}'`)
  }

  #enumFailure(): Failure | null {
    const values = own(this.#schema, 'enum')
    if (!Array.isArray(values) || values.length === 0) return null
    return values.some(one => isEnumValue(this.#value, one))
      ? null
      : enumFailure(this.#path, this.#value, values)
  }

  #list(list: readonly unknown[]): void {
    const items = own(this.#schema, 'items')
    if (isObject(items))
      for (const [index, element] of list.entries())
        this.#inside(items, element, `${this.#path}[${index}]`, this.#correlation?.index(index) ?? null)
    const [fewest, most] = [this.#number('minItems'), this.#number('maxItems')]
    if (fewest !== null && list.length < fewest)
      this.#found.add(invalidFailure(this.#path, list.length, `should have at least ${fewest} items`))
    if (most !== null && list.length > most)
      this.#found.add(tooManyFailure(this.#path, 'items', list.length, most))
    const isUnique = own(this.#schema, 'uniqueItems') !== true || !hasRepeated(list)
    if (!isUnique) this.#found.add(invalidFailure(this.#path, '', "shouldn't contain duplicates"))
    this.#found.held += 2
  }

  #object(object: Fields): void {
    const count = Object.keys(object).length
    const [fewest, most] = [this.#number('minProperties'), this.#number('maxProperties')]
    if (fewest !== null && count < fewest)
      this.#found.add(invalidFailure(this.#path, count, `should have at least ${fewest} properties`))
    if (most !== null && count > most) this.#found.add(tooManyFailure(this.#path, 'properties', count, most))
    const declared = own(this.#schema, 'properties')
    const properties = isObject(declared) ? declared : {}
    this.#additional(object, properties)
    for (const [name, property] of Object.entries(properties))
      if (Object.hasOwn(object, name) && isObject(property))
        this.#inside(
          property,
          own(object, name),
          this.#path === '' ? name : `${this.#path}.${name}`,
          this.#correlated(name),
        )
    const required = own(this.#schema, 'required')
    for (const name of Array.isArray(required) ? required : [])
      if (typeof name === 'string' && !Object.hasOwn(object, name))
        this.#found.add(requiredFailure(`${this.#path}.${name}`))
    this.#found.held += 1
  }

  #additional(object: Fields, properties: Fields): void {
    const additional = own(this.#schema, 'additionalProperties')
    if (additional !== false && !isObject(additional)) return
    for (const [name, field] of Object.entries(object)) {
      if (Object.hasOwn(properties, name)) continue
      const path = `${this.#path}.${name}`
      if (additional === false) {
        this.#found.add(otherFailure(this.#path, name, `${path} in body is a forbidden property`))
      } else this.#inside(additional, field, path, this.#correlated(name))
    }
  }

  /** Kind and version of the whole are not seen as they were stored. */
  #correlated(name: string): Correlation | null {
    if (this.#path === '' && (name === 'kind' || name === 'apiVersion')) return null
    return this.#correlation?.key(name) ?? null
  }

  #inside(schema: Fields, value: unknown, path: string, correlation: Correlation | null): void {
    this.#found.merge(check(schema, value, path, this.#options, correlation, this.#depth + 1))
  }

  #number(name: string): number | null {
    const value = own(this.#schema, name)
    return typeof value === 'number' ? value : null
  }
}

function typesOf(schema: Fields): readonly string[] {
  if (own(schema, 'x-kubernetes-int-or-string') === true) return ['integer', 'string']
  const type = own(schema, 'type')
  return typeof type === 'string' && type !== '' ? [type] : []
}

function typeOf(value: unknown): readonly [type: string, format: string] {
  if (typeof value === 'boolean') return ['boolean', '']
  if (typeof value === 'string') return ['string', '']
  if (Array.isArray(value)) return ['array', '']
  if (typeof value === 'bigint') return ['integer', 'int64']
  if (typeof value === 'number') return isInt64(value) ? ['integer', 'int64'] : ['number', 'float64']
  return ['object', '']
}

/** Values are compared after Go’s conversions: numbers lose their fractions, and are characters for texts. */
function isEnumValue(value: unknown, one: unknown): boolean {
  if (one === null || value === null || value === undefined) return false
  if (typeof value === 'number' && typeof one === 'number')
    return isInt64(one) ? Math.trunc(value) === one : value === one
  if (typeof value === 'number' && typeof one === 'string')
    return isInt64(value) && value >= 0 && value <= 0x10ffff && String.fromCodePoint(value) === one
  return sameJson(value, one)
}

function hasRepeated(list: readonly unknown[]): boolean {
  return list.some((element, index) => list.slice(0, index).some(before => sameJson(before, element)))
}
