import { useState } from 'react'
import { visibleText } from '../../shared/kube/index.ts'
import { useCall } from '../live/index.ts'
import { Button, EmptyState, FilterField, KeyList, TextField } from '../ui/index.ts'
import { dataKeyProblem } from './draft.ts'
import { FileButton } from './FileButton.tsx'
import type { FormProps } from './form.ts'
import { KeyPanel } from './KeyPanel.tsx'
import keyStyles from './Keys.module.css'
import type { KeyBytes } from './keyBytes.ts'
import { type KeyChanges, type KeyLine, keyLines, renamed, withChange, withoutChange } from './keyEdits.ts'
import styles from './Operations.module.css'

/** From this many keys on, a filter helps. */
const manyKeys = 10

/** The keys of a ConfigMap or Secret. Values are read one by one, on the reader's wish. */
export function KeysForm({ asked, operation, onChange }: FormProps<'keys'>) {
  const [ref] = asked.targets
  const { value, error, again } = useCall(
    'operations.keys',
    ref === undefined ? null : { context: asked.context, ref },
  )
  const [filter, setFilter] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  if (error !== null)
    return (
      <EmptyState
        meaning="bad"
        title="The keys cannot be read"
        detail={visibleText(error.message)}
        causes={error.causes}
        actions={<Button onPress={again}>Try again</Button>}
      />
    )
  if (value === null || ref === undefined) return <EmptyState title="Reading its keys…" />
  const { set } = operation
  const change = (next: KeyChanges) => onChange({ ...operation, set: next })
  const all = keyLines(value, set)
  const shown = all.filter(({ key }) => key.toLowerCase().includes(filter.toLowerCase()))
  const line = all.find(({ key }) => key === chosen)
  const nameProblem = (key: string) =>
    all.some(each => each.key === key) ? 'There is a key of this name.' : dataKeyProblem(key)
  const add = (key: string, bytes: KeyBytes) => {
    change(withChange(set, key, bytes))
    setFilter('')
    setChosen(key)
  }
  return (
    <>
      <AddKey problemOf={nameProblem} onAdd={add} />
      {all.length > manyKeys && <FilterField label="Filter keys" value={filter} onChange={setFilter} />}
      {shown.length === 0 ? (
        <p className={styles.quiet}>{all.length === 0 ? 'There are no keys.' : 'No key matches.'}</p>
      ) : (
        <KeyList
          keys={shown.map(line => ({
            key: line.key,
            detail: wordsOf(line),
            isGone: line.state === 'removed',
          }))}
          chosen={chosen}
          onChoose={setChosen}
          rowHeight={28}
          className={keyStyles.keys}
        />
      )}
      <p className={styles.quiet}>
        {`${shown.length.toLocaleString()} of ${all.length.toLocaleString()} keys. Choose one to see or change its value.`}
      </p>
      {line !== undefined && (
        <KeyPanel
          // What is shown of one value must not stand under the name of another.
          key={line.key}
          place={{ context: asked.context, ref, key: line.key }}
          line={line}
          own={set[line.key] ?? null}
          nameProblem={nameProblem}
          onSet={bytes => change(withChange(set, line.key, bytes))}
          onTakeBack={() => change(withoutChange(set, line.key))}
          onRename={(to, bytes) => {
            change(renamed(set, { from: line.key, to, bytes, isThere: line.state !== 'added' }))
            setFilter('')
            setChosen(to)
          }}
        />
      )}
    </>
  )
}

interface AddKeyProps {
  readonly problemOf: (key: string) => string | null
  readonly onAdd: (key: string, bytes: KeyBytes) => void
}

function AddKey({ problemOf, onAdd }: AddKeyProps) {
  const [key, setKey] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const problem = problemOf(key)
  const add = () => {
    if (problem !== null) return
    onAdd(key, new Uint8Array())
    setKey('')
  }
  const addFile = (bytes: KeyBytes, fileName: string) => {
    const name = key === '' ? fileName : key
    const found = problemOf(name)
    setFailure(found === null ? null : `${visibleText(name)}: ${found}`)
    if (found !== null) return
    onAdd(name, bytes)
    setKey('')
  }
  return (
    <>
      <div className={styles.row}>
        <TextField
          label="New key"
          value={key}
          isMono
          autoFocus
          onChange={setKey}
          onSubmit={add}
          error={key === '' ? undefined : (problem ?? undefined)}
        />
        <Button isDisabled={problem !== null} onPress={add}>
          Add
        </Button>
        <FileButton label="File for a new key" onFile={addFile} onFailure={setFailure}>
          Add a file…
        </FileButton>
      </div>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </>
  )
}

function wordsOf({ bytes, form, state }: KeyLine): string {
  const size = `${bytes.toLocaleString()} ${bytes === 1 ? 'byte' : 'bytes'}`
  return [size, form, state === 'kept' ? null : state].filter(each => each !== null).join(' · ')
}
