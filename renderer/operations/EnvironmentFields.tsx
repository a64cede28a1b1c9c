import { useState } from 'react'
import { isMapping, visibleText } from '../../shared/kube/index.ts'
import { at, listAt, textAt } from '../../shared/relations/index.ts'
import { Button, TextField } from '../ui/index.ts'
import styles from './Operations.module.css'

type Changes = Readonly<Record<string, string | null>>

export interface EnvironmentFieldsProps {
  readonly container: unknown
  /** `null` removes. */
  readonly changes: Changes
  readonly onChange: (changes: Record<string, string | null>) => void
}

/** The environment of a container: values are edited, sources of values are shown and kept. */
export function EnvironmentFields({ container, changes, onChange }: EnvironmentFieldsProps) {
  const there = listAt(container, 'env')
  const known = there.map(each => textAt(each, 'name'))
  const added = Object.keys(changes).filter(name => !known.includes(name))
  const set = (name: string, value: string | null) => onChange({ ...changes, [name]: value })
  const takeBack = (name: string) =>
    onChange(Object.fromEntries(Object.entries(changes).filter(([each]) => each !== name)))
  const setValue = (name: string, value: string, before: string | null) =>
    value === before ? takeBack(name) : set(name, value)
  const from = listAt(container, 'envFrom').map(sourceOfAll)
  return (
    <details open={there.length > 0 && there.length <= 10}>
      <summary>{`Environment (${known.length + added.length})`}</summary>
      <div className={styles.form}>
        {from.length > 0 && <p className={styles.quiet}>{`Also all of ${visibleText(from.join(', '))}.`}</p>}
        {[...new Set(known), ...added].map(name => (
          <Variable
            key={name}
            name={name}
            variable={there.find(each => textAt(each, 'name') === name)}
            changed={Object.hasOwn(changes, name) ? (changes[name] ?? null) : undefined}
            onSet={(value, before) => setValue(name, value, before)}
            onRemove={() => (known.includes(name) ? set(name, null) : takeBack(name))}
            onTakeBack={() => takeBack(name)}
          />
        ))}
        <AddVariable taken={[...known, ...added]} onAdd={(name, value) => set(name, value)} />
      </div>
    </details>
  )
}

interface VariableProps {
  readonly name: string
  /** As it is there; undefined for a new one. */
  readonly variable: unknown
  /** What it becomes; null: it goes; undefined: it stays. */
  readonly changed: string | null | undefined
  readonly onSet: (value: string, before: string | null) => void
  readonly onRemove: () => void
  readonly onTakeBack: () => void
}

function Variable({ name, variable, changed, onSet, onRemove, onTakeBack }: VariableProps) {
  const source = isMapping(at(variable, 'valueFrom')) ? sourceOf(at(variable, 'valueFrom')) : null
  const before = variable === undefined || source !== null ? null : textAt(variable, 'value')
  const isSource = source !== null && changed === undefined
  return (
    <div className={styles.row}>
      {changed === null ? (
        <span className={`${styles.name} ${styles.gone}`}>{visibleText(name)}</span>
      ) : isSource ? (
        <span className={styles.name}>
          {visibleText(name)} <span className={styles.quiet}>{visibleText(source)}</span>
        </span>
      ) : (
        <TextField
          label={visibleText(name)}
          value={changed ?? before ?? ''}
          isMono
          onChange={value => onSet(value, before)}
        />
      )}
      {isSource && (
        <Button look="quiet" label={`Give ${name} a value`} onPress={() => onSet('', before)}>
          Give it a value
        </Button>
      )}
      {changed !== undefined && variable !== undefined ? (
        <Button look="quiet" label={`Take back ${name}`} onPress={onTakeBack}>
          Take back
        </Button>
      ) : (
        <Button look="quiet" label={`Remove ${name}`} onPress={onRemove}>
          Remove
        </Button>
      )}
    </div>
  )
}

interface AddVariableProps {
  readonly taken: readonly string[]
  readonly onAdd: (name: string, value: string) => void
}

function AddVariable({ taken, onAdd }: AddVariableProps) {
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const problem = taken.includes(name) ? 'There is a variable of this name.' : nameProblem(name)
  const add = () => {
    if (problem !== null) return
    onAdd(name, value)
    setName('')
    setValue('')
  }
  return (
    <div className={styles.row}>
      <TextField
        label="New variable"
        value={name}
        isMono
        onChange={setName}
        onSubmit={add}
        error={name === '' ? undefined : (problem ?? undefined)}
      />
      <TextField label="Its value" value={value} isMono onChange={setValue} onSubmit={add} />
      <Button isDisabled={problem !== null} onPress={add}>
        Add
      </Button>
    </div>
  )
}

/** Printable ASCII without `=`. Source: kubernetes, apimachinery, IsRelaxedEnvVarName. */
function nameProblem(name: string): string | null {
  return /^[ -<>-~]+$/.test(name) ? null : 'A name has printable ASCII characters without “=”.'
}

function sourceOf(from: unknown): string {
  for (const [field, kind] of [
    ['secretKeyRef', 'Secret'],
    ['configMapKeyRef', 'ConfigMap'],
  ] as const)
    if (isMapping(at(from, field)))
      return `from ${kind} ${textAt(from, field, 'name')}, key ${textAt(from, field, 'key')}`
  if (isMapping(at(from, 'fieldRef'))) return `from the pod's ${textAt(from, 'fieldRef', 'fieldPath')}`
  if (isMapping(at(from, 'resourceFieldRef')))
    return `from the container's ${textAt(from, 'resourceFieldRef', 'resource')}`
  return 'from a source of another kind'
}

function sourceOfAll(each: unknown): string {
  const isSecret = isMapping(at(each, 'secretRef'))
  return `${isSecret ? 'Secret' : 'ConfigMap'} ${textAt(each, isSecret ? 'secretRef' : 'configMapRef', 'name')}`
}
