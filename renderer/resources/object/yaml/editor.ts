import { defaultKeymap } from '@codemirror/commands'
import { codeFolding, foldGutter, foldKeymap } from '@codemirror/language'
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
  hoverTooltip,
  keymap,
  lineNumbers,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view'
import type { EditorSettings } from '../../../../shared/ipc/index.ts'
import { visibleText } from '../../../../shared/kube/index.ts'
import { lookOf, replacementOf, yamlLook } from '../../../yaml/index.ts'
import type { FieldNote } from './fieldNotes.ts'

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
  readonly #look = new Compartment()
  readonly #sources: ViewerSources

  constructor(parent: HTMLElement, text: string, sources: ViewerSources) {
    this.#sources = sources
    this.#view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [this.#blame.of([]), this.#look.of([]), extensionsFor(sources)],
      }),
    })
  }

  setText(text: string): void {
    const change = replacementOf(this.#view.state.doc.toString(), text)
    if (change !== null) this.#view.dispatch({ changes: change, scrollIntoView: false })
  }

  setBlame(isShown: boolean): void {
    this.#view.dispatch({ effects: this.#blame.reconfigure(isShown ? blameGutter(this.#sources) : []) })
  }

  /** How the text is shown, as the settings have it. */
  setLook(settings: EditorSettings): void {
    this.#view.dispatch({ effects: this.#look.reconfigure(lookOf(settings)) })
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
    yamlLook,
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-label': sources.label, 'data-reads-only': '', tabindex: '0' }),
    lineNumbers(),
    foldGutter({ openText: '▾', closedText: '▸' }),
    codeFolding({ placeholderText: '…' }),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    drawSelection(),
    highlightSelectionMatches(),
    search({ top: true }),
    fileModes,
    hoverTooltip((view, position) => noteTooltip(view, position, sources), { hoverTime: 350 }),
    EditorView.updateListener.of(update => {
      if (update.selectionSet || update.docChanged) sources.onLine(lineOf(update.view))
    }),
    // Tab leaves the editor: it takes no text.
    keymap.of([...searchKeymap, ...foldKeymap, ...defaultKeymap]),
  ]
}

function lineOf(view: EditorView): number {
  return view.state.doc.lineAt(view.state.selection.main.head).number
}

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
