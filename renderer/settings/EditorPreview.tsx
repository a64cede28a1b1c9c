// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus
import type { EditorSettings } from '../../shared/ipc/index.ts'
import styles from './EditorPreview.module.css'

const lines = [
  'spec:',
  '  replicas: 3',
  '  template:',
  '    metadata:',
  '      annotations:',
  '        example.com/note: A sentence that is long enough to reach the right edge of a narrow editor, and a little further than that',
  '    spec:',
  '      containers:',
  '        - name: web',
]
const managed = ['metadata:', '  managedFields:', '    - manager: kubectl', '      operation: Apply']

/** A few lines as they will look. */
export function EditorPreview({ editor }: { readonly editor: EditorSettings }) {
  const shown = editor.showsManagedFields ? [...managed, ...lines] : lines
  const look = [styles.preview, editor.wraps ? styles.wraps : '', editor.indentGuides ? styles.guides : '']
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group that may scroll, no set of fields
    <div
      role="group"
      className={look.join(' ')}
      style={{ fontSize: editor.fontSize }}
      aria-label="How it looks"
      tabIndex={0}
    >
      {shown.map(line => (
        <div
          key={line}
          className={styles.line}
          style={{ '--deep': line.search(/\S/) } as React.CSSProperties}
        >
          {line}
        </div>
      ))}
    </div>
  )
}
