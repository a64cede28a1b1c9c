import { CelSyntaxError, type Issue } from './issue.ts'

export type TokenKind =
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'ident'
  | 'escaped'
  | 'keyword'
  | 'symbol'
  | 'end'

export interface Token {
  readonly kind: TokenKind
  /** As written. */
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Words of the grammar itself; other reserved words are refused as identifiers only. */
const keywords = new Set(['true', 'false', 'null', 'in'])

const symbols = [
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  ...['<', '>', '[', ']', '{', '}', '(', ')', '.', ',', '-', '!', '?', ':', '+', '*', '/', '%'],
]

const blank = /(?:[\t \r\n\f]|\/\/[^\n]*)+/y
const double = /(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)/y
const uint = /(?:0x[0-9a-fA-F]+|\d+)[uU]/y
const int = /(?:0x[0-9a-fA-F]+|\d+)/y
const word = /[A-Za-z_][A-Za-z0-9_]*/y
const escaped = /`[A-Za-z0-9_./ -]+`/y
const quoteStart = /[bB]?[rR]?(?:"""|'''|"|')/y

/** Tokens of a text, and what in it begins none. */
export interface Tokens {
  readonly tokens: readonly Token[]
  readonly issues: readonly Issue[]
}

/** Faults after which the server’s parser gives up. */
const mostIssues = 100

/**
 * Cuts a text into tokens. Strings keep their quotes; `unquote` reads them.
 * @throws CelSyntaxError for a text that is beyond reading
 */
export function tokenize(source: string): Tokens {
  const tokens: Token[] = []
  const issues: Issue[] = []
  let at = 0
  for (;;) {
    at = matchAt(blank, source, at)?.end ?? at
    if (at >= source.length) {
      tokens.push({ kind: 'end', text: '<EOF>', start: source.length, end: source.length })
      return { tokens, issues }
    }
    const found = tokenAt(source, at)
    if (typeof found === 'number') {
      if (issues.length === mostIssues)
        throw new CelSyntaxError([...issues, { message: `More than ${mostIssues} syntax errors`, at }])
      issues.push(unrecognized(source, at, found))
      at = found
    } else {
      tokens.push(found)
      at = found.end
    }
  }
}

/** The token at a place, or, where none begins there, the end of what cannot be read. */
function tokenAt(source: string, start: number): Token | number {
  const quote = matchAt(quoteStart, source, start)
  if (quote !== null) return stringAt(source, start, quote.text)
  const found =
    // The longest wins, as in the grammar: `1.5` before `1`, `1u` before `1`.
    matched('double', double, source, start) ??
    matched('uint', uint, source, start) ??
    matched('int', int, source, start) ??
    matched('ident', word, source, start) ??
    matched('escaped', escaped, source, start)
  if (found !== null) return keywords.has(found.text) ? { ...found, kind: 'keyword' } : found
  const symbol = symbols.find(text => source.startsWith(text, start))
  if (symbol !== undefined) return { kind: 'symbol', text: symbol, start, end: start + symbol.length }
  // What might have become a token is skipped with the character that it failed at.
  const begun = matchAt(beginning, source, start)?.end ?? start
  return after(source, begun)
}

/** The place behind the character at a place. */
const after = (source: string, at: number): number =>
  at + ((source.codePointAt(at) ?? 0) > 0xffff ? 2 : at < source.length ? 1 : 0)

function matched(kind: TokenKind, pattern: RegExp, source: string, start: number): Token | null {
  const match = matchAt(pattern, source, start)
  return match === null ? null : { kind, text: match.text, start, end: match.end }
}

function matchAt(
  pattern: RegExp,
  source: string,
  at: number,
): { readonly text: string; readonly end: number } | null {
  pattern.lastIndex = at
  const text = pattern.exec(source)?.[0]
  return text === undefined ? null : { text, end: at + text.length }
}

function stringAt(source: string, start: number, opening: string): Token | number {
  const prefix = opening.replaceAll(/["']/g, '')
  const quote = opening.slice(prefix.length)
  const kind = /b/i.test(prefix) ? 'bytes' : 'string'
  const token = (of: TokenKind, end: number): Token => ({
    kind: of,
    text: source.slice(start, end),
    start,
    end,
  })
  const { end, isClosed } = endOfString(source, start + opening.length, quote, /r/i.test(prefix))
  if (isClosed) return token(kind, end)
  // What is not closed is read as something shorter: an empty string, or a name before the quote.
  if (quote.length === 3) return token(kind, start + prefix.length + 2)
  return prefix === '' ? after(source, end) : token('ident', start + prefix.length)
}

/** Where a string ends, or the character that it cannot go on with. */
function endOfString(
  source: string,
  from: number,
  quote: string,
  isRaw: boolean,
): { readonly end: number; readonly isClosed: boolean } {
  for (let at = from; at < source.length; at++) {
    const character = source[at]
    if (source.startsWith(quote, at)) return { end: at + quote.length, isClosed: true }
    if (quote.length === 1 && (character === '\n' || character === '\r')) return { end: at, isClosed: false }
    if (character !== '\\' || isRaw) continue
    const sequence = matchAt(escapeSequence, source, at)
    if (sequence === null)
      return { end: matchAt(escapeBeginning, source, at)?.end ?? at + 1, isClosed: false }
    at = sequence.end - 1
  }
  return { end: source.length, isClosed: false }
}

const escapeSequence =
  /\\(?:[abfnrtv"'\\?`]|[0-3][0-7][0-7]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})/y
/** As much of an escape as there is. */
const escapeBeginning = /\\(?:[0-3][0-7]?|[xX][0-9a-fA-F]?|u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7})?/y
/** Tokens of more than one character that were begun. */
const beginning = /[&|=]|`[A-Za-z0-9_./ -]*/y

function unrecognized(source: string, start: number, end: number): Issue {
  const text = source.slice(start, end)
  return { message: `Syntax error: token recognition error at: '${text}'`, at: start }
}
