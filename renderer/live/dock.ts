import { create } from 'zustand'
import { type DockItem, dockKey, frontAfter, withItem, withTerminals } from './dockItems.ts'

export interface DockState {
  readonly items: readonly DockItem[]
  /** `dockKey` of the tab in front; empty for none. */
  readonly front: string
  readonly isOpen: boolean
  readonly isMaximised: boolean
  /** Pixels. */
  readonly height: number
  /** Counts up whenever something asks for the focus in the dock. */
  readonly calls: number
  /** Keys of tabs in which something happened while they were out of sight. */
  readonly news: ReadonlySet<string>
}

const dock = create<DockState>()(() => ({
  items: [],
  front: '',
  isOpen: false,
  isMaximised: false,
  height: 280,
  calls: 0,
  news: new Set(),
}))

/** A part of the dock; another part's change does not draw again. */
export function useDock<T>(part: (state: DockState) => T): T {
  return dock(part)
}

export function currentDock(): DockState {
  return dock.getState()
}

export function followDock(listener: () => void): () => void {
  return dock.subscribe(listener)
}

/** Shows the dock with that item in front, and gives it the focus. */
export function openInDock(item: DockItem): void {
  dock.setState(({ items, calls }) => ({
    items: withItem(items, item),
    front: dockKey(item),
    isOpen: true,
    calls: calls + 1,
  }))
}

/** Takes a tab off the dock. What it showed is the affair of whoever closes it. */
export function closeInDock(key: string): void {
  dock.setState(({ items, front }) => ({
    items: items.filter(item => dockKey(item) !== key),
    front: frontAfter(items, key, front),
  }))
}

export function changeDock(change: Partial<Omit<DockState, 'items' | 'calls' | 'news'>>): void {
  dock.setState(change)
}

/** Gives the focus to what is in front in the dock. */
export function focusDock(): void {
  dock.setState(({ calls }) => ({ isOpen: true, calls: calls + 1 }))
}

/** Marks a tab that is out of sight; one that is in sight needs no mark. */
export function noteNews(key: string): void {
  dock.setState(({ items, news, front, isOpen }) =>
    news.has(key) || (isOpen && front === key) || !items.some(item => dockKey(item) === key)
      ? {}
      : { news: new Set([...news, key]) },
  )
}

/** What is in sight is no news any more. */
export function clearNews(key: string): void {
  dock.setState(({ news }) => (news.has(key) ? { news: new Set([...news].filter(one => one !== key)) } : {}))
}

/** Keeps the tabs in step with the terminals that there are. */
export function showTerminals(terminals: readonly string[]): void {
  dock.setState(({ items, front }) => {
    const next = withTerminals(items, terminals)
    if (next === items) return {}
    const isFrontHere = next.some(item => dockKey(item) === front)
    return { items: next, front: isFrontHere ? front : dockKeyOfLast(next) }
  })
}

/** Brings back what was kept of the last run. */
export function restoreDock(kept: Pick<DockState, 'items' | 'isOpen' | 'height'>): void {
  dock.setState(({ items, front }) => {
    const all = items.reduce(withItem, kept.items)
    return { ...kept, items: all, front: front === '' ? dockKeyOfLast(all) : front }
  })
}

function dockKeyOfLast(items: readonly DockItem[]): string {
  const last = items.at(-1)
  return last === undefined ? '' : dockKey(last)
}
