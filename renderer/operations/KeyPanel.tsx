import { useState } from 'react'
import { visibleText } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, copyText, errorBody } from '../live/index.ts'
import { Button, TextField } from '../ui/index.ts'
import { FileButton } from './FileButton.tsx'
import { type KeyPlace, KeySave } from './KeySave.tsx'
import keyStyles from './Keys.module.css'
import { hexOf, type KeyBytes, textOfBytes } from './keyBytes.ts'
import type { KeyLine } from './keyEdits.ts'
import { keepLineEnds, plainLineEnds } from './lineEnds.ts'
import styles from './Operations.module.css'

export interface KeyPanelProps {
  readonly place: KeyPlace
  readonly line: KeyLine
  /** The value it is to have; null where it keeps what it has, or goes. */
  readonly own: KeyBytes | null
  readonly nameProblem: (key: string) => string | null
  readonly onSet: (bytes: KeyBytes | null) => void
  readonly onTakeBack: () => void
  readonly onRename: (to: string, bytes: KeyBytes) => void
}

/** One key: its value on the reader's wish, and what can be done with it. */
export function KeyPanel({ place, line, own, nameProblem, onSet, onTakeBack, onRename }: KeyPanelProps) {
  const { key } = place
  const [read, setRead] = useState<KeyBytes | null>(null)
  const [isShown, setIsShown] = useState(line.state === 'added' && line.bytes === 0)
  const [isSaving, setIsSaving] = useState(false)
  const [name, setName] = useState(key)
  const [failure, setFailure] = useState<string | null>(null)
  const bytes = own ?? read
  const reading = async (): Promise<KeyBytes | null> => {
    setFailure(null)
    try {
      const found = own ?? new Uint8Array(await engine.call('operations.keyValue', place))
      setRead(found)
      return found
    } catch (problem) {
      setFailure(errorBody(problem).message)
      return null
    }
  }
  const show = async () => setIsShown((await reading()) !== null)
  const copy = async () => {
    const found = await reading()
    const text = found === null ? null : textOfBytes(found)
    if (text !== null) await copyText(text, 'the value')
    else if (found !== null) announce('The value is no text. Save it as a file.')
  }
  const rename = async () => {
    if (name === key || nameProblem(name) !== null) return
    const found = await reading()
    if (found !== null) onRename(name, found)
  }
  const back = () => {
    setIsShown(false)
    onTakeBack()
  }
  if (line.state === 'removed')
    return (
      <fieldset className={styles.form}>
        <legend>{visibleText(key)}</legend>
        <p className={styles.quiet}>It is removed.</p>
        <div className={styles.row}>
          <Button label={`Take back ${key}`} onPress={back}>
            Take back
          </Button>
        </div>
      </fieldset>
    )
  const problem = name === key || name === '' ? null : nameProblem(name)
  return (
    <fieldset className={styles.form}>
      <legend>{visibleText(key)}</legend>
      <div className={styles.row}>
        {!isShown && <Button onPress={() => void show()}>Show and edit</Button>}
        <FileButton label={`File for ${key}`} onFile={onSet} onFailure={setFailure}>
          Take a file…
        </FileButton>
        <Button onPress={() => void copy()}>Copy</Button>
        {line.state === 'kept' && <Button onPress={() => setIsSaving(true)}>Save as a file…</Button>}
        <Button label={`Remove ${key}`} onPress={() => (line.state === 'added' ? back() : onSet(null))}>
          Remove
        </Button>
        {line.state === 'changed' && (
          <Button label={`Take back ${key}`} onPress={back}>
            Take back
          </Button>
        )}
      </div>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {visibleText(failure)}
        </p>
      )}
      {isShown && bytes !== null && <KeyText {...{ name: key, bytes, onSet }} />}
      {isSaving && <KeySave place={place} onClose={() => setIsSaving(false)} />}
      <div className={styles.row}>
        <TextField
          label="Name"
          value={name}
          isMono
          onChange={setName}
          onSubmit={() => void rename()}
          error={problem ?? undefined}
        />
        <Button isDisabled={name === key || nameProblem(name) !== null} onPress={() => void rename()}>
          Rename
        </Button>
      </div>
    </fieldset>
  )
}

/** How much of a binary value is shown, in bytes. */
const mostHex = 4096

interface KeyTextProps {
  readonly name: string
  readonly bytes: KeyBytes
  readonly onSet: (bytes: KeyBytes) => void
}

function KeyText({ name, bytes, onSet }: KeyTextProps) {
  const text = textOfBytes(bytes)
  if (text === null)
    return (
      <>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard */}
        <pre className={keyStyles.hex} tabIndex={0}>
          {hexOf(bytes, mostHex)}
        </pre>
        {bytes.length > mostHex && (
          <p className={styles.quiet}>
            {`The first ${mostHex.toLocaleString()} of ${bytes.length.toLocaleString()} bytes. Save it as a file to see all.`}
          </p>
        )}
      </>
    )
  const kinds = new Set(text.match(/\r\n|\r|\n/g))
  return (
    <label className={styles.form}>
      {`Value of ${visibleText(name)}`}
      <textarea
        className={styles.text}
        value={plainLineEnds(text)}
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the value was asked for by a button
        autoFocus
        onChange={({ target }) => onSet(new TextEncoder().encode(keepLineEnds(text, target.value)))}
      />
      {kinds.size > 1 && (
        <span className={styles.quiet}>Its line ends are of several kinds. Those you do not touch stay.</span>
      )}
    </label>
  )
}
