import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { visibleText } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { commonStart } from './commonStart.ts'
import styles from './Dump.module.css'

export interface PathFieldProps {
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
  /** Enter, with no completion chosen. */
  readonly onSubmit: () => void
}

/** Typing settles for this long before the file system is asked, in milliseconds. */
const settleMillis = 80

/** A path of the engine's machine, completed as in a shell: Tab takes what is sure, arrows choose. */
export function PathField({ label, value, error, onChange, onSubmit }: PathFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isShown, setIsShown] = useState(false)
  const [active, setActive] = useState(-1)
  const entries = useCompletions(value)
  const shown = isShown ? entries : []
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
    <div className={styles.field}>
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
        placeholder="~/dumps/must-gather.tar.gz"
        autoComplete="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the first field of a dialog that was asked for
        autoFocus
        value={value}
        onChange={event => {
          onChange(event.target.value)
          setActive(-1)
          setIsShown(true)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setIsShown(false)}
      />
      {shown.length > 0 ? (
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
      ) : (
        <p className={styles.hint}>
          A path on this machine; <code>~/</code> is your home folder. Tab completes it as in a shell, the
          arrow keys choose among the entries, Enter adds it.
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}e`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

function useCompletions(prefix: string): readonly string[] {
  const [found, setFound] = useState<readonly string[]>([])
  useEffect(() => {
    if (prefix.trim() === '') {
      setFound([])
      return
    }
    const controller = new AbortController()
    const timer = setTimeout(() => {
      // Without completions the path can still be typed.
      engine.call('snapshots.completePath', { prefix }, controller.signal).then(setFound, () => setFound([]))
    }, settleMillis)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [prefix])
  return found
}

function canComplete(value: string, shown: readonly string[], chosen: string | undefined): boolean {
  return chosen !== undefined || (shown.length > 0 && commonStart(shown).length > value.length)
}
