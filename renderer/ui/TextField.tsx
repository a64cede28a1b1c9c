import { type KeyboardEvent, type ReactNode, type Ref, useId } from 'react'
import styles from './TextField.module.css'

export interface TextFieldProps {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly value: string
  readonly onChange: (value: string) => void
  /** Enter was pressed. */
  readonly onSubmit?: (() => void) | undefined
  /** ↓ was pressed, which leads on to what the text found. */
  readonly onArrowDown?: (() => void) | undefined
  readonly onBlur?: (() => void) | undefined
  readonly onEscape?: (() => void) | undefined
  readonly placeholder?: string
  readonly description?: string | undefined
  /** What is wrong with the value and how to put it right. */
  readonly error?: string | undefined
  readonly isMono?: boolean
  readonly autoFocus?: boolean
  readonly before?: ReactNode
  readonly after?: ReactNode
  /** Marks the field that `/` goes to. */
  readonly isFilter?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/** One line of text with its label, a hint, and an error that is tied to it. */
export function TextField(props: TextFieldProps) {
  const id = useId()
  const { label, value, error, description, before, after } = props
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && props.onSubmit !== undefined) {
      // Where it leads the focus on to a button, the same press must not press that too.
      event.preventDefault()
      props.onSubmit()
    }
    if (event.key === 'ArrowDown' && props.onArrowDown !== undefined) {
      event.preventDefault()
      props.onArrowDown()
    }
    if (event.key === 'Escape' && props.onEscape !== undefined) {
      event.stopPropagation()
      props.onEscape()
    }
  }
  const described = [error && `${id}e`, description && `${id}d`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={props.isLabelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={`${styles.box} ${error ? styles.wrong : ''}`}>
        {before}
        <input
          ref={props.ref}
          id={id}
          className={`${styles.input} ${props.isMono ? styles.mono : ''}`}
          value={value}
          placeholder={props.placeholder}
          // A field that was asked for is where its reader goes on.
          // biome-ignore lint/a11y/noAutofocus: only used where a dialog or the field itself was asked for
          autoFocus={props.autoFocus}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={described === '' ? undefined : described}
          data-filter={props.isFilter ? '' : undefined}
          onChange={event => props.onChange(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => props.onBlur?.()}
        />
        {after}
      </div>
      {error && (
        <p id={`${id}e`} className={styles.error} role="alert">
          {error}
        </p>
      )}
      {description && (
        <p id={`${id}d`} className={styles.description}>
          {description}
        </p>
      )}
    </div>
  )
}
