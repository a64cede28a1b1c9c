/** A key or chord as written on screen, e.g. `Mod K`, `Alt W`, `?`, `G`. `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
export type Chord = string

export interface Shortcut {
  /** Under this name the settings keep other keys; null for keys that stay as they are. */
  readonly id: string | null
  /** The keys it comes with. The first is the one that the code behind it listens to. */
  readonly keys: readonly Chord[]
  readonly what: string
}

export interface ShortcutGroup {
  readonly title: string
  readonly shortcuts: readonly Shortcut[]
}

/**
 * All shortcuts. What they do stands where they are heard: in the frame, the rows and the tabs of
 * an object. No key means two things, so that any of them can be moved.
 */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Anywhere',
    shortcuts: [
      { id: 'palette', keys: ['Mod K', ':'], what: 'Go to a kind, object, context or action' },
      { id: 'filter', keys: ['/'], what: 'Filter the view' },
      { id: 'back', keys: ['['], what: 'Back' },
      { id: 'forward', keys: [']'], what: 'Forward' },
      { id: 'previousTab', keys: ['{'], what: 'Tab to the left' },
      { id: 'nextTab', keys: ['}'], what: 'Tab to the right' },
      { id: 'closeTab', keys: ['Alt W'], what: 'Close the tab' },
      { id: 'reopenTab', keys: ['Alt Shift T'], what: 'Reopen the tab that was closed last' },
      { id: null, keys: ['Alt Shift ←', 'Alt Shift →'], what: 'Move the tab that has the focus' },
      { id: 'keys', keys: ['?'], what: 'All shortcuts on one sheet' },
      { id: null, keys: ['Mod 1 … 9'], what: 'Go to an open context' },
      { id: null, keys: ['Alt ←', 'Alt →'], what: 'Back, forward' },
      { id: null, keys: ['Esc'], what: 'Leave: the filter, the selection, the object' },
    ],
  },
  {
    title: 'In the list of contexts',
    shortcuts: [{ id: 'menu', keys: ['m'], what: 'Menu of the context' }],
  },
  {
    title: 'In a list',
    shortcuts: [
      { id: 'nextRow', keys: ['j'], what: 'Next row' },
      { id: 'previousRow', keys: ['k'], what: 'Previous row' },
      { id: 'firstRow', keys: ['g'], what: 'First row' },
      { id: 'lastRow', keys: ['G'], what: 'Last row' },
      { id: 'details', keys: ['i'], what: 'Details beside the list' },
      { id: null, keys: ['↓', '↑', 'Home', 'End'], what: 'Move' },
      { id: null, keys: ['Enter'], what: 'Open' },
      { id: null, keys: ['Space'], what: 'Select the row; Shift with arrows a range' },
      { id: null, keys: ['Mod A'], what: 'Select the rows at hand' },
    ],
  },
  {
    title: 'On an object, or a row of a list',
    shortcuts: [
      { id: 'summary', keys: ['d'], what: 'Summary' },
      { id: 'yaml', keys: ['y'], what: 'YAML' },
      { id: 'tree', keys: ['t'], what: 'Tree' },
      { id: 'admission', keys: ['a'], what: 'Admission' },
      { id: 'history', keys: ['h'], what: 'History' },
      { id: 'fields', keys: ['f'], what: 'Fields' },
      { id: 'events', keys: ['e'], what: 'Events' },
      { id: null, keys: ['1 … 7'], what: 'Tabs of an object in order' },
    ],
  },
]
