import { useEffect, useRef } from 'react'
import type { ContextId } from '../../shared/kube/index.ts'
import { currentAddress, focusDock, goBack, isInTerminal, navigate } from '../live/index.ts'
import { activeRows, pressInRows } from '../table/index.ts'
import { focusView, isInDock, maximiseDock, stepDockTab, switchPart, toggleDock } from './dock/dockFocus.ts'
import { useRail } from './rail.ts'
import { addressOfContext, closeActiveTab, reopenClosedTab, stepTab } from './tabStore.ts'

export interface ShortcutTargets {
  readonly context: ContextId | null
  readonly showPalette: () => void
  readonly showKeys: () => void
}

/** Keys that the rows take over when the focus is elsewhere but not in a field. */
const tableKeys: ReadonlySet<string> = new Set([
  'j',
  'k',
  'g',
  'G',
  'y',
  'd',
  't',
  'a',
  'h',
  'i',
  'l',
  's',
  'F',
  'C',
  'm',
  'ArrowDown',
  'ArrowUp',
])

/** The keys of the frame. Fields keep what is typed into them; dialogs keep everything. */
export function useShortcuts(targets: ShortcutTargets): void {
  const sessions = useRail().map(({ context }) => context)
  const latest = useRef({ ...targets, sessions })
  latest.current = { ...targets, sessions }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const run = chordAction(event, latest.current) ?? keyAction(event, latest.current)
      if (run === null) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

interface Latest extends ShortcutTargets {
  readonly sessions: readonly ContextId[]
}

function chordAction(event: KeyboardEvent, { context, sessions, showPalette }: Latest): (() => void) | null {
  if (isInDialog(event.target)) return null
  if (event.key === 'F6' && !isInTerminal(event.target)) return () => switchPart(event.target)
  if (event.altKey && !event.ctrlKey && !event.metaKey) {
    if (event.key === 'ArrowLeft') return goBack
    if (event.key === 'ArrowRight') return () => history.forward()
    if (event.code === 'KeyT' && event.shiftKey && context !== null) return () => reopenClosedTab(context)
    if (event.code === 'KeyW' && context !== null) return () => closeActiveTab(context)
    return null
  }
  if (!event.ctrlKey && !event.metaKey) return null
  const dockAction = dockChord(event)
  if (dockAction !== null) return dockAction
  if (event.key.toLowerCase() === 'k') return showPalette
  if (event.key.toLowerCase() === 'w' && context !== null) return () => closeActiveTab(context)
  const wanted = /^[1-9]$/.test(event.key) ? sessions[Number(event.key) - 1] : undefined
  return wanted === undefined ? null : () => navigate(addressOfContext(wanted))
}

function dockChord({ key, shiftKey, target }: KeyboardEvent): (() => void) | null {
  if (!shiftKey) return key.toLowerCase() === 'j' ? toggleDock : null
  // In a field these select words.
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight'
  if (isSideways && takesText(target) && !isInTerminal(target)) return null
  switch (key) {
    case 'M':
    case 'm':
      return maximiseDock
    case 'ArrowDown':
      return focusDock
    case 'ArrowUp':
      return focusView
    case 'ArrowLeft':
      return () => stepDockTab(-1)
    case 'ArrowRight':
      return () => stepDockTab(1)
    default:
      return null
  }
}

function keyAction(event: KeyboardEvent, { context, showPalette, showKeys }: Latest): (() => void) | null {
  if (event.ctrlKey || event.metaKey || event.altKey || takesText(event.target) || isInDialog(event.target))
    return null
  const isDock = isInDock(event.target)
  switch (event.key) {
    case ':':
      return showPalette
    case '?':
      return showKeys
    case '/':
      return () => focusFilter(isDock ? '[data-dock-front]' : '[data-view-active]')
    case '[':
      return goBack
    case ']':
      return () => history.forward()
    case '{':
      return context === null ? null : () => stepTab(context, -1)
    case '}':
      return context === null ? null : () => stepTab(context, 1)
    case 'Escape':
      if (isDock) return focusView
      return currentAddress().view === 'object' ? goBack : null
    default:
      return !isDock && tableKeys.has(event.key) ? tableAction(event) : null
  }
}

function focusFilter(within: string): void {
  document.querySelector<HTMLElement>(`${within} [data-filter]`)?.focus()
}

/** Hands a key to the rows of the view, where the focus is on nothing that needs it itself. */
function tableAction(event: KeyboardEvent): (() => void) | null {
  const table = activeRows()
  const { target } = event
  if (
    table === null ||
    (target instanceof Element && target.closest('[role=listbox],[role=menu],[role=tree]'))
  )
    return null
  if (target instanceof Node && table.contains(target)) return null
  return () => pressInRows(table, event.key, event.shiftKey)
}

function takesText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog],[role=alertdialog]') !== null
}
