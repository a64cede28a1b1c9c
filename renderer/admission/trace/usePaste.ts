import { useEffect, useRef } from 'react'
import { useIsViewActive } from '../../live/index.ts'

export interface PasteTarget {
  readonly isEmpty: boolean
  readonly take: (text: string) => void
}

/** What is pasted while no field has the focus goes to the object that is written here. Null: nothing takes it. */
export function usePaste(target: PasteTarget | null): void {
  const isActive = useIsViewActive()
  const latest = useRef(target)
  latest.current = target
  useEffect(() => {
    if (!isActive) return
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const { current } = latest
      if (current === null || event.defaultPrevented || isField(event.target)) return
      if (!takesText(text, current.isEmpty)) return
      event.preventDefault()
      current.take(text)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [isActive])
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, [role=dialog]') !== null)
  )
}

/** Any text begins an object; only another whole object takes the place of one. */
export function takesText(text: string, isEmpty: boolean): boolean {
  if (text.trim() === '') return false
  return isEmpty || (/^\s*"?apiVersion"?\s*:/m.test(text) && /^\s*"?kind"?\s*:/m.test(text))
}
