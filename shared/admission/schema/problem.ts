import type { StatusCause, TraceStatus } from '../trace/types.ts'
import { goJson, numberText, quote } from '../values/index.ts'

/** What the server does with fields that no schema names. */
export type FieldValidation = 'Strict' | 'Warn' | 'Ignore'

/** Kinds of causes in a status of the server. */
export type ProblemReason =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueTypeInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'InternalError'

/** One thing wrong with an object. */
export interface FieldProblem {
  /**
   * Where the server meets it. `decode`: the object cannot be read, 400. `strict`: an unknown field, 400
   * under Strict and a warning under Warn. `validation`: 422 with the others.
   */
  readonly stage: 'decode' | 'strict' | 'validation'
  /** Of validation; null otherwise. */
  readonly reason: ProblemReason | null
  /** Path as the server writes it, e.g. `spec.containers[0].image`; `<nil>` for the whole object. */
  readonly field: string
  /** Whole, with the field, e.g. `spec.x: Required value` or `unknown field "spec.foo"`. */
  readonly message: string
}

/** Stands for a value that the server leaves out of its message. */
export const omitted: unique symbol = Symbol('omitted')

const words: Readonly<Record<ProblemReason, string>> = {
  FieldValueRequired: 'Required value',
  FieldValueInvalid: 'Invalid value',
  FieldValueTypeInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueForbidden: 'Forbidden',
  InternalError: 'Internal error',
}

/** A problem of validation. @param field empty for the whole object, which the server calls `<nil>` */
export function problem(reason: ProblemReason, field: string, value: unknown, detail: string): FieldProblem {
  const hasValue =
    reason !== 'FieldValueRequired' &&
    reason !== 'FieldValueForbidden' &&
    reason !== 'FieldValueTooLong' &&
    reason !== 'InternalError' &&
    value !== omitted
  const body = words[reason] + (hasValue ? `: ${shown(value)}` : '') + (detail === '' ? '' : `: ${detail}`)
  const at = field === '' ? '<nil>' : field
  return { stage: 'validation', reason, field: at, message: `${at}: ${body}` }
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number' || typeof value === 'bigint') return numberText(value)
  return goJson(value)
}

export const required = (field: string, detail = ''): FieldProblem =>
  problem('FieldValueRequired', field, '', detail)

export const invalid = (field: string, value: unknown, detail: string): FieldProblem =>
  problem('FieldValueInvalid', field, value, detail)

export const forbidden = (field: string, detail: string): FieldProblem =>
  problem('FieldValueForbidden', field, '', detail)

export const internal = (field: string, detail: string): FieldProblem =>
  problem('InternalError', field, '', detail)

export const duplicate = (field: string, value: unknown): FieldProblem =>
  problem('FieldValueDuplicate', field, value, '')

export function notSupported(field: string, value: unknown, supported: readonly string[]): FieldProblem {
  const detail = supported.length === 0 ? '' : `supported values: ${supported.map(quote).join(', ')}`
  return problem('FieldValueNotSupported', field, value, detail)
}

export function tooLong(field: string, longest: number): FieldProblem {
  return problem(
    'FieldValueTooLong',
    field,
    '',
    `may not be more than ${longest} ${longest === 1 ? 'byte' : 'bytes'}`,
  )
}

export function tooMany(field: string, count: number, most: number): FieldProblem {
  return problem(
    'FieldValueTooMany',
    field,
    count,
    `must have at most ${most} ${most === 1 ? 'item' : 'items'}`,
  )
}

/** A field that no schema names. */
export const unknownField = (field: string): FieldProblem => ({
  stage: 'strict',
  reason: null,
  field,
  message: `unknown field ${quote(field)}`,
})

/** What a decoder says of an object that it cannot read. */
export const undecodable = (field: string, message: string): FieldProblem => ({
  stage: 'decode',
  reason: null,
  field,
  message,
})

/** What a status about an object says of it. */
export interface Subject {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly name: string
}

/** The answer of the server to problems; null where it accepts the object with them. */
export function statusOf(
  problems: readonly FieldProblem[],
  { group, version, kind, name }: Subject,
  fieldValidation: FieldValidation = 'Warn',
): TraceStatus | null {
  const unreadable = (text: string): TraceStatus => ({
    code: 400,
    reason: 'BadRequest',
    message: `${kind} in version "${version}" cannot be handled as a ${kind}: ${text}`,
  })
  const decode = problems.find(({ stage }) => stage === 'decode')
  if (decode !== undefined) return unreadable(decode.message)
  const strict = problems.filter(({ stage }) => stage === 'strict')
  if (fieldValidation === 'Strict' && strict.length > 0)
    return unreadable(`strict decoding error: ${strict.map(({ message }) => message).join(', ')}`)
  const invalid = problems.filter(({ stage }) => stage === 'validation')
  const texts = [...new Set(invalid.map(one => one.message))]
  if (texts.length === 0) return null
  const qualified = group === '' ? kind : `${kind}.${group}`
  return {
    code: 422,
    reason: 'Invalid',
    message: `${qualified} ${quote(name)} is invalid: ${texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`}`,
    causes: invalid.map(causeOf),
  }
}

/** The field stands for itself there, and not in the message. */
function causeOf({ reason, field, message }: FieldProblem): StatusCause {
  const begin = `${field}: `
  return {
    ...(reason === null ? {} : { reason }),
    message: message.startsWith(begin) ? message.slice(begin.length) : message,
    field,
  }
}

/** Warnings of the answer about unknown fields. */
export function warningsOf(
  problems: readonly FieldProblem[],
  fieldValidation: FieldValidation = 'Warn',
): readonly string[] {
  if (fieldValidation !== 'Warn') return []
  return problems.filter(({ stage }) => stage === 'strict').map(({ message }) => message)
}
