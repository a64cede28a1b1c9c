import { useState } from 'react'
import type { ApiParameter } from '../../shared/ipc/index.ts'
import { Button, TextField } from '../ui/index.ts'
import styles from './Explorer.module.css'

interface ParameterFieldProps {
  readonly parameter: ApiParameter
  readonly values: readonly string[]
  readonly problem: string | undefined
  readonly onChange: (values: readonly string[]) => void
}

/** Characters of documentation that stand open; the rest is a press away. */
const shortText = 160

/** One parameter with its documentation beside it. */
export function ParameterField({ parameter, values, problem, onChange }: ParameterFieldProps) {
  const { documentation } = parameter
  const [isWhole, setIsWhole] = useState(false)
  const isLong = documentation.length > shortText + 40
  return (
    <div className={styles.parameter}>
      <div className={styles.parameterField}>
        <Field parameter={parameter} values={values} problem={problem} onChange={onChange} />
      </div>
      <div className={styles.parameterText}>
        <span className={styles.parameterType}>{typeText(parameter)}</span>
        <span className={styles.documentation}>
          {isLong && !isWhole ? `${documentation.slice(0, shortText).trimEnd()}…` : documentation}
        </span>
        {isLong && (
          <Button
            look="quiet"
            label={`${isWhole ? 'Less' : 'More'} of ${parameter.name}`}
            onPress={() => setIsWhole(!isWhole)}
          >
            {isWhole ? 'Less' : 'More'}
          </Button>
        )}
      </div>
    </div>
  )
}

function typeText({ type, isRequired, isRepeated }: ApiParameter): string {
  return [type, isRequired ? 'required' : '', isRepeated ? 'one on each line' : '']
    .filter(part => part !== '')
    .join(', ')
}

function Field({ parameter, values, problem, onChange }: ParameterFieldProps) {
  const { name, choices, isRepeated, isRequired } = parameter
  const [value = ''] = values
  if (choices.length > 0 && problem === undefined)
    return (
      <label className={styles.lines}>
        <span className={styles.linesLabel}>{name}</span>
        <select
          aria-label={name}
          className={styles.area}
          value={value}
          onChange={event => onChange(event.target.value === '' ? [] : [event.target.value])}
        >
          <option value="">not given</option>
          {choices.map(choice => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      </label>
    )
  if (isRepeated)
    return (
      <label className={styles.lines}>
        <span className={styles.linesLabel}>{name}</span>
        <textarea
          aria-label={name}
          className={styles.area}
          rows={Math.min(6, Math.max(2, values.length + 1))}
          value={values.join('\n')}
          spellCheck={false}
          onChange={event => onChange(event.target.value === '' ? [] : event.target.value.split('\n'))}
        />
      </label>
    )
  return (
    <TextField
      label={isRequired ? `${name} (required)` : name}
      value={value}
      isMono
      error={problem}
      onChange={text => onChange(text === '' ? [] : [text])}
    />
  )
}
