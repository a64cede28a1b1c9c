/**
 * Terminals: the screen of a process that main holds, and the dialogs that lead to one — a container
 * to choose, a debug container to plan. What a process puts out is never trusted: it is drawn, and
 * answers, opens and copies nothing by itself. Large: loaded when the first terminal is opened.
 */
export { DebugDialog, type DebugDialogProps } from './DebugDialog.tsx'
export { ShellDialog, type ShellDialogProps } from './ShellDialog.tsx'
export { TerminalPanel, type TerminalPanelProps } from './TerminalPanel.tsx'
