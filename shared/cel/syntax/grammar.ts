import { type Expr, operators } from './ast.ts'
import type { Span } from './builder.ts'
import { CelSyntaxError } from './issue.ts'
import type { Token, TokenKind } from './lexer.ts'

/** Code points of the longest expression that the server reads. */
export const longest = 100_000

/** Words that may be fields but not identifiers. */
export const reserved = new Set(
  'as break const continue else false for function if import in let loop package namespace null return true var void while'.split(
    ' ',
  ),
)

/** What the grammar allows where an operand begins, in the words of the server’s parser. */
export const operandStart = expecting('')
export const argumentStart = expecting(" ')',")
export const indexStart = expecting('', " '?',")

function expecting(closing: string, optional = ''): string {
  return `{'[', '{', '(',${closing} '.', '-', '!',${optional} 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}`
}

/** Symbols that an operand may begin with. */
const operandSymbols = new Set(['[', '{', '(', '.', '-', '!'])

export const relations = new Map<string, string>([
  ['<', operators.less],
  ['<=', operators.lessEquals],
  ['>', operators.greater],
  ['>=', operators.greaterEquals],
  ['==', operators.equals],
  ['!=', operators.notEquals],
  ['in', operators.in],
])
export const sums = new Map<string, string>([
  ['+', operators.add],
  ['-', operators.subtract],
])
export const products = new Map<string, string>([
  ['*', operators.multiply],
  ['/', operators.divide],
  ['%', operators.modulo],
])

export const binaryOperators = new Set([...relations.keys(), ...sums.keys(), ...products.keys(), '&&', '||'])

/** Whether an operand may begin with a token. */
export const startsOperand = ({ kind, text }: Token): boolean =>
  kind === 'symbol'
    ? operandSymbols.has(text)
    : kind === 'keyword'
      ? text !== 'in'
      : kind !== 'end' && kind !== 'escaped'

/** An operator that an expression ends with is told twice: at itself, and where its operand should be. */
export const unexpectedEnd = ({ start }: Token): CelSyntaxError =>
  fault(`Syntax error: mismatched input '<EOF>' expecting ${operandStart}`, start)

export const joined = (one: CelSyntaxError, other: CelSyntaxError): CelSyntaxError =>
  new CelSyntaxError([...one.issues, ...other.issues])

export const isNumber = (kind: TokenKind): boolean => kind === 'int' || kind === 'double'

export const spanOf = ({ start, end }: Token): Span => ({ at: start, start, end })

export const spanning = (left: Expr, right: Expr, at: number): Span => ({
  at,
  start: left.start,
  end: right.end,
})

export function fault(message: string, at: number): CelSyntaxError {
  return new CelSyntaxError([{ message, at }])
}
