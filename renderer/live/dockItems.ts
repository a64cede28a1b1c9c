import type { LogTarget } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { logTargetKey } from './logPlace.ts'

/** What a tab of the dock shows. */
export type DockItem =
  | {
      readonly kind: 'logs'
      readonly context: ContextId
      readonly target: LogTarget
      readonly title: string
    }
  /** `terminal`: id of a terminal; the list of terminals says the rest. */
  | { readonly kind: 'terminal'; readonly terminal: string }
  | { readonly kind: 'forwards' }
  | { readonly kind: 'transfers' }
  /** What was sent to clusters, and how it went. */
  | { readonly kind: 'runs' }

/** Items of an equal key share a tab. */
export function dockKey(item: DockItem): string {
  switch (item.kind) {
    case 'logs':
      return `logs ${item.context} ${logTargetKey(item.target)}`
    case 'terminal':
      return `terminal ${item.terminal}`
    default:
      return item.kind
  }
}

/** The items with one more, which takes the place of its like. */
export function withItem(items: readonly DockItem[], item: DockItem): readonly DockItem[] {
  const place = items.findIndex(other => dockKey(other) === dockKey(item))
  return place < 0 ? [...items, item] : items.with(place, item)
}

/** The items with the terminals that there are, in the order in which they came; the same array when nothing changed. */
export function withTerminals(items: readonly DockItem[], terminals: readonly string[]): readonly DockItem[] {
  const known = new Set(terminals)
  const kept = items.filter(item => item.kind !== 'terminal' || known.has(item.terminal))
  const shown = new Set(kept.map(dockKey))
  const more = terminals
    .map(terminal => ({ kind: 'terminal', terminal }) as const)
    .filter(item => !shown.has(dockKey(item)))
  return kept.length === items.length && more.length === 0 ? items : [...kept, ...more]
}

/** Which tab is in front once one is closed: its right neighbour, or else its left. */
export function frontAfter(items: readonly DockItem[], closed: string, front: string): string {
  const place = items.findIndex(item => dockKey(item) === closed)
  if (place < 0 || closed !== front) return front
  const next = items[place + 1] ?? items[place - 1]
  return next === undefined ? '' : dockKey(next)
}
