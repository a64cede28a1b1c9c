/**
 * Words of a CEL expression, for highlighting and for simple questions about an expression.
 * It splits any text without loss and never fails; it is no parser.
 */
type TokenType =
  | 'root' // object, oldObject, request, params, …
  | 'call'
  | 'macro'
  | 'member'
  | 'name'
  | 'keyword'
  | 'string'
  | 'number'
  | 'operator'
  | 'comment'
  | 'space'

export interface Token {
  readonly type: TokenType
  readonly text: string
}

const roots = new Set([
  'object',
  'oldObject',
  'request',
  'params',
  'namespaceObject',
  'variables',
  'authorizer',
  'self',
  'oldSelf',
])
const keywords = new Set(['in', 'true', 'false', 'null'])
const macros = new Set([
  'has',
  'all',
  'exists',
  'exists_one',
  'existsOne',
  'map',
  'filter',
  'transformList',
  'transformMap',
])

const pattern = new RegExp(
  [
    '(?<space>\\s+)',
    '(?<comment>//[^\\n]*)',
    '(?<string>[bBrR]{0,2}(?:"""[\\s\\S]*?"""|\'\'\'[\\s\\S]*?\'\'\'|"(?:\\\\.|[^"\\\\\\n])*"?|\'(?:\\\\.|[^\'\\\\\\n])*\'?))',
    '(?<number>0[xX][0-9a-fA-F]+u?|\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?u?)',
    '(?<name>[A-Za-z_][A-Za-z0-9_]*)',
    '(?<operator>&&|\\|\\||[=!<>]=|[\\s\\S])',
  ].join('|'),
  'gy',
)

export function celTokens(expression: string): readonly Token[] {
  const tokens: Token[] = []
  let before = ''
  for (const match of expression.matchAll(pattern)) {
    const text = match[0]
    const groups = match.groups ?? {}
    const next = expression.slice(match.index + text.length).trimStart()[0] ?? ''
    const type = groups.name === undefined ? plainType(groups) : nameType(text, before === '.', next === '(')
    tokens.push({ type, text })
    if (type !== 'space' && type !== 'comment') before = text.at(-1) === '?' && before === '.' ? '.' : text
  }
  return tokens
}

function plainType(groups: Readonly<Record<string, string | undefined>>): TokenType {
  if (groups.space !== undefined) return 'space'
  if (groups.comment !== undefined) return 'comment'
  if (groups.string !== undefined) return 'string'
  return groups.number === undefined ? 'operator' : 'number'
}

function nameType(text: string, isMember: boolean, isCall: boolean): TokenType {
  if (isCall) return macros.has(text) ? 'macro' : 'call'
  if (isMember) return 'member'
  if (keywords.has(text)) return 'keyword'
  return roots.has(text) ? 'root' : 'name'
}

/**
 * True when an expression reads a field of `object` and nothing in it asks whether there is an
 * object: on DELETE `object` is null and such an expression fails.
 */
export function readsObjectUnguarded(expression: string): boolean {
  const words = celTokens(expression).filter(token => token.type !== 'space' && token.type !== 'comment')
  const reads = words.some(
    (token, at) =>
      token.type === 'root' && token.text === 'object' && ['.', '['].includes(words[at + 1]?.text ?? ''),
  )
  const guarded =
    words.some((token, at) => token.text === 'object' && ['==', '!='].includes(words[at + 1]?.text ?? '')) ||
    words.some((token, at) => token.text === 'operation' && words[at - 2]?.text === 'request')
  return reads && !guarded
}
