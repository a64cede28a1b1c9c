interface Shortcut {
  readonly keys: readonly string[]
  readonly what: string
}

export interface ShortcutGroup {
  readonly title: string
  readonly shortcuts: readonly Shortcut[]
}

/** The cheat sheet. What the keys do is in `useShortcuts` and in the table's own keyboard. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Anywhere',
    shortcuts: [
      { keys: ['Mod K', ':'], what: 'Go to a kind, object, context or action' },
      { keys: ['Mod 1 … 9'], what: 'Go to an open context' },
      { keys: ['/'], what: 'Filter the view' },
      { keys: ['[', ']'], what: 'Back, forward' },
      { keys: ['{', '}'], what: 'Tab to the left, to the right' },
      { keys: ['Alt W'], what: 'Close the tab' },
      { keys: ['Esc'], what: 'Leave: the filter, the selection, the object' },
      { keys: ['?'], what: 'This sheet' },
    ],
  },
  {
    title: 'In a list',
    shortcuts: [
      { keys: ['j', 'k', '↓', '↑'], what: 'Next row, previous row' },
      { keys: ['g', 'G'], what: 'First row, last row' },
      { keys: ['Space'], what: 'Select the row; Shift with arrows a range' },
      { keys: ['Mod A'], what: 'Select the rows at hand' },
      { keys: ['Enter', 'd'], what: 'Open the object' },
      { keys: ['y'], what: 'Its YAML' },
      { keys: ['t'], what: 'Its tree' },
      { keys: ['h'], what: 'Its history' },
      { keys: ['i'], what: 'Details beside the list' },
    ],
  },
  {
    title: 'On an object',
    shortcuts: [
      { keys: ['1 … 6'], what: 'Its tabs in order' },
      { keys: ['d', 'y', 't', 'h', 'f', 'e'], what: 'Summary, YAML, tree, history, fields, events' },
    ],
  },
]
