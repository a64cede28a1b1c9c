import { type KeyboardEvent, useRef, useState } from 'react'
import {
  type Chord,
  type ChosenKeys,
  chordOf,
  holderOf,
  isReserved,
  keysOf,
  type Shortcut,
  shortcutGroups,
  useSettings,
} from '../live/index.ts'
import { Button, KeyHint, keyLabel, Section } from '../ui/index.ts'
import { Note } from './parts.tsx'
import styles from './Shortcuts.module.css'
import { save, without } from './save.ts'

/** All shortcuts; those of ours can be given other keys. */
export function Shortcuts() {
  const chosen = useSettings()?.shortcuts
  const [recording, setRecording] = useState<Recording | null>(null)
  if (chosen === undefined) return null
  const changed = Object.keys(chosen).length
  return (
    <>
      <div className={styles.head}>
        <Note>
          Press Change and then the new key. A key that does something already is told and not taken.
        </Note>
        <Button isDisabled={changed === 0} onPress={() => save({ shortcuts: {} })}>
          Reset all
        </Button>
      </div>
      {shortcutGroups.map(({ title, shortcuts }) => (
        <Section key={title} title={title}>
          <ul className={styles.list} aria-label={title}>
            {shortcuts.map(shortcut => (
              <ShortcutLine
                key={shortcut.what}
                shortcut={shortcut}
                chosen={chosen}
                attempt={recording !== null && recording.id === shortcut.id ? recording.attempt : null}
                onRecord={id =>
                  setRecording(id === null ? null : { id, attempt: (recording?.attempt ?? 0) + 1 })
                }
              />
            ))}
          </ul>
        </Section>
      ))}
    </>
  )
}

interface Recording {
  readonly id: string
  /** Change may be pressed again while a key is waited for. */
  readonly attempt: number
}

interface ShortcutLineProps {
  readonly shortcut: Shortcut
  readonly chosen: ChosenKeys
  /** Counts up with every press of Change; null while no key is waited for. */
  readonly attempt: number | null
  readonly onRecord: (id: string | null) => void
}

function ShortcutLine({ shortcut, chosen, attempt, onRecord }: ShortcutLineProps) {
  const change = useRef<HTMLButtonElement>(null)
  const { id, what } = shortcut
  const keys = keysOf(shortcut, chosen)
  const isChanged = id !== null && Object.hasOwn(chosen, id)
  return (
    <li className={styles.line}>
      <span className={styles.what}>{what}</span>
      <span className={styles.keys}>
        {keys.length === 0 && <span className={styles.none}>no key</span>}
        <span className="visually-hidden">{keys.map(keyLabel).join(' or ')}</span>
        {keys.map(key => (
          <KeyHint key={key} keys={key} isLiteral />
        ))}
      </span>
      <span className={styles.actions}>
        {id === null ? (
          <span className={styles.none}>stays as it is</span>
        ) : (
          <>
            <Button
              ref={change}
              label={`Change the key of ${what}`}
              isPressed={attempt !== null}
              onPress={() => onRecord(id)}
            >
              Change
            </Button>
            {isChanged && (
              <Button
                label={`Reset the key of ${what}`}
                onPress={() => save({ shortcuts: lists(without(chosen, id)) })}
              >
                Reset
              </Button>
            )}
          </>
        )}
      </span>
      {attempt !== null && id !== null && (
        <Recorder
          key={attempt}
          id={id}
          what={what}
          chosen={chosen}
          onDone={() => {
            onRecord(null)
            change.current?.focus()
          }}
        />
      )}
    </li>
  )
}

interface RecorderProps {
  readonly id: string
  readonly what: string
  readonly chosen: ChosenKeys
  readonly onDone: () => void
}

/** Takes the next key for an action; one that is taken names its holder and may be taken over. */
function Recorder({ id, what, chosen, onDone }: RecorderProps) {
  const [refused, setRefused] = useState<{ readonly chord: Chord; readonly holder: Shortcut | null } | null>(
    null,
  )
  const take = (chord: Chord, from?: Shortcut) => {
    const others =
      from === undefined || from.id === null
        ? {}
        : { [from.id]: keysOf(from, chosen).filter(key => key !== chord) }
    save({ shortcuts: lists({ ...chosen, ...others, [id]: [chord] }) })
    onDone()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab' || event.key === 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    const chord = chordOf(event.nativeEvent)
    if (chord === null) return
    const holder = holderOf(chord, id, chosen)
    if (isReserved(chord) || holder !== null) setRefused({ chord, holder })
    else take(chord)
  }
  const holder = refused?.holder ?? null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc leaves from each of the buttons inside
    <div
      className={styles.recorder}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onDone()
      }}
    >
      <button
        type="button"
        className={styles.field}
        data-records-keys=""
        // biome-ignore lint/a11y/noAutofocus: it was asked for by the button before it
        autoFocus
        aria-label={`New key of ${what}`}
        onKeyDown={onKeyDown}
      >
        Press the new key, Esc to leave
      </button>
      <Button onPress={onDone}>Leave it</Button>
      {refused !== null && (
        <p className={styles.conflict} role="alert">
          {holder === null
            ? `${keyLabel(refused.chord)} belongs to the browser or the system and does not arrive here.`
            : `${keyLabel(refused.chord)} means “${holder.what}” already. Press another key.`}{' '}
          {holder !== null && holder.id !== null && (
            <Button onPress={() => take(refused.chord, holder)}>Use it here instead</Button>
          )}
        </p>
      )}
    </div>
  )
}

/** The settings' own form, which may be written to. */
function lists(chosen: ChosenKeys): Record<string, string[]> {
  return Object.fromEntries(Object.entries(chosen).map(([id, keys]) => [id, [...keys]]))
}
