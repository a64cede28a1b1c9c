import type { SchemaField } from '../../shared/ipc/index.ts'
import styles from './Explorer.module.css'

interface FieldSummaryProps {
  readonly field: SchemaField
  /** With the whole path: where it stands among others of its name. */
  readonly isWhole?: boolean
}

/** A field on one line: its name, its type, and what asks for attention. */
export function FieldSummary({ field, isWhole = false }: FieldSummaryProps) {
  return (
    <>
      <code className={isWhole ? styles.pathText : styles.fieldName}>
        {isWhole ? pathText(field.path) : field.name}
      </code>
      <span className={styles.fieldType}>{field.type}</span>
      {field.isRequired && <span className={styles.required}>required</span>}
      {field.isRecursive && <span className={styles.faint}>holds itself</span>}
    </>
  )
}

/** A path as people write it: `spec.containers[].image`. */
export function pathText(path: readonly string[]): string {
  return path.join('.').replaceAll('.[]', '[]').replaceAll('.{}', '{}')
}
