import type { YAMLError } from 'yaml'
import { tooDeep } from './limits.ts'
import type { LineIndex } from './lines.ts'
import type { ProblemList, TextEdit } from './problems.ts'

const template = /\{\{-?\s*[^}]*\}\}/
/** The words of V8 for a recursion that ran out of stack. */
const outOfStack = /call stack size/

/** What the reader of YAML refuses, in plain words at the right place. */
export function tellFault(text: string, lines: LineIndex, error: YAMLError, problems: ProblemList): void {
  const [from, end] = error.pos
  const to = Math.max(from, Math.min(end, lines.endOf(from)))
  const tab = tabAt(text, lines, from)
  if (tab !== null) {
    problems.add('error', tabWords, { from: tab, to: tab + 1 }, spacesForTabs(text))
    return
  }
  problems.add('error', wordsOf(error, text, lines.textOf(from)), { from, to: Math.max(to, from) })
}

export const tabWords = 'A tab stands here, and YAML is indented by spaces only.'

/** A tab in the indentation of the line of an offset, or of the line after it. */
function tabAt(text: string, lines: LineIndex, offset: number): number | null {
  for (const start of [lines.startOf(offset), lines.nextOf(offset)]) {
    const lead = /^[ ]*(?:- +)*\t/.exec(text.slice(start, start + 200))
    if (lead !== null) return start + lead[0].length - 1
  }
  return null
}

/** Two spaces for each tab that a line begins with. */
function spacesForTabs(text: string): { readonly title: string; readonly edits: readonly TextEdit[] } {
  const edits: TextEdit[] = []
  for (const match of text.matchAll(/^[ ]*\t[ \t]*/gm)) {
    const [lead] = match
    edits.push({ from: match.index, to: match.index + lead.length, insert: lead.replaceAll('\t', '  ') })
    if (edits.length >= 10_000) break
  }
  return { title: 'Replace tabs by spaces', edits: edits.reverse() }
}

function wordsOf({ code, message }: YAMLError, text: string, line: string): string {
  if (template.test(line) || template.test(text.slice(0, 4000)))
    return 'This is a template, not YAML: render it first, with `helm template` for instance.'
  if (outOfStack.test(message)) return tooDeep
  if (code === 'BAD_INDENT' && /must start at the same column/.test(message))
    return 'This line is indented otherwise than the fields beside it.'
  if (code === 'BLOCK_AS_IMPLICIT_KEY')
    return 'A second `key:` stands on this line: put a text that holds a colon in quotes.'
  if (code === 'UNEXPECTED_TOKEN' && /^\s*\/\/|\s\/\/ /.test(line))
    return 'Nothing may follow here; a comment begins with #, not with //.'
  const [first = '', ...rest] = message
  return `This is not valid YAML: ${first.toLowerCase()}${rest.join('').replace(/\.$/, '')}.`
}
