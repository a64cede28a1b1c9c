import type { ReactNode } from 'react'
import styles from './Checkbox.module.css'

export interface CheckboxProps {
  readonly children: ReactNode
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly isDisabled?: boolean
  /** What it does, below. */
  readonly description?: ReactNode
}

/** Something that is so or not, with its words behind it. */
export function Checkbox({ children, isChecked, onChange, isDisabled = false, description }: CheckboxProps) {
  return (
    <label className={styles.field}>
      <input
        type="checkbox"
        className={styles.box}
        checked={isChecked}
        disabled={isDisabled}
        onChange={event => onChange(event.target.checked)}
      />
      <span>
        {children}
        {description !== undefined && <span className={styles.description}>{description}</span>}
      </span>
    </label>
  )
}
