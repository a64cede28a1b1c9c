import { useState } from 'react'
import type { AuditView } from '../../../shared/ipc/index.ts'
import { engine } from '../../bridge/index.ts'
import { announce, copyText, errorBody, savingInFolder } from '../../live/index.ts'
import { Button, Icon, Menu, SaveInFolder } from '../../ui/index.ts'

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
      {saving !== null && (
        <SaveInFolder
          title={`Save the findings as ${saving.title}`}
          {...savingInFolder(folder =>
            engine.call('admission.saveAudit', { run: view.run, format: saving.id, folder }),
          )}
          onClose={() => setSaving(null)}
        />
      )}
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
