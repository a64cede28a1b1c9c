import { parseDocument } from 'yaml'
import { doubleQuoted, quotedString, yamlScalar } from '../diff/index.ts'
import { plainScalar } from './scalars.ts'
import { segmentsRewritten } from './segments.ts'
import type { ScalarNode } from './tree.ts'

export interface ScalarPlace {
  readonly isFlow: boolean
  /** Of the key or the dash that it belongs to; -1 at the root. */
  readonly column: number
  /** What ends a line of the text. */
  readonly lineEnd: string
}

/**
 * What stands in the text for a scalar instead of another: in its style where that can hold the
 * value, else in the nearest that can. A number keeps its base.
 * @param source the scalar as it is written, without anchor and tag
 */
export function scalarText(node: ScalarNode, source: string, after: unknown, place: ScalarPlace): string {
  if (typeof after !== 'string') return numberText(source, node.value, after) ?? yamlScalar(after)
  for (const candidate of candidates(node, source, after, place))
    if (candidate !== null && readsAs(candidate, after, place)) return candidate
  return doubleQuoted(after)
}

function* candidates(
  node: ScalarNode,
  source: string,
  after: string,
  place: ScalarPlace,
): Generator<string | null> {
  const isBlock = node.style === 'literal' || node.style === 'folded'
  // A block that ends in empty lines would take those behind it in: only one that did so goes on.
  const canBlock = !after.endsWith('\n\n') || node.text.endsWith('\n\n')
  if (node.style === 'literal' && canBlock) yield literalLike(source, after, place)
  else if (
    node.style !== 'literal' &&
    source.includes('\n') &&
    (node.style !== 'plain' || typeof plainScalar(after) === 'string')
  )
    yield segmentsRewritten(node, source, after)
  if (node.style === 'single' && !after.includes('\n')) yield `'${after.replaceAll("'", "''")}'`
  if (node.style === 'double' || node.style === 'single') yield doubleQuoted(after)
  if (isBlock && canBlock && after.includes('\n')) yield literalLike(source, after, place)
  if (after.includes('\n') && !place.isFlow) yield literal(after, place)
  const isText = typeof node.value === 'string'
  if (!quotedString(after) && (!place.isFlow || (isText && !/[,[\]{}]/.test(after)))) yield after
}

/** A literal block as the one that is there: its indentation, what its header says beside. */
function literalLike(source: string, after: string, place: ScalarPlace): string | null {
  const match = /^[|>]([-+]?)([1-9]?)([-+]?)([^\r\n]*)/.exec(source)
  if (match === null) return null
  const [header = '', , digit = '', , rest = ''] = match
  const first = /\n( *)[^\s]/.exec(source.slice(header.length))
  const indent = first?.[1] ?? ' '.repeat(Math.max(0, place.column) + 2)
  return block(after, digit, rest, indent, place.lineEnd)
}

function literal(after: string, place: ScalarPlace): string | null {
  if (/^\s/.test(after)) return null
  return block(after, '', '', ' '.repeat(Math.max(0, place.column) + 2), place.lineEnd)
}

function block(text: string, digit: string, rest: string, indent: string, lineEnd: string): string | null {
  if (text === '' || quotedString(text, true)) return null
  const body = text.replace(/\n+$/, '')
  const ends = text.length - body.length
  const chomping = ends === 0 ? '-' : ends === 1 ? '' : '+'
  const lines = body.split('\n').map(line => (line === '' ? '' : indent + line))
  for (let index = 1; index < ends; index++) lines.push('')
  return [`|${digit}${chomping}${rest}`, ...lines].join(lineEnd)
}

/** Whether the text is read as wanted where it would stand. */
function readsAs(candidate: string, wanted: string, { column, isFlow }: ScalarPlace): boolean {
  const lead = ' '.repeat(Math.max(0, column))
  const text = isFlow ? `${lead}k: {a: ${candidate}\n${lead}}` : `${lead}k: ${candidate}\n${lead}l: m\n`
  const document = parseDocument(text, { schema: 'failsafe', prettyErrors: false, logLevel: 'silent' })
  if (document.errors.length > 0) return false
  return document.getIn(isFlow ? ['k', 'a'] : ['k']) === wanted
}

/** A whole number in the base that the author chose. */
function numberText(source: string, before: unknown, after: unknown): string | null {
  if (typeof after !== 'number' || typeof before !== 'number' || !Number.isInteger(after) || after < 0)
    return null
  if (/^0[0-7]+$/.test(source)) return `0${after.toString(8)}`
  if (/^0o[0-7]+$/.test(source)) return `0o${after.toString(8)}`
  return /^0x[0-9a-fA-F]+$/.test(source) ? `0x${after.toString(16)}` : null
}
