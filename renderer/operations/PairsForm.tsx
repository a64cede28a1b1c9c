import { useState } from 'react'
import { visibleText } from '../../shared/kube/index.ts'
import { textsAt } from '../../shared/relations/index.ts'
import { Button } from '../ui/index.ts'
import type { FormProps } from './form.ts'
import styles from './Operations.module.css'
import { emptyPair, PairFields, pairProblems } from './PairFields.tsx'

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
  const [pair, setPair] = useState(emptyPair)
  const problems = pairProblems(pair, !isLabel)
  const isReady = problems.key === null && problems.value === null
  const put = (next: string | null) => {
    onChange(pair.key, next)
    setPair(emptyPair)
  }
  const add = () => isReady && put(pair.value)
  return (
    <div className={styles.row}>
      <PairFields pair={pair} problems={problems} onChange={setPair} onSubmit={add} />
      <Button isDisabled={!isReady} onPress={add}>
        Set
      </Button>
      {isBulk && (
        <Button isDisabled={problems.key !== null} onPress={() => put(null)}>
          Remove
        </Button>
      )}
    </div>
  )
}
