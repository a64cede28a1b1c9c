import { history } from '@codemirror/commands'
import { foldGutter, indentOnInput } from '@codemirror/language'
import { search } from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import { drawSelection, highlightActiveLine, highlightActiveLineGutter, lineNumbers } from '@codemirror/view'

/** What every editor in which YAML is written has. */
export const writing: Extension = [
  lineNumbers(),
  foldGutter({ openText: '▾', closedText: '▸' }),
  history(),
  indentOnInput(),
  drawSelection(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  search({ top: true }),
]
