import { defaultKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { codeFolding, foldGutter, foldKeymap, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  GutterMarker,
  gutter,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { hiddenCharacters, hiddenMark, visibleText } from '../../../../shared/kube/index.ts'
import { replacementOf } from './document.ts'
import type { FieldNote } from './fieldNotes.ts'
import { theme } from './theme.ts'

export interface ViewerSources {
  readonly label: string
  /** What is known of the field on a line, numbered from 1. */
  readonly noteAt: (line: number) => FieldNote | null
  /** Who owns the field on a line, as short text for the margin. */
  readonly blameAt: (line: number) => string
  readonly onLine: (line: number) => void
}

/** The editor as a reader of YAML: folds, finds, explains, changes nothing. */
export class YamlViewer {
  readonly #view: EditorView
  readonly #blame = new Compartment()
  readonly #sources: ViewerSources

  constructor(parent: HTMLElement, text: string, sources: ViewerSources) {
    this.#sources = sources
    this.#view = new EditorView({
      parent,
      state: EditorState.create({ doc: text, extensions: [this.#blame.of([]), extensionsFor(sources)] }),
    })
  }

  setText(text: string): void {
    const change = replacementOf(this.#view.state.doc.toString(), text)
    if (change !== null) this.#view.dispatch({ changes: change, scrollIntoView: false })
  }

  setBlame(isShown: boolean): void {
    this.#view.dispatch({ effects: this.#blame.reconfigure(isShown ? blameGutter(this.#sources) : []) })
  }

  find(): void {
    this.#view.focus()
    openSearchPanel(this.#view)
  }

  destroy(): void {
    this.#view.destroy()
  }
}

function extensionsFor(sources: ViewerSources): Extension {
  return [
    EditorView.cspNonce.of(pageNonce()),
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-label': sources.label, 'data-reads-only': '', tabindex: '0' }),
    lineNumbers(),
    foldGutter({ openText: '▾', closedText: '▸' }),
    codeFolding({ placeholderText: '…' }),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    drawSelection(),
    hiddenMarks,
    highlightSelectionMatches(),
    search({ top: true }),
    yaml(),
    syntaxHighlighting(highlighting),
    fileModes,
    hoverTooltip((view, position) => noteTooltip(view, position, sources), { hoverTime: 350 }),
    EditorView.updateListener.of(update => {
      if (update.selectionSet || update.docChanged) sources.onLine(lineOf(update.view))
    }),
    // Tab leaves the editor: it takes no text.
    keymap.of([...searchKeymap, ...foldKeymap, ...defaultKeymap]),
    theme,
  ]
}

/** Hidden characters as the same marks as everywhere. Copying still gives the characters. */
const hiddenMarks = highlightSpecialChars({
  addSpecialChars: hiddenCharacters,
  render: codePoint => {
    const mark = document.createElement('span')
    mark.className = 'hiddenMark'
    mark.textContent = hiddenMark(codePoint)
    return mark
  },
})

function lineOf(view: EditorView): number {
  return view.state.doc.lineAt(view.state.selection.main.head).number
}

function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
}

const highlighting = HighlightStyle.define([
  { tag: tags.definition(tags.propertyName), color: 'var(--accent)' },
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.content, tags.number, tags.bool, tags.keyword], color: 'var(--text-1)' },
  { tag: [tags.separator, tags.punctuation, tags.meta, tags.comment], color: 'var(--text-2)' },
])

function noteTooltip(view: EditorView, position: number, { noteAt }: ViewerSources) {
  const line = view.state.doc.lineAt(position)
  const note = noteAt(line.number)
  if (note === null || note.description === '') return null
  return {
    pos: line.from + (line.text.length - line.text.trimStart().length),
    above: true,
    create: () => {
      const dom = document.createElement('div')
      dom.className = 'note'
      const head = document.createElement('div')
      head.className = 'noteHead'
      head.textContent = visibleText(note.type === '' ? note.path : `${note.path} · ${note.type}`)
      const body = document.createElement('div')
      body.textContent = visibleText(note.description)
      dom.append(head, body)
      return { dom }
    },
  }
}

class BlameMarker extends GutterMarker {
  readonly #text: string

  constructor(text: string) {
    super()
    this.#text = text
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof BlameMarker && other.#text === this.#text
  }

  override toDOM(): Node {
    return document.createTextNode(visibleText(this.#text))
  }
}

/** The owner of each line's field; the same owner is not repeated on the line below. */
function blameGutter({ blameAt }: ViewerSources): Extension {
  return gutter({
    class: 'blame',
    lineMarker: (view, block) => {
      const number = view.state.doc.lineAt(block.from).number
      const text = blameAt(number)
      return text === '' || (number > 1 && blameAt(number - 1) === text) ? null : new BlameMarker(text)
    },
    lineMarkerChange: update => update.docChanged || update.viewportChanged,
    initialSpacer: () => new BlameMarker('kube-controller-manager'),
  })
}

class ModeWidget extends WidgetType {
  readonly #text: string

  constructor(text: string) {
    super()
    this.#text = text
  }

  override eq(other: WidgetType): boolean {
    return other instanceof ModeWidget && other.#text === this.#text
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span')
    element.className = 'mode'
    element.textContent = this.#text
    return element
  }
}

const modeField = /^\s*(?:- )?(?:defaultMode|mode): (\d+)$/

/** Behind file modes, which are stored as decimal numbers, the octal form that people write. */
const fileModes = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = modesIn(view)
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = modesIn(update.view)
    }
  },
  { decorations: plugin => plugin.decorations },
)

function modesIn(view: EditorView): DecorationSet {
  const marks = []
  for (const { from, to } of view.visibleRanges) {
    for (let position = from; position <= to; ) {
      const line = view.state.doc.lineAt(position)
      const mode = modeField.exec(line.text)?.[1]
      if (mode !== undefined) {
        const widget = new ModeWidget(`(0${Number(mode).toString(8)})`)
        marks.push(Decoration.widget({ widget, side: 1 }).range(line.to))
      }
      position = line.to + 1
    }
  }
  return Decoration.set(marks)
}
