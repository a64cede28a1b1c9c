import { useState } from 'react'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import { bytesText, counted } from '../../shared/words/index.ts'
import { engine } from '../bridge/index.ts'
import { copyText, errorBody } from '../live/index.ts'
import { Banner, Button, Checkbox, Dialog, TextField } from '../ui/index.ts'

export interface SaveDialogProps {
  readonly session: string
  /** A filter is in force. */
  readonly isFiltered: boolean
  readonly hasSources: boolean
  readonly onClose: () => void
}

interface Saved {
  readonly path: string
  readonly lines: number
  readonly bytes: number
}

/** Writes what is held to a file of the user's. */
export function SaveDialog(props: SaveDialogProps) {
  const { session, onClose } = props
  const [isFiltered, setIsFiltered] = useState(props.isFiltered)
  const [hasTimes, setHasTimes] = useState(true)
  const [hasSources, setHasSources] = useState(props.hasSources)
  const [path, setPath] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [saved, setSaved] = useState<Saved | null>(null)
  const [error, setError] = useState<AppErrorBody | null>(null)
  const save = async () => {
    setIsBusy(true)
    setError(null)
    try {
      const wanted = path.trim() === '' ? null : path.trim()
      setSaved(await engine.call('logs.save', { session, isFiltered, hasTimes, hasSources, path: wanted }))
    } catch (failure) {
      setError(errorBody(failure))
    } finally {
      setIsBusy(false)
    }
  }
  if (saved !== null) return <Done saved={saved} onClose={onClose} />
  return (
    <Dialog
      title="Save the lines"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" isDisabled={isBusy} onPress={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      {error !== null && <Banner meaning="bad">{error.message}</Banner>}
      <Checkbox
        isChecked={isFiltered}
        onChange={setIsFiltered}
        isDisabled={!props.isFiltered}
        description={props.isFiltered ? 'Otherwise every line that is held' : 'No filter is in force'}
      >
        Only what the filter lets through
      </Checkbox>
      <Checkbox isChecked={hasTimes} onChange={setHasTimes}>
        The time before each line
      </Checkbox>
      <Checkbox isChecked={hasSources} onChange={setHasSources}>
        Pod and container before each line
      </Checkbox>
      <TextField
        label="File"
        isMono
        value={path}
        onChange={setPath}
        onSubmit={() => void save()}
        placeholder="A new file in your downloads"
        description="A path of a file that is not there yet. Lines that made room for others are told in the first line."
      />
    </Dialog>
  )
}

function Done({ saved, onClose }: { readonly saved: Saved; readonly onClose: () => void }) {
  const { path, lines, bytes } = saved
  return (
    <Dialog
      title="Saved"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={() => void copyText(path, 'the path')}>Copy the path</Button>
          <Button look="primary" autoFocus onPress={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p>{`${counted(lines, 'line')} (${bytesText(bytes)}) are in`}</p>
      <code>{path}</code>
    </Dialog>
  )
}
