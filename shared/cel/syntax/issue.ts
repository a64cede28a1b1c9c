/** Something wrong with the text of an expression. */
export interface Issue {
  readonly message: string
  /** Offset in UTF-16 units; -1 where no place is to blame. */
  readonly at: number
}

/** Refuses a text that is no expression; holds every issue that was found. */
export class CelSyntaxError extends Error {
  readonly issues: readonly Issue[]

  constructor(issues: readonly Issue[]) {
    super(issues.map(({ message }) => message).join('; '))
    this.name = 'CelSyntaxError'
    this.issues = issues
  }
}

export interface Place {
  /** 1-based. */
  readonly line: number
  /** 1-based, counted in code points as the server counts them. */
  readonly column: number
}

export function placeOf(source: string, at: number): Place {
  const before = source.slice(0, at)
  const lineStart = before.lastIndexOf('\n') + 1
  return {
    line: before.split('\n').length,
    column: [...before.slice(lineStart)].length + 1,
  }
}

/**
 * Issues in the server’s form: `ERROR: <input>:1:5: …`, the line, and a mark below the place.
 * Sorted by place, as the server sorts them.
 */
export function formatIssues(source: string, issues: readonly Issue[]): string {
  const lines = source.split('\n')
  const shown: string[] = []
  let size = 0
  for (const issue of issues.slice(0, mostShown).sort((a, b) => a.at - b.at)) {
    if (size > longestText) break
    const text = formatIssue(source, lines, issue)
    size += text.length
    shown.push(text)
  }
  const left = issues.length - shown.length
  if (left > 0) shown.push(`${left} more errors were truncated`)
  return shown.join('\n')
}

/** Every issue repeats its line: with lines of many pages fewer issues are told than the server tells. */
const longestText = 1_000_000

/** Issues that the server keeps, the first that it meets. */
const mostShown = 100

function formatIssue(source: string, lines: readonly string[], { message, at }: Issue): string {
  if (at < 0) return `ERROR: <input>:-1:0: ${message}`
  // In a text of nothing there is no place, nor a line to show.
  if (source === '') return `ERROR: <input>:1:0: ${message}`
  const { line, column } = placeOf(source, at)
  const text = (lines[line - 1] ?? '').replaceAll('\t', ' ')
  const characters = [...text]
  const mark = characters
    .slice(0, column - 1)
    .map(character => (isWide(character) ? '．' : '.'))
    .join('')
  const under = characters[column - 1]
  const caret = under !== undefined && isWide(under) ? '＾' : '^'
  return `ERROR: <input>:${line}:${column}: ${message}\n | ${text}\n | ${mark}${caret}`
}

/** Characters that the server marks with a mark of double width: those of more than one byte. */
function isWide(character: string): boolean {
  return (character.codePointAt(0) ?? 0) > 0x7f
}
