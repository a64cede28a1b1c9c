import type { EditorSettings } from '../../shared/ipc/index.ts'
import { useSettings } from '../live/index.ts'
import { Checkbox, Section, Select } from '../ui/index.ts'
import { EditorPreview } from './EditorPreview.tsx'
import { Note } from './parts.tsx'
import styles from './SettingsView.module.css'
import { save } from './save.ts'

const sizes = [10, 11, 12, 13, 14, 16, 18, 20, 24]

/** How objects are shown as YAML. */
export function EditorChoices() {
  const editor = useSettings()?.editor
  if (editor === undefined) return null
  const choose = (change: Partial<EditorSettings>) => save({ editor: { ...editor, ...change } })
  return (
    <Section title="YAML of an object">
      <Note>Holds for all YAML at once, also where it is open.</Note>
      <div className={styles.line}>
        <Select
          label="Font size"
          value={String(editor.fontSize)}
          options={[...new Set([...sizes, editor.fontSize])]
            .sort((a, b) => a - b)
            .map(size => ({ id: String(size), label: `${size} px` }))}
          onChange={size => choose({ fontSize: Number(size) })}
        />
      </div>
      <Checkbox isChecked={editor.wraps} onChange={wraps => choose({ wraps })}>
        Wrap long lines
      </Checkbox>
      <Checkbox isChecked={editor.indentGuides} onChange={indentGuides => choose({ indentGuides })}>
        Lines that show the indentation
      </Checkbox>
      <Checkbox
        isChecked={editor.showsManagedFields}
        onChange={showsManagedFields => choose({ showsManagedFields })}
        description="From the next object on. They can be shown and hidden above each YAML too."
      >
        Show managedFields and the last-applied annotation
      </Checkbox>
      <EditorPreview editor={editor} />
    </Section>
  )
}
