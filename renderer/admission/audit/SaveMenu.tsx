import { useState } from 'react'
import type { AuditView } from '../../../shared/ipc/index.ts'
import { engine, isDesktop } from '../../bridge/index.ts'
import { announce, copyText, errorBody } from '../../live/index.ts'
import { Banner, Button, Dialog, Icon, Menu, TextField } from '../../ui/index.ts'

const formats = [
  { id: 'csv', title: 'CSV', what: 'one line a finding, for spreadsheets' },
  { id: 'json', title: 'JSON', what: 'all of it, for scripts' },
  { id: 'sarif', title: 'SARIF', what: 'for code scanning' },
] as const
type Format = (typeof formats)[number]

export interface SaveMenuProps {
  readonly view: AuditView
  /** The engine holds nothing of the run any more. */
  readonly isEnded: boolean
}

/** All findings of a run as a file or on the clipboard. */
export function SaveMenu({ view, isEnded }: SaveMenuProps) {
  const [saving, setSaving] = useState<Format | null>(null)
  if (isEnded || view.totals.findings === 0) return null
  return (
    <>
      <Menu
        label="Save the findings"
        trigger={
          <Button>
            Save
            <Icon name="chevronDown" />
          </Button>
        }
        entries={[
          ...formats.map(format => ({
            id: format.id,
            label: `${format.title}: ${format.what}…`,
            run: () => setSaving(format),
          })),
          { id: 'copy', label: 'Copy as CSV', icon: <Icon name="copy" />, run: () => void copy(view.run) },
        ]}
      />
      {saving !== null && <SaveDialog run={view.run} format={saving} onClose={() => setSaving(null)} />}
    </>
  )
}

async function copy(run: string): Promise<void> {
  try {
    const { text } = await engine.call('admission.exportAudit', { run, format: 'csv' })
    await copyText(text, 'the findings')
  } catch (error) {
    announce(errorBody(error).message)
  }
}

/** The folder that was chosen last, for as long as the page. */
let lastFolder = '~/'

interface SaveDialogProps {
  readonly run: string
  readonly format: Format
  readonly onClose: () => void
}

function SaveDialog({ run, format, onClose }: SaveDialogProps) {
  const [folder, setFolder] = useState(lastFolder)
  const [outcome, setOutcome] = useState<{ readonly path: string } | { readonly failure: string } | null>(
    null,
  )
  const save = async () => {
    try {
      const { path } = await engine.call('admission.saveAudit', { run, format: format.id, folder })
      lastFolder = folder
      setOutcome({ path })
      announce(`Saved ${path}`)
    } catch (error) {
      setOutcome({ failure: errorBody(error).message })
    }
  }
  const choose = async () => {
    try {
      const paths = await engine.call('host.pickPaths', { title: 'Save the findings in', what: 'folder' })
      if (paths?.[0] !== undefined) setFolder(paths[0])
    } catch (error) {
      announce(errorBody(error).message)
    }
  }
  const isSaved = outcome !== null && 'path' in outcome
  return (
    <Dialog
      title={`Save the findings as ${format.title}`}
      isOpen
      onClose={onClose}
      actions={
        isSaved ? (
          <>
            <Button onPress={() => void copyText(outcome.path, 'the path')}>Copy the path</Button>
            <Button look="primary" onPress={onClose} autoFocus>
              Close
            </Button>
          </>
        ) : (
          <>
            {isDesktop() && <Button onPress={() => void choose()}>Choose…</Button>}
            <Button look="primary" isDisabled={folder.trim() === ''} onPress={() => void save()}>
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
          onSubmit={() => void save()}
          description="On the machine that runs Gatehouse. A folder that is not there is made; a file that is there already is not replaced."
          error={outcome !== null && 'failure' in outcome ? outcome.failure : undefined}
          isMono
          autoFocus
        />
      )}
    </Dialog>
  )
}
