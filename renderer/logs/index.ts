/**
 * Logs of pods as they come: `LogsPanel` for the dock and the page of an object, `LogsView` as a view
 * with an address of its own. Lines are drawn from a window that main holds; the end is followed
 * until the reader leaves it.
 */
export { LogsPanel, type LogsPanelProps } from './LogsPanel.tsx'
export { LogsView, type LogsViewProps } from './LogsView.tsx'
