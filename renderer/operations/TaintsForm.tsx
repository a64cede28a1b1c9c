import { useState } from 'react'
import { visibleText } from '../../shared/kube/index.ts'
import { listAt, textAt } from '../../shared/relations/index.ts'
import { Button, Select } from '../ui/index.ts'
import type { FormProps } from './form.ts'
import styles from './Operations.module.css'
import { emptyPair, PairFields, pairProblems } from './PairFields.tsx'

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] as const
type Effect = (typeof effects)[number]
const effectOf = (text: string): Effect => effects.find(each => each === text) ?? 'NoSchedule'

/** Taints of nodes: those there are, for one node; what is set and removed, for several. */
export function TaintsForm({ object, asked, operation, onChange }: FormProps<'taints'>) {
  const { set, remove } = operation
  const present = asked.targets.length > 1 ? [] : listAt(object, 'spec', 'taints')
  const isSame = (key: string, effect: string) => (each: { key: string; effect: string }) =>
    each.key === key && each.effect === effect
  return (
    <>
      <AddTaint
        onAdd={taint =>
          onChange({
            ...operation,
            set: [...set.filter(each => !isSame(taint.key, taint.effect)(each)), taint],
          })
        }
      />
      <ul className={styles.entries} aria-label="Taints">
        {present.map(taint => {
          const key = textAt(taint, 'key')
          const effect = effectOf(textAt(taint, 'effect'))
          const isRemoved = remove.some(isSame(key, effect))
          const others = remove.filter(each => !isSame(key, effect)(each))
          return (
            <li key={`${key} ${effect}`} className={styles.entry}>
              <span className={`${styles.name} ${isRemoved ? styles.gone : ''}`}>
                {visibleText(`${key}=${textAt(taint, 'value')}:${effect}`)}
              </span>
              <Button
                look="quiet"
                label={`${isRemoved ? 'Keep' : 'Remove'} ${key}`}
                onPress={() =>
                  onChange({ ...operation, remove: isRemoved ? others : [...others, { key, effect }] })
                }
              >
                {isRemoved ? 'Keep' : 'Remove'}
              </Button>
            </li>
          )
        })}
        {set.map(taint => (
          <li key={`set ${taint.key} ${taint.effect}`} className={styles.entry}>
            <span className={styles.name}>{visibleText(`${taint.key}=${taint.value}:${taint.effect}`)}</span>
            <Button
              look="quiet"
              label={`Take back ${taint.key}`}
              onPress={() => onChange({ ...operation, set: set.filter(each => each !== taint) })}
            >
              Take back
            </Button>
          </li>
        ))}
        {present.length + set.length === 0 && <li className={styles.entry}>No taints yet.</li>}
      </ul>
    </>
  )
}

interface AddTaintProps {
  readonly onAdd: (taint: { key: string; value: string; effect: Effect }) => void
}

function AddTaint({ onAdd }: AddTaintProps) {
  const [pair, setPair] = useState(emptyPair)
  const [effect, setEffect] = useState<Effect>('NoSchedule')
  const problems = pairProblems(pair)
  const isReady = problems.key === null && problems.value === null
  const add = () => {
    if (!isReady) return
    onAdd({ ...pair, effect })
    setPair(emptyPair)
  }
  return (
    <div className={styles.row}>
      <PairFields pair={pair} problems={problems} onChange={setPair} onSubmit={add} />
      <Select
        label="Effect"
        options={effects.map(id => ({ id, label: id }))}
        value={effect}
        onChange={id => setEffect(effectOf(id))}
      />
      <Button isDisabled={!isReady} onPress={add}>
        Set
      </Button>
    </div>
  )
}
