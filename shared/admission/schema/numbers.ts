import { isInt64, numberText, own } from '../values/index.ts'
import { type Failure, Findings, invalidFailure, otherFailure, wholeFailure } from './failures.ts'
import type { Fields } from './structural.ts'

/** Bounds and multiples. Whole numbers are compared with whole bounds, as the library does it. */
export function checkNumber(
  schema: Fields,
  value: number | bigint,
  path: string,
  types: readonly string[],
  givenFormat: string,
): Findings {
  const found = new Findings()
  const [only] = types.length === 1 ? types : []
  const type = only === 'integer' || only === 'number' ? only : ''
  const format = type === '' ? '' : givenFormat
  const range = { type, format, path }
  const outside = rangeFailure(value, 'Checked', range)
  if (outside !== null) found.add(outside)
  const bound = (
    name: string,
    prefix: string,
    compare: (bound: number, isWhole: boolean) => Failure | null,
  ): void => {
    const limit = own(schema, name)
    if (typeof limit !== 'number') return
    const unfit = rangeFailure(limit, prefix, range)
    if (unfit !== null) found.add(unfit)
    const isWhole = unfit === null && isWholeNumber(value)
    const failure = compare(isWhole ? Math.trunc(limit) : limit, isWhole)
    if (failure !== null) found.add(failure)
  }
  bound('multipleOf', 'MultipleOf', (factor, isWhole) => multipleFailure(value, factor, isWhole, path))
  bound('minimum', 'Minimum boundary', minimum => {
    const isExclusive = own(schema, 'exclusiveMinimum') === true
    const isGood = isExclusive ? value > minimum : value >= minimum
    const says = isExclusive ? 'should be greater than' : 'should be greater than or equal to'
    return isGood ? null : invalidFailure(path, value, `${says} ${numberText(minimum)}`)
  })
  bound('maximum', 'Maximum boundary', maximum => {
    const isExclusive = own(schema, 'exclusiveMaximum') === true
    const isGood = isExclusive ? value < maximum : value <= maximum
    const says = isExclusive ? 'should be less than' : 'should be less than or equal to'
    return isGood ? null : invalidFailure(path, value, `${says} ${numberText(maximum)}`)
  })
  found.held += 1
  return found
}

const isWholeNumber = (value: number | bigint): boolean => typeof value === 'bigint' || isInt64(value)

function multipleFailure(
  value: number | bigint,
  factor: number,
  isWhole: boolean,
  path: string,
): Failure | null {
  if (factor <= 0) {
    return otherFailure(
      path,
      factor,
      `factor MultipleOf declared for ${path} must be positive: ${numberText(factor)}`,
    )
  }
  const number = Number(value)
  const isMultiple = isWhole
    ? number % factor === 0
    : isAlmostWhole(factor < 1 ? (1 / factor) * number : number / factor)
  return isMultiple ? null : invalidFailure(path, value, `should be a multiple of ${numberText(factor)}`)
}

interface Range {
  readonly type: string
  readonly format: string
  readonly path: string
}

function rangeFailure(value: number | bigint, prefix: string, { type, format, path }: Range): Failure | null {
  if (type !== 'integer') {
    const isFine = format !== 'float' || Number.isFinite(Math.fround(Number(value)))
    return isFine
      ? null
      : wholeFailure(`${prefix} value must be of type ${type} with format ${format} in ${path}`)
  }
  const isFine = isWholeNumber(value) && (format !== 'int32' || (value >= -(2 ** 31) && value < 2 ** 31))
  if (isFine) return null
  const kind = format === '' ? '(default format)' : `with format ${format}`
  return wholeFailure(`${prefix} value must be of type integer ${kind} in ${path}`)
}

/** Whether a number is a whole one but for what computing with it adds. */
export function isAlmostWhole(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false
  const cut = Math.trunc(value)
  if (value === cut) return true
  if (value < 0) return false
  return cut !== 0 && Math.abs(value - cut) / (value + cut) < 1e-9
}
