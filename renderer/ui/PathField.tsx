import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { visibleText } from '../../shared/kube/index.ts'
import { commonStart } from './commonStart.ts'
import styles from './PathField.module.css'

export interface PathFieldProps {
  readonly label: string
  readonly value: string
  /** Entries of the file system that begin with the value. */
  readonly completions: readonly string[]
  readonly placeholder: string
  /** Below the field while nothing is offered. */
  readonly hint: ReactNode
  readonly error?: string | undefined
  readonly autoFocus?: boolean
  /** Completions show over what is above, so that nothing moves. */
  readonly isCompact?: boolean
  readonly onChange: (value: string) => void
  /** Enter, with no completion chosen. */
  readonly onSubmit: () => void
}

/** A path of the engine's machine, completed as in a shell: Tab takes what is sure, arrows choose. */
export function PathField(props: PathFieldProps) {
  const { label, value, completions, error, hint, isCompact = false, onChange, onSubmit } = props
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isShown, setIsShown] = useState(false)
  const [active, setActive] = useState(-1)
  // Those of what was typed before may still be there.
  const shown = isShown ? completions.filter(entry => entry.startsWith(value)) : []
  const take = (entry: string) => {
    onChange(entry)
    setActive(-1)
    setIsShown(/[/\\]$/.test(entry))
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = shown[active]
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, shown.length - 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, -1))
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey)
      chosen === undefined ? onSubmit() : take(chosen)
    else if (event.key === 'Tab' && !event.shiftKey && canComplete(value, shown, chosen)) {
      take(chosen ?? commonStart(shown))
      // Or the dialog moves the focus on.
      event.stopPropagation()
    } else if (event.key === 'Escape' && shown.length > 0) {
      event.stopPropagation()
      setIsShown(false)
      return
    } else return
    event.preventDefault()
  }
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <div className={styles.field} data-compact={isCompact ? '' : undefined}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        ref={field}
        id={id}
        className={styles.input}
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={shown.length > 0 ? `${id}list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${id}${active}` : undefined}
        aria-invalid={error !== undefined ? true : undefined}
        aria-describedby={error === undefined ? undefined : `${id}e`}
        placeholder={props.placeholder}
        autoComplete="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the first field of a dialog that was asked for
        autoFocus={props.autoFocus}
        value={value}
        onChange={event => {
          onChange(event.target.value)
          setActive(-1)
          setIsShown(true)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setIsShown(false)}
      />
      {shown.length > 0 && (
        <div
          className={styles.completions}
          id={`${id}list`}
          role="listbox"
          aria-label="Completions"
          tabIndex={-1}
        >
          {shown.map((entry, index) => (
            <div
              key={entry}
              id={`${id}${index}`}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              className={`${styles.completion} ${index === active ? styles.active : ''}`}
              onMouseDown={event => event.preventDefault()}
              onClick={() => take(entry)}
              onKeyDown={onKeyDown}
            >
              {visibleText(entry)}
            </div>
          ))}
        </div>
      )}
      {(shown.length === 0 || isCompact) && <p className={styles.hint}>{hint}</p>}
      {error !== undefined && (
        <p id={`${id}e`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

function canComplete(value: string, shown: readonly string[], chosen: string | undefined): boolean {
  return chosen !== undefined || (shown.length > 0 && commonStart(shown).length > value.length)
}
