import { useState } from 'react'
import { visibleText } from '../../shared/kube/index.ts'
import { textsAt } from '../../shared/relations/index.ts'
import { Button, TextField } from '../ui/index.ts'
import { labelValueProblem, pairKeyProblem } from './draft.ts'
import type { FormProps } from './form.ts'
import styles from './Operations.module.css'

/** Labels or annotations: of one object as they are, of several what is added, replaced and removed. */
export function PairsForm({ object, asked, operation, onChange }: FormProps<'labels' | 'annotations'>) {
  const { changes } = operation
  const isBulk = asked.targets.length > 1
  const present = isBulk ? {} : (textsAt(object, 'metadata', operation.type) ?? {})
  const names = [...new Set([...Object.keys(present), ...Object.keys(changes)])].sort()
  const change = (key: string, value: string | null) =>
    onChange({ ...operation, changes: { ...changes, [key]: value } })
  const takeBack = (key: string) =>
    onChange({
      ...operation,
      changes: Object.fromEntries(Object.entries(changes).filter(([each]) => each !== key)),
    })
  return (
    <>
      {isBulk && (
        <p className={styles.quiet}>
          Set or removed on each of the {asked.targets.length}. The review shows what each has now.
        </p>
      )}
      <AddPair isLabel={operation.type === 'labels'} isBulk={isBulk} onChange={change} />
      {names.length > 0 && (
        <ul className={styles.entries} aria-label={operation.type}>
          {names.map(key => {
            const isChanged = Object.hasOwn(changes, key)
            const value = isChanged ? changes[key] : present[key]
            return (
              <li key={key} className={styles.entry}>
                <span className={`${styles.name} ${value === null ? styles.gone : ''}`}>
                  {visibleText(value === null ? key : `${key}=${value}`)}
                </span>
                {isChanged ? (
                  <Button look="quiet" label={`Take back the change of ${key}`} onPress={() => takeBack(key)}>
                    Take back
                  </Button>
                ) : (
                  <Button look="quiet" label={`Remove ${key}`} onPress={() => change(key, null)}>
                    Remove
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

interface AddPairProps {
  readonly isLabel: boolean
  readonly isBulk: boolean
  readonly onChange: (key: string, value: string | null) => void
}

function AddPair({ isLabel, isBulk, onChange }: AddPairProps) {
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const keyProblem = pairKeyProblem(key)
  const valueProblem = isLabel ? labelValueProblem(value) : null
  const isReady = keyProblem === null && valueProblem === null
  const put = (next: string | null) => {
    onChange(key, next)
    setKey('')
    setValue('')
  }
  const add = () => isReady && put(value)
  return (
    <div className={styles.row}>
      <TextField
        label="Key"
        value={key}
        isMono
        autoFocus
        onChange={setKey}
        onSubmit={add}
        error={key === '' ? undefined : (keyProblem ?? undefined)}
      />
      <TextField
        label="Value"
        value={value}
        isMono
        onChange={setValue}
        onSubmit={add}
        error={valueProblem ?? undefined}
      />
      <Button isDisabled={!isReady} onPress={add}>
        Set
      </Button>
      {isBulk && (
        <Button isDisabled={keyProblem !== null} onPress={() => put(null)}>
          Remove
        </Button>
      )}
    </div>
  )
}
