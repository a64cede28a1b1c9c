import { useId, useState } from 'react'
import type { Settings } from '../../shared/ipc/index.ts'
import { announce, changeSettings, copyText, errorBody } from '../live/index.ts'
import { Button, Dialog, Section } from '../ui/index.ts'
import { Note } from './parts.tsx'
import styles from './SettingsView.module.css'
import { exportedText, parseImport } from './transferText.ts'

/** Settings as text, to take them to another machine. */
export function Transfer({ settings }: { readonly settings: Settings }) {
  const [isImporting, setIsImporting] = useState(false)
  return (
    <Section title="Take the settings elsewhere">
      <Note>
        As JSON, without open tabs, what was agreed to and what was merely remembered. They hold no
        credential.
      </Note>
      <div className={styles.buttons}>
        <Button onPress={() => void copyText(exportedText(settings), 'the settings')}>Copy as JSON</Button>
        <Button onPress={() => setIsImporting(true)}>Paste settings…</Button>
      </div>
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
    </Section>
  )
}

function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const take = async () => {
    const parsed = parseImport(text)
    if (typeof parsed === 'string') return setError(parsed)
    try {
      await changeSettings(parsed)
      announce('The pasted settings are in use')
      onClose()
    } catch (problem) {
      setError(errorBody(problem).message)
    }
  }
  return (
    <Dialog
      title="Paste settings"
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" onPress={() => void take()}>
            Use them
          </Button>
        </>
      }
    >
      <label htmlFor={id} className={styles.note}>
        What is named in the text replaces the setting of that name; all others stay.
      </label>
      <textarea
        id={id}
        className={styles.text}
        rows={12}
        spellCheck={false}
        autoFocus
        value={text}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}e`}
        onChange={event => {
          setText(event.target.value)
          setError(undefined)
        }}
      />
      {error !== undefined && (
        <p id={`${id}e`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </Dialog>
  )
}
