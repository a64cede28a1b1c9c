import { argumentStart, binaryOperators, fault, joined, startsOperand, unexpectedEnd } from './grammar.ts'
import type { CelSyntaxError, Issue } from './issue.ts'
import type { Token } from './lexer.ts'

/**
 * Goes through tokens, and gets over faults as the server’s parser does: one token too many is left out,
 * a bracket that is missing is done without.
 */
export class TokenReader {
  readonly tokens: readonly Token[]
  /** Faults that were got over. */
  readonly issues: Issue[]
  /** Brackets that are open, as what closes them; innermost last. */
  readonly open: string[] = []
  position = 0

  constructor(tokens: readonly Token[], issues: readonly Issue[]) {
    this.tokens = tokens
    this.issues = [...issues]
  }

  /** Leaves out one token that is too many before an operand. */
  needOperand(start: string): void {
    if (startsOperand(this.token)) return
    const next = this.ahead(1)
    if (start === argumentStart && next.text === ')') throw this.unexpected(start, 'extraneous')
    if (!startsOperand(next)) {
      const found = this.unexpected(start)
      const isOperator = binaryOperators.has(this.token.text)
      throw isOperator && next.kind === 'end' ? joined(found, unexpectedEnd(next)) : found
    }
    this.issues.push(...this.unexpected(start, 'extraneous').issues)
    this.position += 1
  }

  get token(): Token {
    return this.ahead(0)
  }

  /** The end stands for all that is behind it. */
  ahead(count: number): Token {
    const token = this.tokens[this.position + count] ?? this.tokens.at(-1)
    if (token === undefined) throw fault('there is nothing to read', 0)
    return token
  }

  isNext(symbol: string): boolean {
    const { kind, text } = this.token
    return kind === 'symbol' && text === symbol
  }

  take(): Token {
    const token = this.token
    this.position += 1
    return token
  }

  /** Takes an opening bracket. */
  enter(closing: string): Token {
    this.open.push(closing)
    return this.take()
  }

  /** Takes a symbol; leaves out one token too many before it, and does without it where it is missing. */
  expect(symbol: string): Token {
    const isBracket = this.open.at(-1) === symbol
    if (!this.isNext(symbol)) {
      if (this.ahead(1).kind === 'symbol' && this.ahead(1).text === symbol) {
        this.issues.push(...this.unexpected(`'${symbol}'`, 'extraneous').issues)
        this.take()
      } else if (this.mayFollow(symbol)) {
        const { text, start } = this.token
        this.issues.push({ message: `Syntax error: missing '${symbol}' at '${text}'`, at: start })
        if (isBracket) this.open.pop()
        return this.token
      } else throw this.unexpected(`'${symbol}'`)
    }
    if (isBracket) this.open.pop()
    return this.take()
  }

  /** Whether the next token could stand behind a symbol that is missing. */
  mayFollow(symbol: string): boolean {
    const token = this.token
    if (symbol === ':') return this.open.at(-1) === '}' && startsOperand(token)
    if (this.open.at(-1) !== symbol) return false
    const enclosing = this.open.at(-2)
    return enclosing === undefined
      ? token.kind === 'end'
      : token.kind === 'symbol' && token.text === enclosing
  }

  unexpected(
    expected: string,
    how: 'mismatched' | 'extraneous' | 'no viable alternative' = 'mismatched',
    before = '.',
  ): CelSyntaxError {
    const { text, start, kind } = this.token
    const message =
      how === 'no viable alternative'
        ? `Syntax error: no viable alternative at input '${before}${kind === 'end' ? '' : text}'`
        : `Syntax error: ${how} input '${text}' expecting ${expected}`
    return fault(message, start)
  }
}
