import { useId, useState } from 'react'
import { engine } from '../bridge/index.ts'
import { announce, errorBody } from '../live/index.ts'
import { Button, Dialog, TextField } from '../ui/index.ts'
import styles from './Contexts.module.css'

interface DialogProps {
  readonly onClose: () => void
}

/** Adds a kubeconfig file, or a folder of them, by its path. */
export function AddPathDialog({ onClose }: DialogProps) {
  const [path, setPath] = useState('')
  const [error, setError] = useState<string>()
  const add = async () => {
    const wanted = path.trim()
    if (wanted === '') return setError('Enter the path of a file or a folder.')
    try {
      await engine.call('contexts.addPath', { path: wanted })
      announce(`Added ${wanted}`)
      onClose()
    } catch (problem) {
      setError(errorBody(problem).message)
    }
  }
  return (
    <Dialog
      title="Add a file or folder"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" onPress={() => void add()}>
            Add
          </Button>
        </>
      }
    >
      <TextField
        label="Path of a kubeconfig file, or of a folder that holds some"
        placeholder="~/.kube/clusters"
        value={path}
        onChange={value => {
          setPath(value)
          setError(undefined)
        }}
        onSubmit={() => void add()}
        error={error}
        description="It is read now and whenever it changes; Gatehouse never writes to it."
        isMono
        autoFocus
      />
    </Dialog>
  )
}

/** Keeps pasted kubeconfig text as a file of Gatehouse's own. */
export function PasteDialog({ onClose }: DialogProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const add = async () => {
    if (text.trim() === '') return setError('Paste the text of a kubeconfig first.')
    try {
      await engine.call('contexts.paste', { text })
      announce('Added the pasted kubeconfig')
      onClose()
    } catch (problem) {
      setError(errorBody(problem).message)
    }
  }
  return (
    <Dialog
      title="Paste a kubeconfig"
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" onPress={() => void add()}>
            Add
          </Button>
        </>
      }
    >
      <label htmlFor={id} className={styles.note}>
        The text is kept in a file of Gatehouse's own that only you can read.
      </label>
      <textarea
        id={id}
        className={styles.paste}
        rows={14}
        spellCheck={false}
        autoFocus
        value={text}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}e`}
        onChange={event => setText(event.target.value)}
      />
      {error !== undefined && (
        <p id={`${id}e`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </Dialog>
  )
}
