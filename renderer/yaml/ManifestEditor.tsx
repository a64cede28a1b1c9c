import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { defaultSettings } from '../../shared/ipc/index.ts'
import type { TextEdit } from '../../shared/manifest/index.ts'
import { useSettings } from '../live/index.ts'
import styles from './ManifestEditor.module.css'
import { type EditorProblem, ManifestView } from './manifestView.ts'
import { ProblemList } from './ProblemList.tsx'
import type { SchemaOf } from './reader.ts'

export interface ManifestEditorHandle {
  /** Replacements by offsets of the text as `onChange` told it; one step of the history, and told as a change. */
  applyEdits(edits: readonly TextEdit[]): void
  /** Line and column from 1. */
  goTo(line: number, column: number): void
  focus(): void
}

export interface ManifestEditorProps {
  readonly label: string
  /** With the line ends of its file, which it keeps. Another text than was told last takes its place; undo brings back the other. */
  readonly text: string
  readonly onChange: (text: string) => void
  readonly placeholder?: string
  readonly isReadOnly?: boolean
  readonly autoFocus?: boolean
  /** What its kind requires may be missing: the text is applied to what has it, or is a patch of it. */
  readonly isPartial?: boolean
  /** What others found, such as the server, by line and column. Must be the same list while it says the same. */
  readonly problems?: readonly EditorProblem[]
  /** The schema of a kind, for checks, completion and documentation; null where there is none. Asked once for each kind. */
  readonly schemaOf?: SchemaOf
  readonly onProblems?: (problems: readonly EditorProblem[]) => void
  readonly ref?: Ref<ManifestEditorHandle>
}

const none: readonly EditorProblem[] = []

/**
 * Where manifests are written: problems marked as they are typed, with the list of them below,
 * completion and documentation from the schemas of the kinds. Tab indents; Escape, then Tab, leaves.
 */
export function ManifestEditor(props: ManifestEditorProps) {
  const { text, problems = none, isReadOnly = false, isPartial = false, ref } = props
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<ManifestView | null>(null)
  const latest = useRef(props)
  latest.current = props
  const [found, setFound] = useState<readonly EditorProblem[]>(none)
  const look = useSettings()?.editor ?? defaultSettings.editor
  useEffect(() => {
    if (place.current === null) return
    const created = viewIn(place.current, latest, setFound)
    view.current = created
    return () => {
      view.current = null
      created.destroy()
    }
  }, [])
  useEffect(() => view.current?.setText(text), [text])
  useEffect(() => view.current?.setLook(look), [look])
  useEffect(() => view.current?.setReadOnly(isReadOnly), [isReadOnly])
  useEffect(() => view.current?.setPartial(isPartial), [isPartial])
  useEffect(() => view.current?.setProblems(problems), [problems])
  useImperativeHandle(ref, () => handleOf(view), [])
  const fix = ({ fix: offered }: EditorProblem): void => {
    if (offered !== undefined) view.current?.applyEdits(offered.edits)
    view.current?.focus()
  }
  return (
    <div className={styles.whole}>
      <div ref={place} className={styles.editor} />
      <ProblemList
        problems={found}
        onGoTo={({ line, column }) => view.current?.goTo(line, column)}
        {...(isReadOnly ? {} : { onFix: fix })}
      />
    </div>
  )
}

function viewIn(
  place: HTMLElement,
  latest: { readonly current: ManifestEditorProps },
  setFound: (problems: readonly EditorProblem[]) => void,
): ManifestView {
  const { label, text, placeholder = '', isReadOnly = false, autoFocus = false } = latest.current
  const created = new ManifestView(place, {
    label,
    text,
    placeholder,
    isReadOnly,
    onChange: next => latest.current.onChange(next),
    schemaOf: async (apiVersion, kind) => (await latest.current.schemaOf?.(apiVersion, kind)) ?? null,
    onProblems: problems => {
      setFound(problems)
      latest.current.onProblems?.(problems)
    },
  })
  if (autoFocus) created.focus()
  return created
}

function handleOf(view: { readonly current: ManifestView | null }): ManifestEditorHandle {
  return {
    applyEdits: edits => view.current?.applyEdits(edits),
    goTo: (line, column) => view.current?.goTo(line, column),
    focus: () => view.current?.focus(),
  }
}
