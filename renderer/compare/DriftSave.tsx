import { useState } from 'react'
import { engine } from '../bridge/index.ts'
import { announce, copyText, errorBody } from '../live/index.ts'
import { Banner, Button, Dialog, Icon, Menu, TextField } from '../ui/index.ts'

const formats = [
  { id: 'csv', label: 'CSV: a line a document, for spreadsheets…' },
  { id: 'json', label: 'JSON: all of it, for scripts…' },
  { id: 'patch', label: 'The differences as text, as kubectl diff prints them…' },
] as const
type Format = (typeof formats)[number]['id']

/** The comparison as a file or on the clipboard. */
export function DriftSave({ id }: { readonly id: string }) {
  const [saving, setSaving] = useState<Format | null>(null)
  const copy = async () => {
    try {
      const { text } = await engine.call('compare.exportDrift', { id, format: 'patch' })
      await copyText(text, 'the differences')
    } catch (error) {
      announce(errorBody(error).message)
    }
  }
  return (
    <>
      <Menu
        label="Save the comparison"
        trigger={
          <Button>
            Save
            <Icon name="chevronDown" />
          </Button>
        }
        entries={[
          ...formats.map(format => ({ ...format, run: () => setSaving(format.id) })),
          { id: 'copy', label: 'Copy the differences', icon: <Icon name="copy" />, run: () => void copy() },
        ]}
      />
      {saving !== null && <SaveDialog id={id} format={saving} onClose={() => setSaving(null)} />}
    </>
  )
}

/** The folder that was chosen last, for as long as the page. */
let lastFolder = '~/'

interface SaveDialogProps {
  readonly id: string
  readonly format: Format
  readonly onClose: () => void
}

function SaveDialog({ id, format, onClose }: SaveDialogProps) {
  const [folder, setFolder] = useState(lastFolder)
  const [saved, setSaved] = useState('')
  const [failure, setFailure] = useState<string | undefined>()
  const save = async () => {
    try {
      const { path } = await engine.call('compare.saveDrift', { id, format, folder })
      lastFolder = folder
      setSaved(path)
    } catch (error) {
      setFailure(errorBody(error).message)
    }
  }
  return (
    <Dialog
      title="Save the comparison"
      isOpen
      onClose={onClose}
      actions={
        saved === '' ? (
          <Button look="primary" isDisabled={folder.trim() === ''} onPress={() => void save()}>
            Save
          </Button>
        ) : (
          <Button look="primary" autoFocus onPress={onClose}>
            Close
          </Button>
        )
      }
    >
      {saved === '' ? (
        <TextField
          label="Folder"
          value={folder}
          onChange={setFolder}
          onSubmit={() => void save()}
          description="On the machine that runs Gatehouse. A folder that is not there is made; a file that is there already is not replaced."
          error={failure}
          isMono
          autoFocus
        />
      ) : (
        <Banner meaning="good">
          Saved as <code>{saved}</code>
        </Banner>
      )}
    </Dialog>
  )
}
