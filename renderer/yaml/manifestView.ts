import { completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, historyKeymap, indentWithTab } from '@codemirror/commands'
import { foldKeymap } from '@codemirror/language'
import { searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import type { EditorSettings } from '../../shared/ipc/index.ts'
import type { TextEdit } from '../../shared/manifest/index.ts'
import { announce } from '../live/index.ts'
import { fieldHints } from './fieldHints.ts'
import { insideOffset, joinEnds, splitEnds } from './lineEnds.ts'
import { lookOf } from './look.ts'
import { oddEnds, oddEndsOf, setOddEnds } from './oddEnds.ts'
import {
  goToProblem,
  type PlacedProblem,
  type ProblemSeverity,
  problemMarks,
  showProblems,
} from './problemMarks.ts'
import { ManifestReader, type SchemaOf } from './reader.ts'
import type { Reading } from './reading.ts'
import { replacementOf } from './replacement.ts'
import { writing } from './writing.ts'
import { yamlLook } from './yamlLook.ts'

/** A problem of a text, by line and column from 1. */
export interface EditorProblem {
  readonly severity: ProblemSeverity
  readonly message: string
  readonly line: number
  readonly column: number
  /** Characters that are marked; the rest of the line where it is absent. */
  readonly length?: number
  readonly fix?: { readonly title: string; readonly edits: readonly TextEdit[] }
}

export interface ManifestViewSources {
  readonly label: string
  readonly text: string
  readonly placeholder: string
  readonly isReadOnly: boolean
  readonly onChange: (text: string) => void
  readonly schemaOf: SchemaOf
  /** All that is wrong: what was read, then what came from outside. */
  readonly onProblems: (problems: readonly EditorProblem[]) => void
}

/** Milliseconds without a key before a text is read; a long one is read less often. */
const pause = 120
const longPause = 450
const longText = 200_000

/** The editor of manifests without React: text with its own line ends, problems, completion. */
export class ManifestView {
  readonly #view: EditorView
  readonly #reader: ManifestReader
  readonly #look = new Compartment()
  readonly #editable = new Compartment()
  readonly #sources: ManifestViewSources
  #lineEnd: '\n' | '\r\n'
  #read: readonly EditorProblem[] = []
  #outside: readonly EditorProblem[] = []
  #timer: number | undefined
  #wanted = 0
  /** Set while the text comes from outside, so that it is not told as written. */
  #isSetting = false

  constructor(parent: HTMLElement, sources: ManifestViewSources) {
    this.#sources = sources
    this.#reader = new ManifestReader(sources.schemaOf, (reading, number) => this.#take(reading, number))
    const { text, lineEnd, odd } = splitEnds(sources.text)
    this.#lineEnd = lineEnd
    this.#view = new EditorView({
      parent,
      state: EditorState.create({ doc: text, extensions: this.#extensions() }),
    })
    if (odd.length > 0) this.#view.dispatch({ effects: setOddEnds.of(odd) })
    this.#wanted = this.#reader.read(sources.text)
  }

  #extensions(): Extension {
    const { label, placeholder: hint, isReadOnly } = this.#sources
    return [
      this.#look.of([]),
      this.#editable.of(EditorState.readOnly.of(isReadOnly)),
      yamlLook,
      // A carriage return alone stays a character, and is shown as one.
      EditorState.lineSeparator.of('\n'),
      EditorView.clipboardInputFilter.of(text => text.replace(/\r\n?/g, '\n')),
      oddEnds,
      EditorView.contentAttributes.of({ 'aria-label': label, 'aria-multiline': 'true', tabindex: '0' }),
      problemMarks,
      writing,
      placeholder(hint),
      fieldHints(this.#reader.known),
      EditorView.updateListener.of(update => {
        if (update.docChanged) this.#changed()
      }),
      keymap.of([
        { key: 'F8', run: view => tellProblem(view, 1), shift: view => tellProblem(view, -1) },
        ...completionKeymap,
        ...historyKeymap,
        ...searchKeymap,
        ...foldKeymap,
        ...defaultKeymap,
        indentWithTab,
      ]),
    ]
  }

  /** With the line ends that it came with. */
  get text(): string {
    return joinEnds(this.#view.state.doc, this.#lineEnd, oddEndsOf(this.#view.state))
  }

  setText(whole: string): void {
    if (whole === this.text) return
    const { text, lineEnd, odd } = splitEnds(whole)
    this.#lineEnd = lineEnd
    const change = replacementOf(this.#view.state.sliceDoc(), text)
    this.#isSetting = true
    this.#view.dispatch({ ...(change === null ? {} : { changes: change }), effects: setOddEnds.of(odd) })
    this.#isSetting = false
  }

  /** Replacements in the text with its own line ends, as one step of the history. The cursor keeps its place. */
  applyEdits(edits: readonly TextEdit[]): void {
    const whole = this.text
    const changes = edits
      .map(({ from, to, insert }) => ({
        from: insideOffset(whole, from),
        to: insideOffset(whole, to),
        insert: insert.replace(/\r\n/g, '\n'),
      }))
      .sort((a, b) => a.from - b.from)
    if (changes.length > 0) this.#view.dispatch({ changes, userEvent: 'input' })
  }

  setLook(settings: EditorSettings): void {
    this.#view.dispatch({ effects: this.#look.reconfigure(lookOf(settings)) })
  }

  setReadOnly(isReadOnly: boolean): void {
    this.#view.dispatch({ effects: this.#editable.reconfigure(EditorState.readOnly.of(isReadOnly)) })
  }

  /** Whether the text may leave out what its kind requires. */
  setPartial(isPartial: boolean): void {
    this.#wanted = this.#reader.setPartial(isPartial)
  }

  /** What others say of the text, such as the server: marked beside what was read in it. */
  setProblems(problems: readonly EditorProblem[]): void {
    this.#outside = problems
    this.#show()
  }

  goTo(line: number, column: number): void {
    const anchor = this.#offsetOf(line, column)
    this.#view.dispatch({
      selection: { anchor },
      effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      userEvent: 'select',
    })
    this.#view.focus()
  }

  focus(): void {
    this.#view.focus()
  }

  destroy(): void {
    window.clearTimeout(this.#timer)
    this.#reader.close()
    this.#view.destroy()
  }

  #changed(): void {
    const { text } = this
    if (!this.#isSetting) this.#sources.onChange(text)
    window.clearTimeout(this.#timer)
    const wait = text.length > longText ? longPause : pause
    this.#timer = window.setTimeout(() => {
      this.#wanted = this.#reader.read(text)
    }, wait)
  }

  #take({ problems }: Reading, number: number): void {
    // A schema that came in between makes the reader read once more.
    this.#wanted = Math.max(this.#wanted, number)
    if (number !== this.#wanted) return
    this.#read = problems.map(({ severity, message, line, column, from, to, fix }) => ({
      severity,
      message,
      line,
      column,
      length: to - from,
      ...(fix === undefined ? {} : { fix }),
    }))
    this.#show()
  }

  #show(): void {
    const all = [...this.#read, ...this.#outside].sort((a, b) => a.line - b.line || a.column - b.column)
    showProblems(
      this.#view,
      all.map((problem): PlacedProblem => {
        const from = this.#offsetOf(problem.line, problem.column)
        const stop = this.#view.state.doc.lineAt(from).to
        const to = problem.length === undefined ? stop : Math.min(stop, from + Math.max(1, problem.length))
        return { severity: problem.severity, message: problem.message, from, to }
      }),
    )
    this.#sources.onProblems(all)
  }

  #offsetOf(line: number, column: number): number {
    const { doc } = this.#view.state
    const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines))
    return Math.min(to, from + Math.max(1, column) - 1)
  }
}

/** Goes there, and says what is wrong to those who do not see the mark. */
function tellProblem(view: EditorView, step: 1 | -1): boolean {
  const problem = goToProblem(view, step)
  if (problem !== null) announce(problem.message)
  return problem !== null
}
