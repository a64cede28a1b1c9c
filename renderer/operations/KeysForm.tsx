import { useState } from 'react'
import { visibleText } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { errorBody, useCall } from '../live/index.ts'
import { Button, EmptyState, FilterField, TextField } from '../ui/index.ts'
import { dataKeyProblem } from './draft.ts'
import type { FormProps } from './form.ts'
import styles from './Operations.module.css'

/** Rows drawn at once; the filter leads to the others. */
const mostShown = 200

/** The keys of a ConfigMap or Secret. Values are read one by one, on the reader's wish. */
export function KeysForm({ asked, operation, onChange }: FormProps<'keys'>) {
  const [ref] = asked.targets
  const { value, error, again } = useCall(
    'operations.keys',
    ref === undefined ? null : { context: asked.context, ref },
  )
  const [filter, setFilter] = useState('')
  const [edited, setEdited] = useState<{
    readonly key: string
    readonly text: string
    readonly lineEnd: string
  } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
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
  const put = (key: string, bytes: Uint8Array<ArrayBuffer> | null) =>
    onChange({ ...operation, set: { ...set, [key]: bytes } })
  const takeBack = (key: string) =>
    onChange({ ...operation, set: Object.fromEntries(Object.entries(set).filter(([each]) => each !== key)) })
  const reveal = async (key: string) => {
    setFailure(null)
    try {
      const bytes =
        set[key] ?? (await engine.call('operations.keyValue', { context: asked.context, ref, key }))
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
      // A text area has one kind of line end: others would be lost without a word.
      if (/\r/.test(text.replaceAll('\r\n', '')) || (text.includes('\r') && /(^|[^\r])\n/.test(text)))
        setFailure(`${key} mixes kinds of line ends, which would not survive editing here.`)
      else
        setEdited({
          key,
          text: text.replaceAll('\r\n', '\n'),
          lineEnd: text.includes('\r\n') ? '\r\n' : '\n',
        })
    } catch (problem) {
      setFailure(errorBody(problem).message)
    }
  }
  const known = new Map(value.map(each => [each.key, each]))
  const all = [...new Set([...known.keys(), ...Object.keys(set)])].filter(key => key.includes(filter)).sort()
  return (
    <>
      <AddKey taken={known} onAdd={put} onEdit={key => setEdited({ key, text: '', lineEnd: '\n' })} />
      {value.length > 10 && <FilterField label="Filter keys" value={filter} onChange={setFilter} />}
      {all.length > mostShown && (
        <p
          className={styles.quiet}
        >{`${mostShown} of ${all.length} keys are shown. Filter for the others.`}</p>
      )}
      <ul className={styles.entries} aria-label="Keys">
        {all.slice(0, mostShown).map(key => {
          const isChanged = Object.hasOwn(set, key)
          const isGone = isChanged && set[key] === null
          const isText = isChanged || known.get(key)?.form === 'text'
          return (
            <li key={key} className={styles.entry}>
              <span className={`${styles.name} ${isGone ? styles.gone : ''}`}>{visibleText(key)}</span>
              <span className={styles.quiet}>
                {`${set[key]?.length ?? known.get(key)?.bytes ?? 0} bytes · ${isChanged ? 'changed' : known.get(key)?.form}`}
              </span>
              {isText && !isGone && (
                <Button look="quiet" label={`Show and edit ${key}`} onPress={() => void reveal(key)}>
                  Show and edit
                </Button>
              )}
              <Button
                look="quiet"
                label={`${isChanged ? 'Take back' : 'Remove'} ${key}`}
                onPress={() => (isChanged ? takeBack(key) : put(key, null))}
              >
                {isChanged ? 'Take back' : 'Remove'}
              </Button>
            </li>
          )
        })}
      </ul>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {visibleText(failure)}
        </p>
      )}
      {edited !== null && (
        <label className={styles.form}>
          {`Value of ${visibleText(edited.key)}`}
          <textarea
            className={styles.text}
            value={edited.text}
            spellCheck={false}
            // The value was asked for by a button.
            // biome-ignore lint/a11y/noAutofocus: see above
            autoFocus
            onChange={({ target }) => {
              setEdited({ ...edited, text: target.value })
              put(edited.key, new TextEncoder().encode(target.value.replaceAll('\n', edited.lineEnd)))
            }}
          />
        </label>
      )}
    </>
  )
}

interface AddKeyProps {
  readonly taken: ReadonlyMap<string, unknown>
  readonly onAdd: (key: string, bytes: Uint8Array<ArrayBuffer>) => void
  readonly onEdit: (key: string) => void
}

function AddKey({ taken, onAdd, onEdit }: AddKeyProps) {
  const [key, setKey] = useState('')
  const problem = taken.has(key) ? 'There is a key of this name.' : dataKeyProblem(key)
  const add = () => {
    if (problem !== null) return
    onAdd(key, new Uint8Array())
    onEdit(key)
    setKey('')
  }
  return (
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
    </div>
  )
}
