import { type RefObject, useLayoutEffect, useRef } from 'react'
import { create } from 'zustand'

/** Counts the times that somebody was led to a view and means to go on there. */
const views = create<{ readonly calls: number }>()(() => ({ calls: 0 }))
/** Calls that a view has followed. */
let followed = 0

/** Gives the focus to the view in front, wherever it is now: a terminal of the dock keeps it otherwise. */
export function callForView(): void {
  views.setState(({ calls }) => ({ calls: calls + 1 }))
}

/**
 * Gives the focus back to where it was in a view that comes to the front again. A view that is put
 * behind loses it, since nothing hidden can have it. A view where it never was gives it to the
 * button that asks for it, or takes it itself, so that Tab goes on in the view and not at the
 * beginning of the page.
 */
export function useFocusAsLeft(place: RefObject<HTMLElement | null>, isActive: boolean): void {
  const last = useRef<HTMLElement | null>(null)
  const calls = views(state => state.calls)
  useLayoutEffect(() => {
    const element = place.current
    if (element === null || !isActive) return
    const onFocus = (event: FocusEvent) => {
      if (event.target instanceof HTMLElement && event.target !== element) last.current = event.target
    }
    element.addEventListener('focusin', onFocus)
    const isCalled = followed !== calls
    followed = calls
    const take = () => {
      const { activeElement } = document
      if (isCalled ? element.contains(activeElement) : !isFree(activeElement)) return
      const first = element.querySelector<HTMLElement>('[data-takes-focus]') ?? element
      const left = last.current?.isConnected === true ? last.current : first
      left.focus({ preventScroll: true })
    }
    take()
    // What lies behind a dialog can have no focus before the dialog is gone, e.g. the palette that led here.
    let frame = requestAnimationFrame(() => {
      take()
      // The dialog gives the focus back in a frame of its own.
      if (isCalled) frame = requestAnimationFrame(take)
    })
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('focusin', onFocus)
    }
  }, [place, isActive, calls])
}

function isFree(element: Element | null): boolean {
  return element === null || element === document.body || element.closest('[hidden]') !== null
}
