import { type KeyboardEvent, useState } from 'react'
import { visibleText } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import {
  addressOf,
  announce,
  errorBody,
  navigate,
  openFilesToApply,
  usePathCompletions,
  whenListed,
} from '../live/index.ts'
import { Button, Dialog, Icon, PathField } from '../ui/index.ts'
import { ApplyFiles } from './ApplyFiles.tsx'
import styles from './Dump.module.css'

export interface DumpDialogProps {
  readonly paths: readonly string[]
  readonly onClose: () => void
}

/** Names the files, folders and archives that are opened together as one context. */
export function DumpDialog({ paths: first, onClose }: DumpDialogProps) {
  const [paths, setPaths] = useState(first)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const completions = usePathCompletions(typed)
  const all = withPath(paths, typed)
  const add = () => {
    setPaths(all)
    setTyped('')
    setError(undefined)
  }
  const go = async (how: (paths: readonly string[]) => Promise<void>) => {
    if (all.length === 0) return setError('Enter the path of a file, a folder or an archive.')
    setIsBusy(true)
    try {
      await how(all)
      onClose()
    } catch (problem) {
      setError(errorBody(problem).message)
    }
    setIsBusy(false)
  }
  const open = () => go(openDump)
  // Enter in the empty field goes on with what was named already.
  const submit = () => (typed.trim() === '' ? void open() : add())
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void open()
  }
  return (
    <Dialog
      title="Open YAML or a dump"
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <ApplyFiles
            isDisabled={isBusy}
            onApply={context => void go(chosen => openFilesToApply(context, chosen))}
          />
          <Button
            look="primary"
            keys="Mod ↵"
            isDisabled={isBusy || all.length === 0}
            onPress={() => void open()}
          >
            {all.length > 1 ? `Open ${all.length} together` : 'Open'}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the button below, not a control of its own */}
      <div className={styles.form} onKeyDown={onKeyDown}>
        <p className={styles.note}>
          Files, folders, tar.gz and zip of <code>kubectl get -o yaml</code> or <code>-o json</code>,
          must-gather and <code>cluster-info dump</code>. Opened as a dump they are only read, and nothing
          leaves this machine; applied they go into the editor first.
        </p>
        {paths.length > 0 && (
          <ul className={styles.paths} aria-label="Opened together">
            {paths.map(path => (
              <li key={path} className={styles.path}>
                <code>{visibleText(path)}</code>
                <Button
                  look="quiet"
                  label={`Leave out ${path}`}
                  onPress={() => setPaths(paths.filter(other => other !== path))}
                >
                  <Icon name="close" />
                </Button>
              </li>
            ))}
          </ul>
        )}
        <div className={styles.entry}>
          <PathField
            label={paths.length === 0 ? 'Path' : 'Another path to open with it'}
            value={typed}
            completions={completions}
            placeholder="~/dumps/must-gather.tar.gz"
            hint={
              <>
                A path on this machine; <code>~/</code> is your home folder. Tab completes it as in a shell,
                the arrow keys choose among the entries, Enter adds it.
              </>
            }
            error={error}
            autoFocus
            onChange={value => {
              setTyped(value)
              setError(undefined)
            }}
            onSubmit={submit}
          />
          <Button isDisabled={typed.trim() === ''} onPress={add}>
            <Icon name="plus" />
            Add
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function withPath(paths: readonly string[], typed: string): readonly string[] {
  const path = typed.trim()
  return path === '' || paths.includes(path) ? paths : [...paths, path]
}

/** Lists the paths as a context, goes there and has it read. @throws AppError for a path that is not there */
export async function openDump(paths: readonly string[]): Promise<void> {
  const { context } = await engine.call('snapshots.add', { paths: [...paths] })
  await whenListed(context)
  navigate(addressOf.context(context))
  // How the reading goes is told by its context; only what keeps it from starting is said here.
  engine.call('contexts.open', { context }).catch((error: unknown) => {
    const body = errorBody(error)
    if (body.kind !== 'cancelled') announce(body.message)
  })
}
