import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { LabelTerms } from '../../../shared/ipc/index.ts'
import type { ContextId, Resource, ResourceInfo } from '../../../shared/kube/index.ts'
import { engine } from '../../bridge/index.ts'
import type { ListQuery } from '../../live/index.ts'
import type { TableSnapshot } from '../../table/index.ts'
import { TextField } from '../../ui/index.ts'
import { type Completion, completeSelector, fieldTermsOf, labelTermsOf, type Term } from './completion.ts'
import styles from './SelectorFields.module.css'
import { selectorErrors } from './selectorErrors.ts'

export interface SelectorFieldsProps {
  readonly context: ContextId
  readonly resource: Resource
  readonly kind: ResourceInfo | null
  readonly query: ListQuery
  readonly snapshot: TableSnapshot
  readonly change: (part: Partial<ListQuery>) => void
  readonly takesFocus: boolean
}

/** Label and field selectors, which the server applies, with what may stand in them. */
export function SelectorFields(props: SelectorFieldsProps) {
  const { context, resource, kind, query, snapshot, change, takesFocus } = props
  const refusal = snapshot.error?.kind === 'invalid' ? snapshot.error.message : invalidSource(snapshot)
  const errors = selectorErrors(query, refusal)
  const [labels, askLabels] = useLabels(context, resource)
  const fields = () =>
    fieldTermsOf(resource, kind?.namespaced !== false, column => columnValues(snapshot, column))
  return (
    <div className={styles.fields}>
      <SelectorField
        label="Label selector"
        placeholder="app=web,tier in (front, back)"
        value={query.labelSelector}
        error={errors.label}
        autoFocus={takesFocus}
        termsOf={() => labelTermsOf(labels)}
        onFocus={askLabels}
        onChange={labelSelector => change({ labelSelector })}
      />
      <SelectorField
        label="Field selector"
        placeholder="spec.nodeName=node-1"
        value={query.fieldSelector}
        error={errors.field}
        termsOf={fields}
        onChange={fieldSelector => change({ fieldSelector })}
      />
    </div>
  )
}

/** Labels of the kind, asked for when the field is first used. */
function useLabels(context: ContextId, resource: Resource): readonly [LabelTerms | null, () => void] {
  const key = JSON.stringify([context, resource])
  const [known, setKnown] = useState<{ readonly key: string; readonly terms: LabelTerms } | null>(null)
  const asked = useRef<string | null>(null)
  const ask = () => {
    if (asked.current === key) return
    asked.current = key
    const { group, version, resource: plural } = resource
    engine.call('tables.labels', { context, resource: { group, version, resource: plural } }).then(
      terms => setKnown({ key, terms }),
      // A selector can be typed without any help; the next use of the field asks again.
      () => {
        asked.current = null
      },
    )
  }
  return [known?.key === key ? known.terms : null, ask]
}

/** Values of a column among the rows at hand. */
function columnValues({ columns, rows }: TableSnapshot, name: string): readonly string[] {
  const place = columns.findIndex(column => column.name === name)
  const values = new Set<string>()
  if (place >= 0)
    for (const row of rows) {
      const cell = row?.cells[place]
      if (typeof cell === 'string' && cell !== '' && cell !== '<none>') values.add(cell)
    }
  return [...values].sort().slice(0, 200)
}

function invalidSource({ sources }: TableSnapshot): string | undefined {
  for (const { status } of sources) {
    if (status.phase === 'failed' && status.error.kind === 'invalid') return status.error.message
  }
  return undefined
}

interface SelectorFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly error: string | undefined
  readonly autoFocus?: boolean
  readonly termsOf: () => readonly Term[]
  readonly onFocus?: () => void
  readonly onChange: (value: string) => void
}

/** Takes effect on Enter or on leaving the field: half a selector would only be an error. */
function SelectorField({ value, onChange, termsOf, onFocus, ...rest }: SelectorFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState(value)
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  useEffect(() => setDraft(value), [value])
  const found = caret === null ? null : completeSelector(draft, caret, termsOf())
  const options = found?.options ?? []
  const current = Math.min(active, options.length - 1)
  const edit = (text: string, at: number) => {
    setDraft(text)
    setCaret(at)
    setActive(0)
  }
  const take = (completion: Completion, index: number) => {
    const option = completion.options[index]
    if (option === undefined) return
    const text = draft.slice(0, completion.from) + option.text + draft.slice(completion.to)
    const at = completion.from + option.text.length
    edit(text, at)
    requestAnimationFrame(() => input.current?.setSelectionRange(at, at))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ' ' && event.ctrlKey) setCaret(input.current?.selectionStart ?? draft.length)
    else if (found === null) {
      if (event.key !== 'ArrowDown') return
      setCaret(input.current?.selectionStart ?? draft.length)
    } else if (event.key === 'ArrowDown') setActive((current + 1) % options.length)
    else if (event.key === 'ArrowUp') setActive((current - 1 + options.length) % options.length)
    else if (event.key === 'Tab' && !event.shiftKey) take(found, current)
    else if (event.key === 'Escape') setCaret(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  useComboboxRole(input, `${id}list`, found === null ? null : `${id}${current}`)
  return (
    <div className={styles.field} onKeyDownCapture={onKeyDown} onFocusCapture={onFocus}>
      <TextField
        {...rest}
        ref={input}
        value={draft}
        isMono
        onChange={text => edit(text, input.current?.selectionStart ?? text.length)}
        onSubmit={() => {
          setCaret(null)
          onChange(draft.trim())
        }}
        onBlur={() => {
          setCaret(null)
          if (draft.trim() !== value) onChange(draft.trim())
        }}
        onEscape={() => setDraft(value)}
      />
      <div
        id={`${id}list`}
        className={styles.options}
        role="listbox"
        aria-label={`${rest.label}: what may stand here`}
        hidden={found === null}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
          <div
            key={option.text}
            id={`${id}${index}`}
            role="option"
            aria-selected={index === current}
            tabIndex={-1}
            className={`${styles.option} ${index === current ? styles.current : ''}`}
            onMouseMove={() => setActive(index)}
            onMouseDown={event => event.preventDefault()}
            onClick={() => found !== null && take(found, index)}
          >
            <span className={styles.text}>{option.text}</span>
            <span className={styles.detail}>{option.detail}</span>
          </div>
        ))}
        {options.length > 0 && <div className={styles.hint}>Tab takes it, Enter applies the selector</div>}
      </div>
    </div>
  )
}

/** Says of the field that it has a list of completions, and which of them is active. */
function useComboboxRole(
  input: React.RefObject<HTMLInputElement | null>,
  list: string,
  active: string | null,
): void {
  useEffect(() => {
    const element = input.current
    if (element === null) return
    element.role = 'combobox'
    element.ariaAutoComplete = 'list'
    element.setAttribute('aria-controls', list)
    element.ariaExpanded = String(active !== null)
    if (active === null) element.removeAttribute('aria-activedescendant')
    else element.setAttribute('aria-activedescendant', active)
  }, [input, list, active])
}
