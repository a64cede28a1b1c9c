import { useEffect, useRef } from 'react'
import { defaultSettings } from '../../shared/ipc/index.ts'
import { useSettings } from '../live/index.ts'
import { YamlWriter } from './writer.ts'
import styles from './YamlEditor.module.css'

export interface YamlEditorProps {
  readonly label: string
  readonly text: string
  readonly onChange: (text: string) => void
  /** Shown while it is empty. */
  readonly placeholder: string
  /** What is wrong, at a line numbered from 1. */
  readonly problem?: { readonly line: number; readonly message: string } | null
  readonly isReadOnly?: boolean
  readonly autoFocus?: boolean
}

/** An editor of YAML. Tab leaves it, as it leaves every field. */
export function YamlEditor(props: YamlEditorProps) {
  const { text, problem = null } = props
  const place = useRef<HTMLDivElement>(null)
  const writer = useRef<YamlWriter | null>(null)
  const latest = useRef(props)
  latest.current = props
  const look = useSettings()?.editor ?? defaultSettings.editor
  useEffect(() => {
    if (place.current === null) return
    const { label, text: first, placeholder, isReadOnly = false, autoFocus = false } = latest.current
    const created = new YamlWriter(place.current, {
      label,
      text: first,
      placeholder,
      isReadOnly,
      onChange: next => latest.current.onChange(next),
    })
    writer.current = created
    if (autoFocus) created.focus()
    return () => {
      writer.current = null
      created.destroy()
    }
  }, [])
  useEffect(() => writer.current?.setText(text), [text])
  useEffect(() => writer.current?.setLook(look), [look])
  useEffect(() => writer.current?.setProblem(problem), [problem])
  return <div ref={place} className={styles.editor} />
}
