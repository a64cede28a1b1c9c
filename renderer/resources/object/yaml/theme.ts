import { EditorView } from '@codemirror/view'

/** The editor in the page's tokens; both themes at once, since the tokens change by themselves. */
export const theme = EditorView.theme({
  '&': {
    height: '100%',
    backgroundColor: 'var(--surface)',
    color: 'var(--text-1)',
    fontSize: 'var(--size-12)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6', fontVariantLigatures: 'none' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--accent)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--text-3)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 4px 0 12px', fontVariantNumeric: 'tabular-nums' },
  '.cm-foldGutter .cm-gutterElement': { padding: '0 4px', color: 'var(--text-2)', cursor: 'default' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--control)',
    border: 'none',
    color: 'var(--text-2)',
    padding: '0 6px',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--raised)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 28%, transparent)',
  },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in srgb, var(--accent) 16%, transparent)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warning-wash)', outline: '1px solid var(--warning)' },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in srgb, var(--warning) 45%, transparent)' },
  '.cm-panels': {
    backgroundColor: 'var(--raised)',
    color: 'var(--text-1)',
    borderBottom: '1px solid var(--line)',
    fontFamily: 'var(--font-sans)',
  },
  '.cm-panel.cm-search': { padding: '6px 12px', fontSize: 'var(--size-12)' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button': {
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-1)',
    color: 'var(--text-1)',
    fontSize: 'var(--size-12)',
  },
  // Nothing can be replaced where nothing can be written.
  '.cm-panel.cm-search [name=replace], .cm-panel.cm-search [name=replaceAll]': { display: 'none' },
  '.cm-tooltip': {
    maxWidth: '520px',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-2)',
    boxShadow: 'var(--shadow)',
    color: 'var(--text-1)',
  },
  '.note': { padding: '8px 10px', fontSize: 'var(--size-12)', lineHeight: '1.5', whiteSpace: 'pre-wrap' },
  '.noteHead': { marginBottom: '4px', color: 'var(--text-2)', fontFamily: 'var(--font-mono)' },
  '.hiddenMark': { color: 'var(--warning)' },
  '.mode': { paddingLeft: '1ch', color: 'var(--text-2)' },
  '.blame': {
    maxWidth: '24ch',
    color: 'var(--text-2)',
    fontFamily: 'var(--font-sans)',
    borderRight: '1px solid var(--line)',
  },
  '.blame .cm-gutterElement': {
    padding: '0 8px 0 12px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
})
