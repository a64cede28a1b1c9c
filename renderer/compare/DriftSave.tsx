import { useState } from 'react'
import { engine } from '../bridge/index.ts'
import { announce, copyText, errorBody, savingInFolder } from '../live/index.ts'
import { Button, Icon, Menu, SaveInFolder } from '../ui/index.ts'

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
      {saving !== null && (
        <SaveInFolder
          title="Save the comparison"
          {...savingInFolder(folder => engine.call('compare.saveDrift', { id, format: saving, folder }))}
          onClose={() => setSaving(null)}
        />
      )}
    </>
  )
}
