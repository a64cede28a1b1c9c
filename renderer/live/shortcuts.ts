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
    title: 'Dock and terminals',
    shortcuts: [
      { id: 'dock', keys: ['Mod J'], what: 'Show or hide the dock' },
      { id: 'maximiseDock', keys: ['Mod Shift M'], what: 'Make the dock large, or as it was' },
      { id: null, keys: ['Mod Shift ↓', 'Mod Shift ↑'], what: 'Go to the dock, back to the view' },
      { id: null, keys: ['Mod Shift ←', 'Mod Shift →'], what: 'Tab of the dock to the left, to the right' },
      { id: null, keys: ['F6'], what: 'From the view to the dock and back, outside of terminals' },
      { id: null, keys: ['Mod Shift K'], what: 'The palette, in a terminal too' },
      { id: null, keys: ['Mod F'], what: 'Find in what a terminal put out' },
      { id: null, keys: ['Mod Shift C', 'Mod Shift V'], what: 'Copy and paste in a terminal' },
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
      { id: 'lastRow', keys: ['G'], what: 'Last row; of a log its end, which is followed' },
      { id: 'details', keys: ['i'], what: 'Details beside the list' },
      { id: null, keys: ['↓', '↑', 'Home', 'End'], what: 'Move' },
      { id: null, keys: ['Enter'], what: 'Open; of a log the line in full' },
      { id: null, keys: ['Space'], what: 'Select the row; Shift with arrows a range; in logs pause' },
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
      { id: 'events', keys: ['v'], what: 'Events' },
      { id: 'edit', keys: ['e'], what: 'Edit as YAML' },
      { id: 'logs', keys: ['l'], what: 'Logs, of a list in the dock' },
      { id: 'shell', keys: ['s'], what: 'Shell in the dock' },
      { id: 'portForward', keys: ['F'], what: 'Forward a port' },
      { id: 'files', keys: ['C'], what: 'Files of a container' },
      { id: null, keys: ['Delete'], what: 'Delete, after a review; in a list Ctrl D too' },
      { id: null, keys: ['1 … 8'], what: 'Tabs of an object in order' },
    ],
  },
  {
    title: 'In logs',
    shortcuts: [
      { id: 'filterLines', keys: ['&'], what: 'Filter the lines; / searches them' },
      { id: 'nextHit', keys: ['n'], what: 'Next line that the search meets' },
      { id: 'previousHit', keys: ['N'], what: 'The one before' },
      { id: 'copyLines', keys: ['c'], what: 'Copy the selected lines' },
      { id: 'clearLines', keys: ['x'], what: 'Clear the view: from now on' },
      { id: 'previousRun', keys: ['p'], what: 'The run before, and back' },
      { id: 'wrapLines', keys: ['w'], what: 'Wrap long lines' },
      { id: 'lineTimes', keys: ['T'], what: 'Times: off, time of day, ago, UTC' },
    ],
  },
]
