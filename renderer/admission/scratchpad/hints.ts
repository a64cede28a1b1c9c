import type { EvaluatedExpression } from '../../../shared/ipc/index.ts'
import { faultOf, issueInWords } from './faults.ts'
import type { ExpressionPlace } from './places.ts'

/** A value that stands at the end of a line, with the words it belongs to. */
export interface LineHint {
  /** Offset in the text of the last character it is about. */
  readonly at: number
  readonly name: string
  readonly value: string
}

/** A part of the text with its value. */
export interface ValuePart {
  readonly start: number
  readonly end: number
  readonly value: string
  /** It is no value, but why there is none. */
  readonly isError: boolean
}

/** A path such as `object.spec.containers[0].image`, whose value says most in the fewest words. */
const pathPattern = /^[A-Za-z_]\w*(?:\??\.\w+|\[[^[\]]{1,60}\])+$/
const longestValue = 48
/** Lists and maps that are longer say less than what is in them. */
const longestCollection = 24
const mostHints = 3

/** Values of paths in an expression, the longest path of those that begin at the same place. */
export function hintsOf(expression: EvaluatedExpression, place: ExpressionPlace): readonly LineHint[] {
  if (place.source !== expression.source) return []
  const longest = new Map<number, { readonly end: number; readonly text: string }>()
  for (const { start, end, text } of expression.parts) {
    if (!pathPattern.test(expression.source.slice(start, end))) continue
    // Why there is no value is told once, beside the editor.
    if (isErrorOf(expression, text)) continue
    if ((longest.get(start)?.end ?? -1) < end) longest.set(start, { end, text })
  }
  const seen = new Set<string>()
  return [...longest].flatMap(([start, { end, text }]) => {
    const name = expression.source.slice(start, end)
    if (seen.has(name) || (/^[[{]/.test(text) && text.length > longestCollection)) return []
    seen.add(name)
    return [{ at: place.at(end - 1), name, value: shortened(text) }]
  })
}

/** Whether the text of a part is the error of the whole. */
function isErrorOf({ result }: EvaluatedExpression, text: string): boolean {
  return result.type === 'error' && text === faultOf(result.message)
}

function shortened(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}

/** Texts at the ends of lines, by the offset of the line's end. */
export function lineTexts(text: string, hints: readonly LineHint[]): ReadonlyMap<number, string> {
  const lines = new Map<number, LineHint[]>()
  for (const hint of hints) {
    const found = text.indexOf('\n', hint.at)
    const end = found < 0 ? text.length : found
    lines.set(end, [...(lines.get(end) ?? []), hint])
  }
  return new Map(
    [...lines].map(([end, own]) => [
      end,
      own
        .toSorted((one, other) => one.at - other.at)
        .slice(0, mostHints)
        .map(({ name, value }) => `${name} = ${value}`)
        .join('   '),
    ]),
  )
}

/** All parts with their values as places of the text. */
export function valueParts(expression: EvaluatedExpression, place: ExpressionPlace): readonly ValuePart[] {
  if (place.source !== expression.source) return []
  return expression.parts
    .filter(({ start, end }) => end > start)
    .map(({ start, end, text }) => ({
      start: place.at(start),
      end: place.at(end - 1) + 1,
      value: text,
      isError: isErrorOf(expression, text),
    }))
}

/** The smallest part around an offset; null outside of all. */
export function partAround(parts: readonly ValuePart[], offset: number): ValuePart | null {
  let smallest: ValuePart | null = null
  for (const part of parts) {
    if (offset < part.start || offset > part.end) continue
    if (smallest === null || part.end - part.start < smallest.end - smallest.start) smallest = part
  }
  return smallest
}

/** A place of the text that is wrong. */
export interface IssueMark {
  readonly start: number
  readonly end: number
  readonly message: string
}

export function issueMarks(expression: EvaluatedExpression, place: ExpressionPlace): readonly IssueMark[] {
  if (place.source !== expression.source) return []
  return expression.issues.flatMap(({ offset, message }) => {
    if (offset < 0) return []
    // The checker points at the dot of a field: the name after it is what it means.
    const word = /^(?:\.?\w+|\s*(?:[=!<>]=|&&|\|\||\S))/.exec(expression.source.slice(offset))?.[0] ?? ''
    const start = place.at(Math.min(offset, Math.max(0, expression.source.length - 1)))
    return [
      {
        start,
        end: Math.max(start + 1, place.at(offset + Math.max(0, word.length - 1)) + 1),
        message: issueInWords(message, expression.source),
      },
    ]
  })
}
