import { type Extension, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import type { EditorSettings } from '../../shared/ipc/index.ts'

/** Wrapping, size and guides as extensions of the editor. */
export function lookOf({ wraps, fontSize, indentGuides }: EditorSettings): Extension {
  return [
    // Sizes follow the page's own, so that they grow with the browser's zoom and font size.
    EditorView.theme({ '&.cm-editor': { fontSize: `${fontSize / 16}rem` } }),
    wraps ? EditorView.lineWrapping : [],
    indentGuides ? [guides, guideTheme] : [],
  ]
}

/** Deeper levels have no further guides. */
const mostLevels = 16

/** How many levels of two spaces a line lies deep. */
export function levelsOf(text: string): number {
  const spaces = text.length - text.trimStart().length
  return spaces === text.length ? 0 : Math.min(mostLevels, Math.floor(spaces / 2))
}

// The page's policy forbids styles on elements: each depth has a class of its own.
const marks = Array.from({ length: mostLevels + 1 }, (_, levels) =>
  Decoration.line({ class: `guides guides${levels}` }),
)

const guideTheme = EditorView.theme({
  '.guides': {
    backgroundImage: 'repeating-linear-gradient(to right, var(--line) 0 1px, transparent 1px 2ch)',
    backgroundRepeat: 'no-repeat',
    backgroundOrigin: 'content-box',
  },
  ...Object.fromEntries(
    marks.map((_, levels) => [`.guides${levels}`, { backgroundSize: `${levels * 2}ch 100%` }]),
  ),
})

const guides = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = guidesIn(view)
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = guidesIn(update.view)
    }
  },
  { decorations: plugin => plugin.decorations },
)

function guidesIn(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    for (let position = from; position <= to; ) {
      const line = view.state.doc.lineAt(position)
      const mark = marks[levelsOf(line.text)]
      if (mark !== undefined && levelsOf(line.text) > 0) builder.add(line.from, line.from, mark)
      position = line.to + 1
    }
  }
  return builder.finish()
}
