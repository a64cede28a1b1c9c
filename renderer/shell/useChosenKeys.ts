import { useEffect, useMemo } from 'react'
import {
  chordOf,
  eventOf,
  isInTerminal,
  keysInTerminals,
  shownKeysOf,
  translationOf,
  useSettings,
} from '../live/index.ts'

/**
 * Turns keys that the user chose into those that the views listen to, before anything hears them.
 * So every action can be moved without its view knowing. Answers which keys hints show instead.
 */
export function useChosenKeys(): ReadonlyMap<string, string> {
  const chosen = useSettings()?.shortcuts
  const translation = useMemo(() => translationOf(chosen ?? {}), [chosen])
  useEffect(() => {
    if (translation.size === 0) return
    const onKeyDown = (event: KeyboardEvent) => {
      // What was translated comes by here once more.
      if (!event.isTrusted || event.isComposing) return
      const chord = chordOf(event)
      const heard = chord === null ? undefined : translation.get(chord)
      if (heard === undefined || isTaken(event)) return
      if (isInTerminal(event.target) && (heard === null || !keysInTerminals.has(heard))) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (heard !== null) event.target?.dispatchEvent(new KeyboardEvent('keydown', eventOf(heard)))
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [translation])
  return useMemo(() => shownKeysOf(chosen ?? {}), [chosen])
}

/** `data-records-keys` marks what is told a key that shall be used from now on. */
const taken = '[role=dialog],[role=alertdialog],[role=menu],[role=listbox],[data-records-keys]'

/** Fields keep what is typed into them; dialogs and menus keep everything. */
function isTaken({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest(taken) !== null) return true
  if (ctrlKey || metaKey || altKey) return false
  if (target.isContentEditable) return target.closest('[data-reads-only]') === null
  return /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}
