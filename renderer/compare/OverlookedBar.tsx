import { useState } from 'react'
import { parseIgnored } from '../../shared/diff/index.ts'
import { defaultSettings } from '../../shared/ipc/index.ts'
import { announce, errorBody, useSettings } from '../live/index.ts'
import { Button, Dialog, TextField } from '../ui/index.ts'
import styles from './Compare.module.css'
import { choose, setPaths, useOverlooked } from './overlooked.ts'

/** Switches for what is overlooked, and the paths that a person chose. */
export function OverlookedBar({ kind }: { readonly kind: string }) {
  const { serverFields, defaults, paths } = useOverlooked(kind)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button isPressed={serverFields} onPress={() => save(choose({ serverFields: !serverFields }))}>
        Hide status and server fields
      </Button>
      <Button isPressed={defaults} onPress={() => save(choose({ defaults: !defaults }))}>
        Hide defaults
      </Button>
      <Button onPress={() => setIsOpen(true)}>
        {paths.length === 0 ? 'Leave out…' : `${paths.length} left out…`}
      </Button>
      {isOpen && <PathsDialog kind={kind} onClose={() => setIsOpen(false)} />}
    </>
  )
}

export function save(saving: Promise<unknown>): void {
  saving.catch((error: unknown) => announce(errorBody(error).message))
}

interface PathsDialogProps {
  readonly kind: string
  readonly onClose: () => void
}

function PathsDialog({ kind, onClose }: PathsDialogProps) {
  const paths = (useSettings()?.compare ?? defaultSettings.compare).paths
  return (
    <Dialog
      title="Left out of comparisons"
      isOpen
      onClose={onClose}
      actions={
        <Button look="primary" onPress={onClose}>
          Close
        </Button>
      }
    >
      <p className={styles.quiet}>
        Paths as they are shown: spec.replicas, metadata.annotations["a/b"], spec.containers[*].image. They
        are kept for later comparisons.
      </p>
      {kind !== '' && <Paths kind={kind} title={`Of ${kind}`} paths={paths[kind] ?? []} autoFocus />}
      <Paths kind="" title="Of all kinds" paths={paths[''] ?? []} autoFocus={kind === ''} />
    </Dialog>
  )
}

interface PathsProps {
  readonly kind: string
  readonly title: string
  readonly paths: readonly string[]
  readonly autoFocus: boolean
}

function Paths({ kind, title, paths, autoFocus }: PathsProps) {
  const [text, setText] = useState('')
  const isPath = parseIgnored(text) !== null
  const add = () => {
    if (!isPath) return
    save(setPaths(kind, [...paths, text.trim()]))
    setText('')
  }
  return (
    <section className={styles.rules} aria-label={title}>
      <TextField
        label={title}
        value={text}
        onChange={setText}
        onSubmit={add}
        placeholder="spec.replicas"
        error={
          text === '' || isPath
            ? undefined
            : 'This is no path: names are joined by dots, items stand in brackets.'
        }
        isMono
        autoFocus={autoFocus}
        after={
          <Button isDisabled={!isPath} onPress={add}>
            Add
          </Button>
        }
      />
      {paths.length > 0 && (
        <ul>
          {paths.map(path => (
            <li key={path}>
              <code>{path}</code>
              <Button
                look="quiet"
                label={`Compare ${path} again`}
                onPress={() =>
                  save(
                    setPaths(
                      kind,
                      paths.filter(other => other !== path),
                    ),
                  )
                }
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
