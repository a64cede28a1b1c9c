import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Draft, FieldConflict } from '../../shared/ipc/index.ts'
import { applyEdits } from '../../shared/manifest/index.ts'
import { engine } from '../bridge/index.ts'
import { errorBody, useStream } from '../live/index.ts'
import type { ManifestEditorHandle } from '../yaml/index.ts'

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

export interface Merging {
  readonly taken: readonly string[]
  /** Fields that both changed and that are not decided yet. */
  readonly conflicts: readonly FieldConflict[]
  readonly error: string | null
  readonly decide: (conflict: FieldConflict) => void
}

/** Live changes come into the text by themselves, except where both changed the same field. */
export function useMerging(
  { draft, text, change }: OpenDraft,
  editor: RefObject<ManifestEditorHandle | null>,
): Merging {
  const [taken, setTaken] = useState<readonly string[]>([])
  const [conflicts, setConflicts] = useState<readonly FieldConflict[]>([])
  const [error, setError] = useState<string | null>(null)
  const latest = useRef(text)
  latest.current = text
  const isChanged = draft?.liveState === 'changed'
  const seen = draft?.live?.metadata?.resourceVersion
  const id = draft?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: every further version of the object is merged anew
  useEffect(() => {
    if (!isChanged || id === undefined) return
    const controller = new AbortController()
    const before = latest.current
    const merge = async () => {
      const found = await engine.call('writes.rebase', { id, text: before }, controller.signal)
      // Typed meanwhile: the next look merges into that.
      if (controller.signal.aborted || latest.current !== before) return
      if (found.edits.length > 0) {
        if (editor.current !== null) editor.current.applyEdits(found.edits)
        else change(applyEdits(before, found.edits))
      }
      setTaken(old => [...new Set([...old, ...found.taken])])
      setConflicts(old => [
        ...old.filter(one => !found.conflicts.some(({ field }) => field === one.field)),
        ...found.conflicts,
      ])
      const merged = applyEdits(before, found.edits)
      await engine.call('writes.rebased', { id, text: merged, resourceVersion: found.resourceVersion })
    }
    merge().catch((problem: unknown) => {
      if (!controller.signal.aborted) setError(errorBody(problem).message)
    })
    return () => controller.abort()
  }, [isChanged, id, seen, text])
  const decide = useCallback(
    (conflict: FieldConflict) => setConflicts(old => old.filter(({ field }) => field !== conflict.field)),
    [],
  )
  return { taken, conflicts, error, decide }
}
