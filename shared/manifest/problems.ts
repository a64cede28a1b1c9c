import type { LineIndex } from './lines.ts'

export interface TextEdit {
  /** UTF-16 offsets in the text as it is before any edit. */
  readonly from: number
  readonly to: number
  readonly insert: string
}

export interface ManifestProblem {
  /** `error`: it cannot be sent so; `warning`: it will probably not do what is meant; `note`: good to know. */
  readonly severity: 'error' | 'warning' | 'note'
  readonly message: string
  /** UTF-16 offsets. */
  readonly from: number
  readonly to: number
  /** From 1. */
  readonly line: number
  readonly column: number
  /** Index of the document. */
  readonly document: number
  /** What would mend it. */
  readonly fix?: { readonly title: string; readonly edits: readonly TextEdit[] }
}

/** Problems of one text that are told; more help nobody. */
export const mostProblems = 200

/** UTF-16 units of one message: names in it come from the text. */
const longestMessage = 500

/** Collects problems of a text in their order, up to a bound. */
export class ProblemList {
  readonly #found: ManifestProblem[] = []
  readonly #lines: LineIndex
  document = 0

  constructor(lines: LineIndex) {
    this.#lines = lines
  }

  get isFull(): boolean {
    return this.#found.length >= mostProblems
  }

  add(
    severity: ManifestProblem['severity'],
    message: string,
    { from, to }: { readonly from: number; readonly to: number },
    fix?: ManifestProblem['fix'],
  ): void {
    if (this.isFull && severity !== 'error') return
    if (this.#found.length >= mostProblems * 2) return
    const place = { from, to, ...this.#lines.at(from), document: this.document }
    const words = message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message
    this.#found.push({ severity, message: words, ...place, ...(fix === undefined ? {} : { fix }) })
  }

  /** By place, the graver first where several stand at one. */
  all(): readonly ManifestProblem[] {
    const grade = { error: 0, warning: 1, note: 2 }
    return this.#found.sort((a, b) => a.from - b.from || grade[a.severity] - grade[b.severity])
  }
}
