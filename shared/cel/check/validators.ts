import { childrenOf, type Expr } from '../syntax/ast.ts'
import type { Issue } from '../syntax/issue.ts'
import { compilePattern } from '../values/patterns.ts'
import { parseDuration, parseTimestamp } from '../values/time.ts'
import { CelError, ServerPanic } from '../values/value.ts'
import { formatType, insideOptional, isSameType, type Type, types } from './types.ts'

export interface ValidateOptions {
  /** Whether durations, moments and patterns that are written out are read; servers do from 1.29 on. */
  readonly literals: boolean
}

/**
 * What servers look at once the types are right: literals whose elements are of several types, which only
 * the list of `format` may be, and durations, moments and patterns that are written out.
 */
export function validate(
  expr: Expr,
  typeOf: ReadonlyMap<number, Type>,
  { literals: readsLiterals }: ValidateOptions,
): readonly Issue[] {
  const found: Found = { calls: [], lists: [], maps: [] }
  collect(expr, false, found)
  const given = (of: Expr): Type => typeOf.get(of.id) ?? types.error
  const written = [
    ...literals(found.calls, 'duration', isDuration),
    ...literals(found.calls, 'timestamp', isTimestamp),
    ...literals(found.calls, 'matches', isPattern),
  ]
  return [
    ...(readsLiterals ? written : []),
    ...found.lists.flatMap(list => listIssues(list, given)),
    ...found.maps.flatMap(map => mapIssues(map, given)),
  ]
}

type Call = Expr & { readonly kind: 'call' }
type List = Expr & { readonly kind: 'list' }
type MapLiteral = Expr & { readonly kind: 'map' }

interface Found {
  readonly calls: Call[]
  readonly lists: List[]
  readonly maps: MapLiteral[]
}

function collect(expr: Expr, isExempt: boolean, found: Found): void {
  if (expr.kind === 'call') found.calls.push(expr)
  if (expr.kind === 'list' && !isExempt) found.lists.push(expr)
  if (expr.kind === 'map' && !isExempt) found.maps.push(expr)
  const inside = isExempt || (expr.kind === 'call' && expr.name === 'format')
  for (const child of childrenOf(expr)) collect(child, inside, found)
}

function literals(
  calls: readonly Call[],
  name: string,
  isValid: (literal: Expr & { kind: 'literal' }) => boolean,
): readonly Issue[] {
  return calls.flatMap(({ name: called, args: [argument] }) =>
    called === name && argument?.kind === 'literal' && !isValid(argument)
      ? [{ message: `invalid ${name} argument`, at: argument.at }]
      : [],
  )
}

type Literal = Expr & { kind: 'literal' }

const isDuration = ({ literal }: Literal): boolean =>
  literal.type === 'string' && parseDuration(literal.value) !== null

function isTimestamp({ literal }: Literal): boolean {
  if (literal.type === 'int') return literal.value >= -62_135_596_800n && literal.value <= 253_402_300_799n
  if (literal.type !== 'string') return false
  const parsed = parseTimestamp(literal.value)
  return parsed !== null && !(parsed instanceof CelError)
}

/** The receiver of `matches` is no argument: the first is the pattern, or the text of the global form. */
const isPattern = ({ literal }: Literal): boolean =>
  literal.type !== 'string' || !(compilePattern(literal.value) instanceof CelError)

function listIssues({ elements, optional }: List, given: (of: Expr) => Type): readonly Issue[] {
  let expected: Type | null = null
  for (const [index, element] of elements.entries()) {
    const type = given(element)
    const actual: Type = optional.includes(index) ? inside(type) : type
    if (expected === null) expected = actual
    else if (!isSameType(expected, actual)) return [mismatch(element.at, expected, actual)]
  }
  return []
}

function mapIssues({ entries }: MapLiteral, given: (of: Expr) => Type): readonly Issue[] {
  let expected: readonly [key: Type, value: Type] | null = null
  const issues: Issue[] = []
  for (const { key, value, optional } of entries) {
    const type = given(value)
    const actual = [given(key), optional ? inside(type) : type] as const
    if (expected === null) {
      expected = actual
      continue
    }
    if (!isSameType(expected[0], actual[0])) issues.push(mismatch(key.at, expected[0], actual[0]))
    if (!isSameType(expected[1], actual[1])) issues.push(mismatch(value.at, expected[1], actual[1]))
  }
  return issues
}

/** @throws ServerPanic for an optional part of which nothing is known: the server falls over it */
function inside(type: Type): Type {
  const found = insideOptional(type)
  if (found === null) throw new ServerPanic('runtime error: index out of range [0] with length 0')
  return found
}

const mismatch = (at: number, expected: Type, actual: Type): Issue => ({
  message: `expected type '${formatType(expected)}' but found '${formatType(actual)}'`,
  at,
})
