import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import type { Extension, Text } from '@codemirror/state'
import { EditorView, hoverTooltip, type Tooltip } from '@codemirror/view'
import { hintAt, type KnownSchema, suggestionsAt } from './suggest.ts'

/** Completion of fields and values, and documentation under the pointer, from the schemas of the kinds. */
export function fieldHints(known: KnownSchema): Extension {
  return [
    autocompletion({ override: [context => complete(context, known)], icons: false }),
    hoverTooltip((view, position) => documentation(view.state.doc, position, known), { hideOnChange: true }),
    look,
  ]
}

function linesOf(text: Text) {
  return { count: text.lines, line: (number: number) => text.line(number).text }
}

function complete({ state, pos, explicit }: CompletionContext, known: KnownSchema): CompletionResult | null {
  const line = state.doc.lineAt(pos)
  const found = suggestionsAt(linesOf(state.doc), line.number, pos - line.from, known)
  if (found === null || (!explicit && line.from + found.from === pos)) return null
  return {
    from: line.from + found.from,
    validFor: /^[\w./-]*$/,
    options: found.options.map(({ label, text, detail, info, rank }) => ({
      label,
      detail,
      boost: rank,
      ...(info === '' ? {} : { info }),
      apply: (view, _option, from, to) => {
        // What is there of the line already stays: a colon is not written twice.
        const rest = view.state.sliceDoc(to, view.state.doc.lineAt(to).to)
        const insert = /^\s*:/.test(rest) ? label : text
        view.dispatch({
          changes: { from, to, insert },
          selection: { anchor: from + insert.length },
          userEvent: 'input.complete',
        })
      },
    })),
  }
}

function documentation(text: Text, position: number, known: KnownSchema): Tooltip | null {
  const line = text.lineAt(position)
  const hint = hintAt(linesOf(text), line.number, position - line.from, known)
  if (hint === null) return null
  return {
    pos: line.from + hint.from,
    end: line.from + hint.to,
    create: () => {
      const dom = document.createElement('div')
      dom.className = 'note'
      const head = dom.appendChild(document.createElement('div'))
      head.className = 'noteHead'
      head.textContent = hint.type === '' ? hint.title : `${hint.title}: ${hint.type}`
      dom.append(hint.text)
      return { dom }
    },
  }
}

const look = EditorView.theme({
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', maxHeight: '16em' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px', lineHeight: '1.4' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-wash)',
    color: 'var(--text-1)',
  },
  '.cm-completionDetail': { color: 'var(--text-2)', fontStyle: 'normal', marginLeft: '1.5ch' },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent)' },
  '.cm-completionInfo': {
    maxWidth: '360px',
    maxHeight: '240px',
    overflow: 'auto',
    padding: '6px 8px',
    fontSize: 'var(--size-12)',
    whiteSpace: 'pre-wrap',
  },
})
