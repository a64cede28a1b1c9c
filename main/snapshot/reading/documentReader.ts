import { isUtf8 } from 'node:buffer'
import { fieldsOf, isFields, textOf } from './fields.ts'
import type { Intake } from './intake.ts'
import { outOfStack, type ParsedText, parseYaml, tooDeep } from './parseYaml.ts'
import type { PathHint } from './pathHint.ts'
import type { Problems } from './problems.ts'
import { Slabs } from './slabs.ts'
import type { SplitSink } from './splitSink.ts'

interface Unnamed {
  readonly bytes: Buffer
  readonly line: number
}

export interface DocumentReaderOptions {
  readonly file: string
  readonly hint: PathHint | null
  readonly format: 'json' | 'yaml'
  readonly intake: Intake
  readonly problems: Problems
  /** Called for each part of a log among the objects. */
  readonly log: () => void
  /** Called now and then, for the progress. */
  readonly tick: () => void
}

/** Parses the texts that a splitter finds in one file, and hands on the objects. */
export class DocumentReader implements SplitSink {
  readonly #options: DocumentReaderOptions
  /** Items that say no kind; the end of their list does. */
  #unnamed: Unnamed[] = []
  #slabs = new Slabs()

  constructor(options: DocumentReaderOptions) {
    this.#options = options
  }

  value(text: Buffer, line: number): void {
    this.#withinStack(line, () => {
      const value = this.#parse(text, line)
      if (value === undefined) return
      this.#options.intake.document(value, this.#place(this.#lineOf(text, line)))
      this.#options.tick()
    })
  }

  item(text: Buffer, line: number): void {
    this.#withinStack(line, () => this.#item(text, line))
  }

  head(text: Buffer, line: number): void {
    this.#withinStack(line, () => this.#head(text, line))
  }

  problem(line: number, message: string): void {
    this.#options.problems.add(this.#options.file, line, message)
  }

  log(): void {
    this.#options.log()
  }

  /** What is nested deeper than can be followed is told of itself alone; what stands beside it is read. */
  #withinStack(line: number, take: () => void): void {
    try {
      take()
    } catch (error) {
      if (!(error instanceof RangeError && outOfStack.test(error.message))) throw error
      this.problem(line, tooDeep)
    }
  }

  #item(text: Buffer, line: number): void {
    const parsed = this.#parse(text, line)
    this.#options.tick()
    if (parsed === undefined) return
    const value = this.#options.format === 'yaml' && Array.isArray(parsed) ? parsed[0] : parsed
    if (isFields(value) && textOf(value.kind) === '')
      this.#unnamed.push({ bytes: this.#slabs.keep(JSON.stringify(value)), line })
    else this.#options.intake.document(value, this.#place(line))
  }

  #head(text: Buffer, line: number): void {
    const unnamed = this.#unnamed
    this.#unnamed = []
    this.#slabs = new Slabs()
    const head = fieldsOf(this.#parse(text, line))
    const kind = textOf(head.kind)
    // kubectl writes it behind the items.
    if (kind === '' && this.#options.format === 'yaml')
      this.problem(line, 'The list that begins here has no kind at its end: the text may be cut off.')
    if (kind.endsWith('List')) this.#options.intake.listEnded(textOf(head.apiVersion), kind)
    if (unnamed.length === 0) return
    const itemOf = ({ bytes }: Unnamed): unknown => JSON.parse(bytes.toString('utf8'))
    if (kind.endsWith('List'))
      for (const one of unnamed) {
        this.#options.intake.listed(itemOf(one), textOf(head.apiVersion), kind, this.#place(one.line))
        this.#options.tick()
      }
    // An object that has a field `items` of its own.
    else if (kind !== '')
      this.#options.intake.document({ ...head, items: unnamed.map(itemOf) }, this.#place(line))
    else this.problem(unnamed[0]?.line ?? line, 'The items have no kind, and neither has what they are in.')
  }

  #place(line: number) {
    return { file: this.#options.file, line, hint: this.#options.hint }
  }

  /** The line of the first thing that is no comment: where a reader would look. */
  #lineOf(text: Buffer, line: number): number {
    if (this.#options.format === 'json') return line
    const begin = text.subarray(0, 4000).toString('latin1').split('\n')
    const index = begin.findIndex(one => !/^\s*(#.*)?$/.test(one))
    return line + Math.max(0, index)
  }

  /** Undefined when it could not be parsed, which is told. */
  #parse(text: Buffer, line: number): unknown {
    if (!isUtf8(text)) {
      this.problem(line, 'This is not text in UTF-8.')
      return undefined
    }
    const written = text.toString('utf8')
    const parsed = this.#options.format === 'json' ? parseJson(written) : parseYaml(written)
    if (parsed.ok) return parsed.value ?? null
    this.problem(line + parsed.line - 1, parsed.message)
    return undefined
  }
}

/** Longer texts than this are JSON or nothing: a YAML reader would take minutes to say so. */
const longestFlow = 4 * 1024 * 1024

function parseJson(text: string): ParsedText {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const yaml = text.length < longestFlow ? parseYaml(text) : null
    if (yaml?.ok) return yaml
    const [, line] = /line (\d+) column/.exec(error.message) ?? []
    const [, position] = /at position (\d+)/.exec(error.message) ?? []
    const at =
      Number(line ?? 0) || (position === undefined ? (yaml?.line ?? 1) : lineAt(text, Number(position)))
    return { ok: false, line: at, message: 'This is valid neither as JSON nor as YAML.' }
  }
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}
