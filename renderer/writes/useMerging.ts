import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldConflict } from '../../shared/ipc/index.ts'
import { applyEdits } from '../../shared/manifest/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, errorBody } from '../live/index.ts'
import type { ManifestEditorHandle } from '../yaml/index.ts'
import { textWithFieldFrom } from './fieldFrom.ts'
import type { OpenDraft } from './useDraft.ts'

/** Milliseconds after a key before a text with open questions is merged again. */
const questionDelay = 400

export interface Merging {
  /** In words, what came into the text by itself. */
  readonly taken: readonly string[]
  /** Fields that both changed and that are not decided yet. */
  readonly conflicts: readonly FieldConflict[]
  readonly error: string | null
  readonly keepMine: (conflict: FieldConflict) => void
  readonly takeTheirs: (conflict: FieldConflict) => Promise<void>
}

/** Keeping mine is decided against one value of theirs: another one is another question. */
const questionOf = ({ field, theirs }: FieldConflict): string => `${field}\n${theirs ?? ''}`

/**
 * Live changes come into the text by themselves, except where both changed the same field. As long as one of those is
 * not decided the draft keeps its old base, so that a reload asks again.
 */
export function useMerging(open: OpenDraft, editor: RefObject<ManifestEditorHandle | null>): Merging {
  const { draft, text, change } = open
  const [taken, setTaken] = useState<readonly string[]>([])
  const [conflicts, setConflicts] = useState<readonly FieldConflict[]>([])
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const [error, setError] = useState<string | null>(null)
  const latest = useRef(text)
  latest.current = text
  const isAsking = conflicts.length > 0
  const isChanged = draft?.liveState === 'changed'
  const seen = draft?.live?.metadata?.resourceVersion
  const id = draft?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: every further version of the object is merged anew
  useEffect(() => {
    if (!isChanged || id === undefined) {
      setConflicts([])
      setError(null)
      return
    }
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
      const undecided = found.conflicts.filter(conflict => !kept.has(questionOf(conflict)))
      const asked = new Set(found.conflicts.map(({ field }) => field))
      const came = found.taken.filter(one => ![...asked].some(field => one.endsWith(` ${field}`)))
      setTaken(old => [...new Set([...old, ...came])])
      setConflicts(undecided)
      setError(null)
      if (undecided.length > 0) return
      const merged = applyEdits(before, found.edits)
      await engine.call('writes.rebased', { id, text: merged, resourceVersion: found.resourceVersion })
      // That kept the merged text, over what was typed while it did.
      if (latest.current !== merged) await engine.call('writes.saveDraft', { id, text: latest.current })
    }
    const run = () =>
      merge().catch((problem: unknown) => {
        if (!controller.signal.aborted) setError(errorBody(problem).message)
      })
    const timer = setTimeout(() => void run(), isAsking ? questionDelay : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [isChanged, id, seen, text, kept])
  const takeTheirs = async (conflict: FieldConflict) => {
    if (draft === null) return
    const before = latest.current
    try {
      // Without my change theirs is no conflict, and comes in by the merge: in clear too where it is masked here.
      const without = textWithFieldFrom(before, draft.opened, conflict.path)
      const { edits } = await engine.call('writes.rebase', { id: draft.id, text: without })
      if (latest.current === before) change(applyEdits(without, edits))
      else announce('The text changed meanwhile, so nothing was put into it. Choose again.')
    } catch (problem) {
      setError(errorBody(problem).message)
    }
  }
  return {
    ...{ taken, conflicts, error, takeTheirs },
    keepMine: conflict => setKept(old => new Set(old).add(questionOf(conflict))),
  }
}
