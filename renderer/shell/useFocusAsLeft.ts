import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Gives the focus back to where it was in a view that comes to the front again. A view that is put
 * behind loses it, since nothing hidden can have it. A view where it never was gives it to the
 * button that asks for it, or takes it itself, so that Tab goes on in the view and not at the
 * beginning of the page.
 */
export function useFocusAsLeft(place: RefObject<HTMLElement | null>, isActive: boolean): void {
  const last = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (element === null || !isActive) return
    const onFocus = (event: FocusEvent) => {
      if (event.target instanceof HTMLElement && event.target !== element) last.current = event.target
    }
    element.addEventListener('focusin', onFocus)
    const take = () => {
      const { activeElement } = document
      const isFree = activeElement === null || activeElement === document.body || isHidden(activeElement)
      if (!isFree) return
      const first = element.querySelector<HTMLElement>('[data-takes-focus]') ?? element
      const left = last.current?.isConnected === true ? last.current : first
      left.focus({ preventScroll: true })
    }
    take()
    // What lies behind a dialog can have no focus before the dialog is gone, e.g. the palette that led here.
    const frame = requestAnimationFrame(take)
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('focusin', onFocus)
    }
  }, [place, isActive])
}

function isHidden(element: Element): boolean {
  return element.closest('[hidden]') !== null
}
