import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { Compartment, EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  hoverTooltip,
  keymap,
  lineNumbers,
  placeholder,
  WidgetType,
} from '@codemirror/view'
import { celTokens } from '../../../shared/admission/index.ts'
import type { EditorSettings } from '../../../shared/ipc/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { lookOf, replacementOf, yamlLook } from '../../yaml/index.ts'
import { type CompletionSources, suggestionsFor } from './completion.ts'
import { type IssueMark, partAround, type ValuePart } from './hints.ts'
import { type ExpressionPlace, expressionPlaces, wholePlace } from './places.ts'

/** What is shown over the text. */
export interface Overlay {
  readonly issues: readonly IssueMark[]
  readonly parts: readonly ValuePart[]
  /** Texts at line ends, by the offset of the end. */
  readonly lines: ReadonlyMap<number, string>
}

export const noOverlay: Overlay = { issues: [], parts: [], lines: new Map() }

export interface CelEditorSources {
  readonly label: string
  readonly type: 'expression' | 'policy'
  readonly text: string
  readonly placeholder: string
  readonly onChange: (text: string) => void
  /** The value at the cursor, and the words it belongs to; null where there is none. */
  readonly onValue: (value: CursorValue | null) => void
  readonly completions: () => CompletionSources
}

/** What the part at the cursor comes to, or why it comes to nothing. */
export interface CursorValue {
  readonly name: string
  readonly value: string
  readonly isError: boolean
}

const setOverlay = StateEffect.define<Overlay>()

/** An editor of an expression, or of a policy with its expressions, that shows what they evaluate to. */
export class CelEditor {
  readonly #view: EditorView
  readonly #look = new Compartment()
  readonly #type: CelEditorSources['type']
  /** Set while the text comes from outside, so that it is not told as written. */
  #isSetting = false

  constructor(parent: HTMLElement, sources: CelEditorSources) {
    const { label, type, text, placeholder: hint, onChange, onValue } = sources
    this.#type = type
    this.#view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          this.#look.of([]),
          yamlLook,
          celTheme,
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          type === 'policy' ? lineNumbers() : roomy,
          history(),
          drawSelection(),
          bracketMatching(),
          placeholder(hint),
          EditorView.lineWrapping,
          // The innermost mark has the last word on the colour: the language of the file knows no expressions.
          Prec.highest(wordsOf(type)),
          overlayField,
          valueTooltip,
          autocompletion({
            override: [context => complete(context, type, sources.completions())],
            icons: false,
            activateOnTyping: true,
          }),
          EditorView.updateListener.of(update => {
            if (update.docChanged && !this.#isSetting) onChange(update.state.doc.toString())
            if (update.docChanged || update.selectionSet || hasOverlay(update.transactions))
              onValue(valueAtCursor(update.state))
          }),
          keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
        ],
      }),
    })
  }

  setText(text: string): void {
    const change = replacementOf(this.#view.state.doc.toString(), text)
    if (change === null) return
    const isFirst = this.#view.state.doc.length === 0
    this.#isSetting = true
    this.#view.dispatch({ changes: change, scrollIntoView: false })
    this.#isSetting = false
    if (isFirst) this.#showFirst(text)
  }

  /** Of a policy that was taken its first expression is what one looks for. */
  #showFirst(text: string): void {
    const [first] = placesOf(this.#type, text)
    if (this.#type === 'expression' || first === undefined) return
    this.#view.dispatch({
      selection: { anchor: first.at(0) },
      effects: EditorView.scrollIntoView(first.start, { y: 'start', yMargin: 40 }),
    })
  }

  setLook(settings: EditorSettings): void {
    this.#view.dispatch({ effects: this.#look.reconfigure(lookOf(settings)) })
  }

  setOverlay(overlay: Overlay): void {
    this.#view.dispatch({ effects: setOverlay.of(overlay) })
  }

  focus(): void {
    this.#view.focus()
  }

  destroy(): void {
    this.#view.destroy()
  }
}

function hasOverlay(transactions: readonly { readonly effects: readonly StateEffect<unknown>[] }[]): boolean {
  return transactions.some(({ effects }) => effects.some(effect => effect.is(setOverlay)))
}

function placesOf(type: 'expression' | 'policy', text: string): readonly ExpressionPlace[] {
  return type === 'expression' ? [wholePlace(text)] : expressionPlaces(text)
}

/** The words of expressions in their colours. */
function wordsOf(type: 'expression' | 'policy'): Extension {
  return StateField.define<DecorationSet>({
    create: state => wordMarks(placesOf(type, state.doc.toString())),
    update: (marks, transaction) =>
      transaction.docChanged ? wordMarks(placesOf(type, transaction.newDoc.toString())) : marks,
    provide: field => EditorView.decorations.from(field),
  })
}

/** So many words have a colour; a longer text is none that is read. */
const mostWords = 20_000

function wordMarks(places: readonly ExpressionPlace[]): DecorationSet {
  const marks = []
  for (const place of places) {
    let offset = 0
    for (const { type, text } of celTokens(place.source)) {
      const start = offset
      offset += text.length
      if (marks.length >= mostWords) return Decoration.set(marks, true)
      if (type === 'space') continue
      const [from, to] = [place.at(start), place.at(offset - 1) + 1]
      if (to > from) marks.push(Decoration.mark({ class: `cel-${type}` }).range(from, to))
    }
  }
  return Decoration.set(marks, true)
}

/** A value behind a line. It is told again at the cursor and in the results. */
class ValueHint extends WidgetType {
  readonly text: string

  constructor(text: string) {
    super()
    this.text = text
  }

  override eq(other: ValueHint): boolean {
    return other.text === this.text
  }

  override toDOM(): HTMLElement {
    const hint = document.createElement('span')
    hint.className = 'valueHint'
    hint.setAttribute('aria-hidden', 'true')
    hint.textContent = visibleText(this.text)
    return hint
  }
}

interface Shown {
  readonly overlay: Overlay
  readonly marks: DecorationSet
}

/** Values and marks stay until the text changes under them; the next answer brings others. */
const overlayField = StateField.define<Shown>({
  create: () => ({ overlay: noOverlay, marks: Decoration.none }),
  update: (shown, transaction) => {
    for (const effect of transaction.effects)
      if (effect.is(setOverlay))
        return { overlay: effect.value, marks: overlayMarks(effect.value, transaction.newDoc.length) }
    return transaction.docChanged
      ? { overlay: noOverlay, marks: shown.marks.map(transaction.changes) }
      : shown
  },
  provide: field => EditorView.decorations.from(field, ({ marks }) => marks),
})

function overlayMarks({ issues, lines }: Overlay, length: number): DecorationSet {
  const marks = issues
    .filter(({ end }) => end <= length)
    .map(({ start, end, message }) =>
      Decoration.mark({ class: 'celIssue', attributes: { title: message } }).range(start, end),
    )
  const hints = [...lines]
    .filter(([at]) => at <= length)
    .map(([at, text]) => Decoration.widget({ widget: new ValueHint(text), side: 1 }).range(at))
  return Decoration.set([...marks, ...hints], true)
}

function valueAtCursor(state: EditorState): CursorValue | null {
  const { parts } = state.field(overlayField).overlay
  const part = partAround(parts, state.selection.main.head)
  if (part === null) return null
  const { value, isError } = part
  return { name: state.sliceDoc(part.start, Math.min(part.end, part.start + 200)), value, isError }
}

const valueTooltip = hoverTooltip((view, position) => {
  const { parts } = view.state.field(overlayField).overlay
  const part = partAround(parts, position)
  if (part === null) return null
  return {
    pos: part.start,
    end: part.end,
    create: () => {
      const dom = document.createElement('div')
      dom.className = 'note'
      dom.textContent = visibleText(part.value.slice(0, 2000))
      return { dom }
    },
  }
})

/** What the object has comes before what can be done with it. */
const boosts = { field: 2, variable: 1, function: 0 } as const

function complete(
  context: CompletionContext,
  type: 'expression' | 'policy',
  sources: CompletionSources,
): CompletionResult | null {
  const text = context.state.doc.toString()
  const place = placesOf(type, text).find(({ start, end }) => start <= context.pos && context.pos <= end)
  if (place === undefined) return null
  const before = text.slice(place.start, context.pos)
  const suggestions = suggestionsFor(before, sources)
  if (suggestions === null) return null
  // A space brings no list of everything, unless it is asked for.
  const isTyped = /[\w.?]$/.test(before)
  if (!isTyped && !context.explicit) return null
  return {
    from: place.start + suggestions.from,
    options: suggestions.options.map(({ label, detail, info, kind }) => ({
      label,
      detail,
      type: kind,
      boost: boosts[kind],
      ...(info === '' ? {} : { info }),
    })),
    validFor: /^\w*$/,
  }
}

const roomy = EditorView.theme({ '.cm-line': { padding: '0 12px' }, '.cm-content': { padding: '10px 0' } })

const celTheme = EditorView.theme({
  '.cel-member, .cel-name': { color: 'var(--text-1)' },
  '.cel-root, .cel-keyword': { color: 'var(--accent)' },
  '.cel-call, .cel-macro': { color: 'var(--unknown)' },
  '.cel-string, .cel-number': { color: 'var(--good)' },
  '.cel-operator, .cel-comment': { color: 'var(--text-2)' },
  '.celIssue': {
    textDecoration: 'underline wavy var(--bad)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.valueHint': {
    display: 'inline-block',
    maxWidth: 'calc(100% - 2ch)',
    marginLeft: '2ch',
    padding: '0 6px',
    overflow: 'hidden',
    lineHeight: '1.4',
    textOverflow: 'ellipsis',
    verticalAlign: 'middle',
    whiteSpace: 'pre',
    borderRadius: '3px',
    backgroundColor: 'var(--raised)',
    color: 'var(--text-2)',
    fontSize: '0.92em',
  },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', maxHeight: '16em' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px', lineHeight: '1.4' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-wash)',
    color: 'var(--text-1)',
  },
  '.cm-completionDetail': { color: 'var(--text-2)', fontStyle: 'normal', marginLeft: '1.5ch' },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent)' },
  '.cm-completionInfo': {
    maxWidth: '320px',
    padding: '6px 8px',
    fontSize: 'var(--size-12)',
    whiteSpace: 'pre-wrap',
  },
})
