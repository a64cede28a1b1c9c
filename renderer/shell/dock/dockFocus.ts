import { changeDock, currentDock, dockKey, focusDock } from '../../live/index.ts'
import { activeRows } from '../../table/index.ts'

/** What had the focus before it went to the dock. */
let left: HTMLElement | null = null

export function isInDock(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-dock]') !== null
}

/** Remembers where in the view the focus is. */
export function leaveView(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement !== document.body && !isInDock(activeElement))
    left = activeElement
}

/** Gives the focus back to where it was in the view, or to the view. */
export function focusView(): void {
  changeDock({ isMaximised: false })
  // A view that was hidden by a large dock takes the focus once it is there again.
  requestAnimationFrame(() => {
    const view = document.querySelector<HTMLElement>('[data-view-active]')
    const isThere = left?.isConnected === true && left.closest('[hidden]') === null
    const to = isThere ? left : (activeRows() ?? view)
    to?.focus({ preventScroll: true })
  })
}

/** From the view to the dock, or back. */
export function switchPart(from: EventTarget | null): void {
  if (isInDock(from)) focusView()
  else focusDock()
}

export function toggleDock(): void {
  if (!currentDock().isOpen) focusDock()
  else hideDock()
}

export function hideDock(): void {
  const hadFocus = isInDock(document.activeElement)
  changeDock({ isOpen: false, isMaximised: false })
  if (hadFocus) focusView()
}

export function maximiseDock(): void {
  const { isOpen, isMaximised } = currentDock()
  changeDock({ isOpen: true, isMaximised: !(isOpen && isMaximised) })
  focusDock()
}

/** Brings the tab beside the one in front to the front. */
export function stepDockTab(step: 1 | -1): void {
  const { items, front, isOpen } = currentDock()
  if (!isOpen || items.length === 0) return
  const place = items.findIndex(item => dockKey(item) === front)
  const next = items[(place + step + items.length) % items.length]
  if (next !== undefined) changeDock({ front: dockKey(next) })
  focusDock()
}

/** Frames for which a dialog that goes may still take the focus, or drop it. */
const mostFrames = 60

/**
 * Gives the focus to what is in front in the dock, or to the place that waits for it. A dialog that led
 * here holds the focus while it closes and then drops it where nothing had it before: until it is gone,
 * and no longer than until a key is pressed, the focus is given again.
 */
export function focusFront(dock: HTMLElement): () => void {
  let frame = 0
  let left = mostFrames
  const end = () => {
    cancelAnimationFrame(frame)
    document.removeEventListener('keydown', end, true)
  }
  const give = () => {
    const { activeElement } = document
    const isFree = activeElement === null || activeElement === document.body
    if (left === mostFrames || isFree) {
      const panel = dock.querySelector<HTMLElement>('[data-dock-front]')
      const to = panel?.querySelector<HTMLElement>('[data-dock-focus]') ?? panel
      to?.focus({ preventScroll: true })
    }
    left--
    if (left > 0) frame = requestAnimationFrame(give)
    else end()
  }
  document.addEventListener('keydown', end, true)
  give()
  return end
}
