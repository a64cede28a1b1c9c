import { useId } from 'react'
import styles from '../Logs.module.css'

export interface ChoicesProps<Id extends string> {
  readonly label: string
  readonly options: readonly { readonly id: Id; readonly label: string }[]
  readonly value: Id
  readonly onChange: (id: Id) => void
}

/** One of a few that all stand there, for menus that hold more than one choice. */
export function Choices<Id extends string>({ label, options, value, onChange }: ChoicesProps<Id>) {
  const name = useId()
  return (
    <fieldset className={styles.radios}>
      <legend className={styles.choicesTitle}>{label}</legend>
      {options.map(option => (
        <label key={option.id} className={styles.radio}>
          <input
            type="radio"
            name={name}
            checked={option.id === value}
            onChange={() => onChange(option.id)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
