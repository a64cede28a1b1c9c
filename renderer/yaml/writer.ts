import { defaultKeymap, historyKeymap } from '@codemirror/commands'
import { foldKeymap } from '@codemirror/language'
import { searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, keymap, placeholder } from '@codemirror/view'
import type { EditorSettings } from '../../shared/ipc/index.ts'
import { lookOf } from './look.ts'
import { replacementOf } from './replacement.ts'
import { writing } from './writing.ts'
import { yamlLook } from './yamlLook.ts'

export interface WriterSources {
  readonly label: string
  readonly text: string
  readonly placeholder: string
  readonly isReadOnly: boolean
  readonly onChange: (text: string) => void
}

interface LineProblem {
  /** From 1. */
  readonly line: number
  readonly message: string
}

/** The editor as a writer of YAML, with the line that cannot be read marked. */
export class YamlWriter {
  readonly #view: EditorView
  readonly #look = new Compartment()
  /** Set while the text comes from outside, so that it is not told as written. */
  #isSetting = false

  constructor(parent: HTMLElement, { label, text, placeholder: hint, isReadOnly, onChange }: WriterSources) {
    this.#view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          this.#look.of([]),
          yamlLook,
          EditorState.readOnly.of(isReadOnly),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          writing,
          placeholder(hint),
          problemField,
          EditorView.updateListener.of(update => {
            if (update.docChanged && !this.#isSetting) onChange(update.state.doc.toString())
          }),
          keymap.of([...historyKeymap, ...searchKeymap, ...foldKeymap, ...defaultKeymap]),
        ],
      }),
    })
  }

  setText(text: string): void {
    const change = replacementOf(this.#view.state.doc.toString(), text)
    if (change === null) return
    this.#isSetting = true
    this.#view.dispatch({ changes: change, scrollIntoView: false })
    this.#isSetting = false
  }

  setLook(settings: EditorSettings): void {
    this.#view.dispatch({ effects: this.#look.reconfigure(lookOf(settings)) })
  }

  setProblem(problem: LineProblem | null): void {
    this.#view.dispatch({ effects: setProblem.of(problem) })
  }

  focus(): void {
    this.#view.focus()
  }

  destroy(): void {
    this.#view.destroy()
  }
}

const setProblem = StateEffect.define<LineProblem | null>()

/** The line of the problem is marked until the text changes or another problem is told. */
const problemField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { effects, changes, state }) => {
    for (const effect of effects) {
      if (!effect.is(setProblem)) continue
      const { value } = effect
      if (value === null || value.line < 1 || value.line > state.doc.lines) return Decoration.none
      const line = Decoration.line({ class: 'problemLine', attributes: { title: value.message } })
      return Decoration.set([line.range(state.doc.line(value.line).from)])
    }
    return marks.map(changes)
  },
  provide: field => EditorView.decorations.from(field),
})
