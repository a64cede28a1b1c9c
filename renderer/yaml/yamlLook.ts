import { yaml } from '@codemirror/lang-yaml'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightSpecialChars } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { hiddenCharacters, hiddenMark } from '../../shared/kube/index.ts'
import { pageNonce } from '../ui/index.ts'
import { theme } from './theme.ts'

/** The panel for finding, in the words and letters of the rest of the page. */
const findWords = EditorState.phrases.of({
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Regexp',
  'by word': 'Whole words',
  close: 'Close',
})

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

const highlighting = HighlightStyle.define([
  { tag: tags.definition(tags.propertyName), color: 'var(--accent)' },
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.content, tags.number, tags.bool, tags.keyword], color: 'var(--text-1)' },
  { tag: [tags.separator, tags.punctuation, tags.meta, tags.comment], color: 'var(--text-2)' },
])

/** What every editor of YAML has: the language, the page's tokens and words, marks for hidden characters. */
export const yamlLook: Extension = [
  EditorView.cspNonce.of(pageNonce()),
  hiddenMarks,
  findWords,
  yaml(),
  syntaxHighlighting(highlighting),
  theme,
]
