import { useState } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { TextField } from './TextField.tsx'

export type SaveOutcome = { readonly path: string } | { readonly failure: string }

export interface SaveInFolderProps {
  readonly title: string
  /** Where it begins: the folder that was chosen last. */
  readonly folder: string
  readonly save: (folder: string) => Promise<SaveOutcome>
  /** Asks the system for a folder; absent where it has no dialog for that. */
  readonly choose?: (() => Promise<string | null>) | undefined
  readonly onCopy: (path: string) => void
  readonly onClose: () => void
}

/** Saves something as a new file in a folder of the machine that runs Gatehouse, and says where it is. */
export function SaveInFolder({ title, folder: first, save, choose, onCopy, onClose }: SaveInFolderProps) {
  const [folder, setFolder] = useState(first)
  const [outcome, setOutcome] = useState<SaveOutcome | null>(null)
  const isSaved = outcome !== null && 'path' in outcome
  const submit = async () => setOutcome(await save(folder))
  const ask = async () => {
    const chosen = (await choose?.()) ?? null
    if (chosen !== null) setFolder(chosen)
  }
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        isSaved ? (
          <>
            <Button onPress={() => onCopy(outcome.path)}>Copy the path</Button>
            <Button look="primary" onPress={onClose} autoFocus>
              Close
            </Button>
          </>
        ) : (
          <>
            {choose !== undefined && <Button onPress={() => void ask()}>Choose…</Button>}
            <Button look="primary" isDisabled={folder.trim() === ''} onPress={() => void submit()}>
              Save
            </Button>
          </>
        )
      }
    >
      {isSaved ? (
        <Banner meaning="good">
          Saved as <code>{outcome.path}</code>
        </Banner>
      ) : (
        <TextField
          label="Folder"
          value={folder}
          onChange={setFolder}
          onSubmit={() => void submit()}
          description="On the machine that runs Gatehouse. A folder that is not there is made; a file that is there already is not replaced."
          error={outcome !== null && 'failure' in outcome ? outcome.failure : undefined}
          isMono
          autoFocus
        />
      )}
    </Dialog>
  )
}
