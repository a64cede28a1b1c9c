import { type Entry, type Expr, type LiteralValue, type MapEntry, operators } from './ast.ts'
import { Builder, deepest, type Span, tooDeep } from './builder.ts'
import {
  argumentStart,
  fault,
  indexStart,
  isNumber,
  joined,
  longest,
  operandStart,
  products,
  relations,
  reserved,
  spanning,
  spanOf,
  startsOperand,
  sums,
  unexpectedEnd,
} from './grammar.ts'
import { CelSyntaxError, type Issue } from './issue.ts'
import { type Token, tokenize } from './lexer.ts'
import { expandMacro, type MacroFamily } from './macros.ts'
import { TokenReader } from './reader.ts'
import { unquoteBytes, unquoteString } from './unquote.ts'

export interface SyntaxOptions {
  readonly macros: ReadonlySet<MacroFamily>
  /** Whether `.?`, `[?` and `{?` are known. */
  readonly optionalSyntax: boolean
}

/**
 * Reads an expression and expands its macros.
 * @throws CelSyntaxError at the first fault
 */
export function parse(source: string, options: SyntaxOptions): Expr {
  const size = [...source].length
  if (size > longest) {
    const message = `expression code point size exceeds limit: size: ${size}, limit ${longest}`
    throw new CelSyntaxError([{ message, at: -1 }])
  }
  const { tokens, issues } = tokenize(source)
  return new Parser(tokens, issues, options).whole()
}

class Parser extends TokenReader {
  readonly #options: SyntaxOptions
  readonly #build = new Builder()
  #depth = 0

  constructor(tokens: readonly Token[], issues: readonly Issue[], options: SyntaxOptions) {
    super(tokens, issues)
    this.#options = options
  }

  whole(): Expr {
    try {
      const expr = this.#expression()
      if (this.token.kind !== 'end')
        throw this.unexpected('<EOF>', this.ahead(1).kind === 'end' ? 'extraneous' : 'mismatched')
      if (this.issues.length === 0) return expr
    } catch (error) {
      if (!(error instanceof CelSyntaxError)) throw error
      this.issues.push(...error.issues)
    }
    throw new CelSyntaxError(this.issues)
  }

  /** @param start what the grammar allows here, for words */
  #expression(start = operandStart): Expr {
    this.#depth += 1
    if (this.#depth > deepest) throw tooDeep()
    this.needOperand(start)
    const condition = this.#logical(operators.or)
    if (!this.isNext('?')) {
      this.#depth -= 1
      return condition
    }
    const at = this.take().start
    const whenTrue = this.#logical(operators.or)
    this.expect(':')
    const whenFalse = this.#expression()
    this.#depth -= 1
    return this.#build.call(spanning(condition, whenFalse, at), operators.conditional, [
      condition,
      whenTrue,
      whenFalse,
    ])
  }

  /** A chain of `||` or `&&`, made into a balanced tree as the server does. */
  #logical(operator: typeof operators.or | typeof operators.and): Expr {
    const next = (): Expr =>
      operator === operators.or ? this.#logical(operators.and) : this.#binary(relations, () => this.#sum())
    const symbol = operator === operators.or ? '||' : '&&'
    const terms = [next()]
    const places: number[] = []
    while (this.isNext(symbol)) {
      places.push(this.take().start)
      terms.push(next())
    }
    return this.#balanced(operator, terms, places)
  }

  #balanced(operator: string, terms: readonly Expr[], places: readonly number[]): Expr {
    const middle = Math.floor(places.length / 2)
    const at = places[middle]
    const [only] = terms
    if (at === undefined) {
      if (only === undefined) throw this.unexpected(operandStart)
      return only
    }
    const left = this.#balanced(operator, terms.slice(0, middle + 1), places.slice(0, middle))
    const right = this.#balanced(operator, terms.slice(middle + 1), places.slice(middle + 1))
    return this.#build.call(spanning(left, right, at), operator, [left, right])
  }

  #sum(): Expr {
    return this.#binary(sums, () => this.#binary(products, () => this.#unary()))
  }

  #binary(symbols: ReadonlyMap<string, string>, operand: () => Expr): Expr {
    let left = operand()
    for (;;) {
      const { kind, text } = this.token
      const operator = kind === 'symbol' || kind === 'keyword' ? symbols.get(text) : undefined
      if (operator === undefined) return left
      const at = this.take().start
      const right = operand()
      left = this.#build.call(spanning(left, right, at), operator, [left, right])
    }
  }

  #unary(): Expr {
    this.needOperand(operandStart)
    const { text, start } = this.token
    if ((!this.isNext('!') && !this.isNext('-')) || this.#isNegativeNumber())
      return this.#member(this.#primary())
    let count = 0
    while (this.isNext(text)) {
      this.take()
      count += 1
    }
    if (!this.#isNegativeNumber()) this.#needMember(text)
    const operand = this.#member(this.#primary())
    if (count % 2 === 0) return operand
    const operator = text === '!' ? operators.not : operators.negate
    return this.#build.call({ at: start, start, end: operand.end }, operator, [operand])
  }

  /** Whether a minus stands before a number: then it is part of the literal. */
  #isNegativeNumber(): boolean {
    return this.isNext('-') && isNumber(this.ahead(1).kind)
  }

  /** Refuses what cannot follow a sign. */
  #needMember(sign: string): void {
    const token = this.token
    if (startsOperand(token) && token.text !== '-' && token.text !== '!') return
    if (sign === '-') {
      const fault = this.unexpected('', 'no viable alternative', '-')
      throw token.kind === 'end' ? joined(fault, this.unexpected(operandStart)) : fault
    }
    throw this.unexpected(operandStart, token.kind === 'end' ? 'extraneous' : 'mismatched')
  }

  #member(first: Expr): Expr {
    let operand = first
    for (;;) {
      if (this.isNext('.')) operand = this.#afterDot(operand)
      else if (this.isNext('[')) operand = this.#afterBracket(operand)
      else return operand
    }
  }

  #afterDot(operand: Expr): Expr {
    const at = this.take().start
    if (this.isNext('?')) {
      const question = this.take()
      if (!this.#options.optionalSyntax) throw fault("unsupported syntax '.?'", at)
      if (this.token.kind !== 'ident' && this.ahead(1).kind === 'ident') {
        this.issues.push(...this.unexpected('{IDENTIFIER, ESC_IDENTIFIER}', 'extraneous').issues)
        this.take()
      }
      const field = this.#fieldName(question)
      const name = this.#build.literal(spanOf(field), { type: 'string', value: field.text })
      return this.#build.call({ at, start: operand.start, end: field.end }, operators.optSelect, [
        operand,
        name,
      ])
    }
    const field = this.#fieldName(this.token)
    if (!this.isNext('('))
      return this.#build.select({ at, start: operand.start, end: field.end }, operand, field.text)
    const { open, args, end } = this.#arguments()
    return this.#call({ at: open, start: operand.start, end }, field.text, args, operand)
  }

  #fieldName(before: Token): Token {
    const token = this.token
    if (token.kind === 'escaped') throw fault("unsupported syntax: '`'", before.start)
    if (token.kind === 'ident') return this.take()
    const isLiteral = token.kind === 'keyword' && token.text !== 'in'
    const found = this.unexpected('IDENTIFIER', isLiteral ? 'mismatched' : 'no viable alternative')
    const next = this.ahead(1)
    throw token.text === 'in' && next.kind === 'end' ? joined(found, unexpectedEnd(next)) : found
  }

  /** `(…)` behind a name. */
  #arguments(): { readonly open: number; readonly args: readonly Expr[]; readonly end: number } {
    const open = this.enter(')').start
    const args = this.#list(')', index => this.#expression(index === 0 ? argumentStart : operandStart))
    return { open, args, end: this.expect(')').end }
  }

  #afterBracket(operand: Expr): Expr {
    const at = this.enter(']').start
    const isOptional = this.isNext('?')
    if (isOptional) this.take()
    if (isOptional && !this.#options.optionalSyntax) throw fault("unsupported syntax '[?'", at)
    const index = this.#expression(isOptional ? operandStart : indexStart)
    const end = this.expect(']').end
    const operator = isOptional ? operators.optIndex : operators.index
    return this.#build.call({ at, start: operand.start, end }, operator, [operand, index])
  }

  #call(span: Span, name: string, args: readonly Expr[], target: Expr | null): Expr {
    const expanded = expandMacro({ name, target, args, span }, this.#build, this.#options.macros)
    return expanded ?? this.#build.call(span, name, args, target)
  }

  #primary(): Expr {
    const token = this.token
    switch (token.kind) {
      case 'int':
      case 'uint':
      case 'double':
        return this.#number()
      case 'string':
      case 'bytes':
        return this.#quoted()
      case 'keyword':
        return this.#keyword()
      case 'ident':
        return this.#identifier('')
      case 'symbol':
        return this.#bracketed()
      default:
        throw this.unexpected(operandStart)
    }
  }

  #keyword(): Expr {
    const { text } = this.token
    if (text === 'in') throw this.unexpected(operandStart)
    const token = this.take()
    const literal: LiteralValue =
      text === 'null' ? { type: 'null' } : { type: 'bool', value: text === 'true' }
    return this.#build.literal(spanOf(token), literal)
  }

  #bracketed(): Expr {
    if (this.isNext('.')) {
      this.take()
      if (this.token.kind !== 'ident') throw this.unexpected('IDENTIFIER', 'no viable alternative')
      return this.#identifier('.')
    }
    if (this.#isNegativeNumber()) return this.#number()
    if (this.isNext('[')) return this.#listLiteral()
    if (this.isNext('{')) return this.#mapLiteral()
    if (!this.isNext('(')) throw this.unexpected(operandStart)
    this.enter(')')
    const inner = this.#expression()
    this.expect(')')
    return inner
  }

  #listLiteral(): Expr {
    const open = this.enter(']').start
    const optional: number[] = []
    const elements = this.#list(']', index => {
      if (this.#takeOptional()) optional.push(index)
      return this.#expression()
    })
    const end = this.#closeLiteral(']').end
    return this.#build.list({ at: open, start: open, end }, elements, optional)
  }

  #mapLiteral(): Expr {
    const open = this.enter('}').start
    const entries = this.#list('}', (): MapEntry => {
      const optional = this.#takeOptional()
      const key = this.#expression()
      const at = this.expect(':').start
      return { id: this.#build.id(), at, key, value: this.#expression(), optional }
    })
    const end = this.#closeLiteral('}').end
    return this.#build.map({ at: open, start: open, end }, entries)
  }

  /** An identifier, a global call, or a message literal `a.b.C{…}`. */
  #identifier(leadingDot: string): Expr {
    const first = this.token
    if (first.kind !== 'ident') throw this.unexpected('IDENTIFIER')
    const message = this.#messageName()
    if (message !== null) return this.#messageLiteral(leadingDot + message, first)
    this.take()
    const name = leadingDot + first.text
    const isCall = this.isNext('(')
    if (reserved.has(first.text) && !isCall)
      this.issues.push({ message: `reserved identifier: ${first.text}`, at: first.start })
    if (!isCall) return this.#build.ident(spanOf(first), name)
    const { open, args, end } = this.#arguments()
    if (reserved.has(first.text))
      this.issues.push({ message: `reserved identifier: ${first.text}`, at: first.start })
    return this.#call({ at: open, start: first.start, end }, name, args, null)
  }

  /** The dotted name that stands directly before a `{`; null when there is none. */
  #messageName(): string | null {
    const names: string[] = []
    for (let ahead = 0; ; ahead += 2) {
      const token = this.ahead(ahead)
      if (token.kind !== 'ident') return null
      names.push(token.text)
      const { kind, text } = this.ahead(ahead + 1)
      if (kind !== 'symbol' || (text !== '.' && text !== '{')) return null
      if (text === '.') continue
      this.position += ahead + 1
      return names.join('.')
    }
  }

  #messageLiteral(typeName: string, first: Token): Expr {
    const at = this.enter('}').start
    const fields = this.#list('}', (index): Entry & { readonly field: string } => {
      const optional = this.#takeOptional()
      const { kind } = this.token
      if (index === 0 && kind !== 'ident' && kind !== 'escaped')
        throw this.unexpected("{'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}")
      const field = this.#fieldName(this.token).text
      const colon = this.expect(':').start
      return { id: this.#build.id(), at: colon, field, value: this.#expression(), optional }
    })
    const end = this.expect('}').end
    return this.#build.struct({ at, start: first.start, end }, typeName, fields)
  }

  #takeOptional(): boolean {
    if (!this.isNext('?')) return false
    const { start } = this.take()
    if (!this.#options.optionalSyntax) throw fault("unsupported syntax '?'", start)
    return true
  }

  /** Items up to a closing bracket, which stays; lists and maps may end with a comma, calls may not. */
  #list<T>(closing: ')' | ']' | '}', item: (index: number) => T): readonly T[] {
    const items: T[] = []
    if (this.isNext(closing)) return items
    // `[,]` and `{,}` are lists and maps of nothing.
    if (closing !== ')' && this.isNext(',')) {
      this.take()
      this.#isAfterComma = true
      return items
    }
    for (;;) {
      items.push(item(items.length))
      if (!this.isNext(',')) return items
      this.take()
      if (closing === ')') continue
      // A comma may come last; then only the bracket may follow.
      this.#isAfterComma = true
      if (this.isNext(closing) || !(startsOperand(this.token) || this.isNext('?'))) return items
      this.#isAfterComma = false
    }
  }

  /** True where a literal’s last comma was read. */
  #isAfterComma = false

  #closeLiteral(closing: ']' | '}'): Token {
    const isAfterComma = this.#isAfterComma
    this.#isAfterComma = false
    if (this.isNext(closing) || isAfterComma) return this.expect(closing)
    const expected = `{'${closing}', ','}`
    const { text } = this.ahead(1)
    if (text !== closing && text !== ',') throw this.unexpected(expected)
    this.issues.push(...this.unexpected(expected, 'extraneous').issues)
    this.take()
    return this.expect(closing)
  }

  #number(): Expr {
    const { start } = this.token
    const isNegative = this.isNext('-')
    if (isNegative) this.take()
    const token = this.take()
    const span = { at: start, start, end: token.end }
    const sign = isNegative ? '-' : ''
    if (token.kind === 'double') {
      const value = Number(sign + token.text)
      if (!Number.isFinite(value)) throw fault('invalid double literal', start)
      return this.#build.literal(span, { type: 'double', value })
    }
    if (token.kind === 'uint') {
      const value = BigInt(token.text.slice(0, -1))
      if (isNegative || value > 0xffffffffffffffffn) throw fault('invalid uint literal', start)
      return this.#build.literal(span, { type: 'uint', value })
    }
    const value = isNegative ? -BigInt(token.text) : BigInt(token.text)
    if (BigInt.asIntN(64, value) !== value) throw fault('invalid int literal', start)
    return this.#build.literal(span, { type: 'int', value })
  }

  #quoted(): Expr {
    const token = this.take()
    const span = spanOf(token)
    if (token.kind === 'string') {
      const value = unquoteString(token.text)
      if (value === null) throw fault('invalid unicode code point', token.start)
      return this.#build.literal(span, { type: 'string', value })
    }
    const value = unquoteBytes(token.text)
    if (value === null) throw fault('unable to unescape string', token.start)
    return this.#build.literal(span, { type: 'bytes', value })
  }
}
