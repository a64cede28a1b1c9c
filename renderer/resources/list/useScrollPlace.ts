import { type RefObject, useEffect, useRef } from 'react'
import { addressOf, currentAddress, navigate, useIsViewActive } from '../../live/index.ts'

/** Scrolling has come to rest after so many milliseconds. */
const rest = 400

export interface ScrollPlace {
  readonly row: number
  readonly matching: number
  /** No more rows are to come for now. */
  readonly isWhole: boolean
  readonly rowHeight: number
}

/**
 * Keeps the first row in sight in the address, and brings a list that is opened by such an address
 * to that row as soon as it is there.
 */
export function useScrollPlace(place: RefObject<HTMLElement | null>, scroll: ScrollPlace): void {
  const { row, matching, isWhole, rowHeight } = scroll
  const isActive = useIsViewActive()
  const wanted = useRef(row)
  const height = useRef(rowHeight)
  height.current = rowHeight
  useEffect(() => {
    const grid = gridIn(place.current)
    if (wanted.current === 0 || grid === null || matching === 0) return
    if (matching <= wanted.current && !isWhole) return
    grid.scrollTop = wanted.current * rowHeight
    wanted.current = 0
  }, [place, matching, isWhole, rowHeight])
  useEffect(() => {
    const element = place.current
    if (element === null || !isActive) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const onScroll = (event: Event) => {
      if (event.target !== gridIn(element)) return
      // Whoever scrolls is where he wants to be.
      wanted.current = 0
      clearTimeout(timer)
      timer = setTimeout(() => tell(element, height.current), rest)
    }
    element.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      element.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [place, isActive])
}

function tell(element: HTMLElement, rowHeight: number): void {
  const address = currentAddress()
  const grid = gridIn(element)
  // The view may have gone behind another one meanwhile.
  if (address.view !== 'list' || grid === null || grid.offsetParent === null) return
  const row = Math.round(grid.scrollTop / rowHeight)
  if (row === address.query.row) return
  navigate(addressOf.list(address.context, address.resource, { ...address.query, row }), { replace: true })
}

function gridIn(place: HTMLElement | null): HTMLElement | null {
  return place?.querySelector<HTMLElement>('[role=grid]') ?? null
}
