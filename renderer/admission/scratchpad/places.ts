import { isMap, isScalar, isSeq, type Node, parseDocument, type Scalar } from 'yaml'

/** An expression of a policy's YAML and where its characters stand in the text. */
export interface ExpressionPlace {
  /** As the engine names it, e.g. `spec.validations[0].expression`. */
  readonly field: string
  readonly source: string
  readonly start: number
  readonly end: number
  /** Offset in the text for one in the expression. */
  at(offset: number): number
}

const expressionKeys = new Set(['expression', 'messageExpression', 'valueExpression'])
const deepest = 12
const mostPlaces = 500
/** Longer texts are shown without marks: reading them at every key would be felt. */
const longestText = 300_000

/** Where the expressions of a policy stand; none where the text cannot be read. */
export function expressionPlaces(text: string): readonly ExpressionPlace[] {
  if (text.length > longestText) return []
  const places: ExpressionPlace[] = []
  try {
    const document = parseDocument(text, { keepSourceTokens: false, logLevel: 'silent', stringKeys: true })
    collect(document.contents, '', 0, (field, scalar) => {
      if (places.length < mostPlaces) places.push(placeOf(text, field, scalar))
    })
  } catch {
    // Text that nests deeper than can be read has no places; the engine says what is wrong with it.
    return []
  }
  return places
}

function collect(
  node: Node | null,
  path: string,
  depth: number,
  found: (field: string, scalar: Scalar<string>) => void,
): void {
  if (depth > deepest) return
  if (isSeq(node)) {
    for (const [index, item] of node.items.entries())
      collect(item as Node | null, `${path}[${index}]`, depth + 1, found)
  } else if (isMap(node)) {
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : ''
      const field = path === '' ? name : `${path}.${name}`
      const isExpression = expressionKeys.has(name) && field.startsWith('spec.')
      if (isExpression && isScalar(value) && typeof value.value === 'string')
        found(field, value as Scalar<string>)
      else collect(value as Node | null, field, depth + 1, found)
    }
  }
}

function placeOf(text: string, field: string, { value, range, type }: Scalar<string>): ExpressionPlace {
  const [start, end] = range ?? [0, 0]
  const isBlock = type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED'
  const header = text.indexOf('\n', start)
  const first = isBlock ? (header < 0 ? end : header + 1) : start
  const offsets = aligned(text, first, end, value)
  return { field, source: value, start: first, end, at: offset => offsets[offset] ?? end }
}

/** For each character of a value where it stands in the text, whatever indents, folds or quotes it. */
function aligned(text: string, start: number, end: number, value: string): readonly number[] {
  const offsets: number[] = []
  let at = start
  for (const character of value) {
    const isSpace = /\s/.test(character)
    if (!isSpace) while (at < end && !text.startsWith(character, at)) at++
    for (let unit = 0; unit < character.length; unit++) offsets.push(Math.min(at + unit, end))
    if (!isSpace || /\s/.test(text.charAt(at))) at += character.length
  }
  offsets.push(Math.min(at, end))
  return offsets
}

/** An expression that is the whole text. */
export function wholePlace(text: string): ExpressionPlace {
  return { field: 'expression', source: text, start: 0, end: text.length, at: offset => offset }
}
