import { useId } from 'react'
import styles from './SettingsView.module.css'

export interface ChoiceProps {
  readonly label: string
  readonly options: readonly { readonly id: string; readonly label: string; readonly detail: string }[]
  readonly value: string
  readonly onChange: (id: string) => void
}

/** One of a few, all in sight. */
export function Choice({ label, options, value, onChange }: ChoiceProps) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={styles.choice}>
      {options.map(option => (
        <label key={option.id} className={styles.radio}>
          <input
            type="radio"
            name={name}
            className={styles.radioBox}
            checked={option.id === value}
            onChange={() => onChange(option.id)}
          />
          <span>
            {option.label} {option.detail !== '' && <span className={styles.note}>{option.detail}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}
