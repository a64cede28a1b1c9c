import { useEffect, useMemo, useRef, useState } from 'react'
import {
  defaultSettings,
  type EvaluatedExpression,
  type KindSchema,
  type KnownFunction,
} from '../../../shared/ipc/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { useCall, useSettings } from '../../live/index.ts'
import { CelEditor, type CursorValue, noOverlay, type Overlay } from './editor.ts'
import { failureInWords, faultOf } from './faults.ts'
import { hintsOf, issueMarks, lineTexts, valueParts } from './hints.ts'
import { expressionPlaces, wholePlace } from './places.ts'
import styles from './Scratchpad.module.css'

export interface CelFieldProps {
  readonly type: 'expression' | 'policy'
  readonly text: string
  readonly onChange: (text: string) => void
  /** What was evaluated; may be of a text that has changed since. */
  readonly expressions: readonly EvaluatedExpression[]
  readonly schema: KindSchema | null
  /** Of the kind of parameter that the policy names. */
  readonly params: KindSchema | null
  /** Minor of the server's release. */
  readonly minor: number
}

const none: readonly KnownFunction[] = []

/** The editor of a scratchpad with the value under the cursor below it. */
export function CelField(props: CelFieldProps) {
  const { type, text, expressions } = props
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<CelEditor | null>(null)
  const [value, setValue] = useState<CursorValue | null>(null)
  const functions = useCall('admission.functions', { minor: props.minor }).value ?? none
  const variables = useMemo(() => (type === 'policy' ? variableNames(text) : []), [type, text])
  const latest = useRef({ ...props, functions, variables })
  latest.current = { ...props, functions, variables }
  const look = useSettings()?.editor ?? defaultSettings.editor
  useEffect(() => {
    if (place.current === null) return
    const created = new CelEditor(place.current, {
      label: type === 'policy' ? 'Policy' : 'Expression',
      type,
      text: latest.current.text,
      placeholder: placeholders[type],
      onChange: next => latest.current.onChange(next),
      onValue: setValue,
      completions: () => latest.current,
    })
    editor.current = created
    // An empty scratchpad is there to be written in; what opened it may hold the focus for a moment yet.
    const take = () => {
      if (latest.current.text === '' && isFocusFree()) created.focus()
    }
    take()
    const timer = setTimeout(take, 250)
    return () => {
      clearTimeout(timer)
      editor.current = null
      created.destroy()
    }
  }, [type])
  useEffect(() => editor.current?.setText(text), [text])
  useEffect(() => editor.current?.setLook(look), [look])
  const overlay = useMemo(() => overlayOf(type, text, expressions), [type, text, expressions])
  useEffect(() => editor.current?.setOverlay(overlay), [overlay])
  return (
    <div className={styles.field}>
      <div ref={place} className={styles.editor} />
      <p className={styles.cursorValue} aria-label="Value at the cursor" role="note">
        {value === null ? (
          <span className={styles.quiet}>
            {overlay === noOverlay
              ? 'Ctrl Space suggests what may stand here'
              : 'The value of what the cursor is on stands here'}
          </span>
        ) : (
          <>
            <code>{visibleText(value.name)}</code>
            <span className={styles.quiet}>{value.isError ? 'fails:' : '='}</span>
            <code className={value.isError ? styles.shownError : styles.shownValue}>
              {visibleText(value.isError ? failureOf(value, expressions, props.schema) : value.value)}
            </code>
          </>
        )}
      </p>
    </div>
  )
}

/** Whether the focus is on nothing, or on the view as a whole. */
function isFocusFree(): boolean {
  const { activeElement } = document
  return (
    activeElement === null || activeElement === document.body || activeElement.matches('[data-view-active]')
  )
}

/** The failure at the cursor, as it is told beside the editor. */
function failureOf(
  { value }: CursorValue,
  expressions: readonly EvaluatedExpression[],
  schema: KindSchema | null,
): string {
  const failing = expressions.find(
    ({ result }) => result.type === 'error' && value === faultOf(result.message),
  )
  return failing === undefined ? value : failureInWords(value, failing, schema)
}

const placeholders = {
  expression: "object.spec.replicas <= 5 && object.metadata.name.startsWith('web')",
  policy: 'Paste the YAML of a ValidatingAdmissionPolicy or MutatingAdmissionPolicy here.',
} as const

function overlayOf(
  type: 'expression' | 'policy',
  text: string,
  expressions: readonly EvaluatedExpression[],
): Overlay {
  if (expressions.length === 0 || text === '') return noOverlay
  const places = new Map(
    (type === 'expression' ? [wholePlace(text)] : expressionPlaces(text)).map(place => [place.field, place]),
  )
  const placed = expressions.flatMap(expression => {
    const place = places.get(expression.field)
    return place === undefined ? [] : [{ expression, place }]
  })
  return {
    issues: placed.flatMap(({ expression, place }) => issueMarks(expression, place)),
    parts: placed.flatMap(({ expression, place }) => valueParts(expression, place)),
    lines: lineTexts(
      text,
      placed.flatMap(({ expression, place }) => hintsOf(expression, place)),
    ),
  }
}

/** Names of a policy's variables, as they are being typed. */
function variableNames(text: string): readonly string[] {
  const block =
    /^ *variables:[^\n]*\n((?:[ \t]*-[^\n]*\n?|[ \t]+[^\n]*\n?|\n)*)/m.exec(text.slice(0, 100_000))?.[1] ?? ''
  return [...block.matchAll(/^[ \t-]*name:[ \t]*["']?([A-Za-z_]\w*)/gm)].map(match => match[1] ?? '')
}
