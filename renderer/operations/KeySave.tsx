import { useState } from 'react'
import type { ContextId, ObjectRef } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { errorBody } from '../live/index.ts'
import { Banner, Button, TextField } from '../ui/index.ts'
import styles from './Operations.module.css'

/** The folder that was chosen last, for as long as the page. */
let lastFolder = '~/'

export interface KeyPlace {
  readonly context: ContextId
  readonly ref: ObjectRef
  readonly key: string
}

/** Writes the value that the server has into a file, byte for byte. */
export function KeySave({ place, onClose }: { readonly place: KeyPlace; readonly onClose: () => void }) {
  const [folder, setFolder] = useState(lastFolder)
  const [saved, setSaved] = useState('')
  const [failure, setFailure] = useState<string | undefined>()
  const save = async () => {
    setFailure(undefined)
    try {
      const { path } = await engine.call('operations.saveKey', { ...place, folder })
      lastFolder = folder
      setSaved(path)
    } catch (error) {
      setFailure(errorBody(error).message)
    }
  }
  if (saved !== '')
    return (
      <Banner meaning="good" actions={<Button onPress={onClose}>Close</Button>}>
        Saved as <code>{saved}</code>. Only you can read the file.
      </Banner>
    )
  return (
    <div className={styles.row}>
      <TextField
        label="Folder"
        value={folder}
        onChange={setFolder}
        onSubmit={() => void save()}
        description="On the machine that runs Gatehouse. The value stands there unencrypted; no file is replaced."
        error={failure}
        isMono
        autoFocus
      />
      <Button isDisabled={folder.trim() === ''} onPress={() => void save()}>
        Save
      </Button>
      <Button onPress={onClose}>Cancel</Button>
    </div>
  )
}
