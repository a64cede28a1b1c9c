import { useCallback, useEffect, useRef, useState } from 'react'
import type { Draft } from '../../shared/ipc/index.ts'
import { engine } from '../bridge/index.ts'
import { errorBody, useStream } from '../live/index.ts'

/** What is typed is kept this long after the last key, in milliseconds. */
const saveDelay = 300

export interface OpenDraft {
  readonly draft: Draft | null
  readonly error: string | null
  /** As typed. */
  readonly text: string
  readonly isSaved: boolean
  readonly saveError: string | null
  readonly change: (text: string) => void
  /** Resolves once all that was typed is kept. */
  readonly save: () => Promise<void>
}

/** A draft that is followed, and whose text is kept as it is typed. */
export function useDraft(id: string): OpenDraft {
  const { value, error } = useStream('writes.draft', { id })
  const [text, setText] = useState<string | null>(null)
  const [isSaved, setIsSaved] = useState(true)
  const [saveError, setSaveError] = useState<string | null>(null)
  const pending = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const save = useCallback(async () => {
    clearTimeout(timer.current)
    const kept = pending.current
    if (kept === null) return
    try {
      await engine.call('writes.saveDraft', { id, text: kept })
      if (pending.current === kept) pending.current = null
      setIsSaved(pending.current === null)
      setSaveError(null)
    } catch (problem) {
      setSaveError(errorBody(problem).message)
      throw problem
    }
  }, [id])
  const change = useCallback(
    (next: string) => {
      setText(next)
      pending.current = next
      setIsSaved(false)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => save().catch(alreadySaid), saveDelay)
    },
    [save],
  )
  useEffect(() => {
    const saveNow = () => void save().catch(alreadySaid)
    window.addEventListener('pagehide', saveNow)
    return () => {
      window.removeEventListener('pagehide', saveNow)
      saveNow()
    }
  }, [save])
  return {
    draft: value,
    error: error?.message ?? null,
    text: text ?? value?.text ?? '',
    isSaved,
    saveError,
    change,
    save,
  }
}

/** `saveError` says it. */
function alreadySaid(): null {
  return null
}
