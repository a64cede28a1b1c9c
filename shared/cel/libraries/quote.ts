import { shortEscapes } from '../../words/index.ts'

export { quoteGo } from '../../words/index.ts'

/** A literal of the expression language: control characters that have a letter get it, all else stays. */
export function quoteCel(text: string): string {
  return `"${text.replace(/["\\\x07\b\f\n\r\t\v]/g, character => shortEscapes.get(character) ?? character)}"`
}
