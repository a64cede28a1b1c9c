import { useState } from 'react'
import { isMapping, visibleText } from '../../../../shared/kube/index.ts'
import { copyText } from '../../../live/index.ts'
import { Button, Icon, Section } from '../../../ui/index.ts'
import styles from '../Object.module.css'

interface LabelListProps {
  readonly title: string
  readonly values: unknown
}

/** Longer values fold; 120 characters are about two lines. */
const longValue = 120

/** Labels or annotations, one a line, empty values shown as such. */
export function LabelList({ title, values }: LabelListProps) {
  const entries = isMapping(values) ? Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)) : []
  if (entries.length === 0) return null
  return (
    <Section title={title} aside={entries.length}>
      <ul className={styles.labels}>
        {entries.map(([key, value]) => (
          <Label key={key} name={key} value={value === null ? '' : String(value)} />
        ))}
      </ul>
    </Section>
  )
}

function Label({ name, value }: { readonly name: string; readonly value: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const isLong = value.length > longValue
  const shown = isLong && !isOpen ? `${value.slice(0, longValue)}…` : value
  return (
    <li className={styles.label}>
      <span className={styles.labelKey}>{visibleText(name)}</span>
      <span className={styles.labelValue}>
        {shown === '' ? <i className={styles.quiet}>empty</i> : visibleText(shown)}
      </span>
      {isLong && (
        <Button look="quiet" onPress={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Less' : `All ${value.length.toLocaleString()} characters`}
        </Button>
      )}
      <Button look="quiet" label={`Copy ${name}`} onPress={() => void copyText(`${name}=${value}`, name)}>
        <Icon name="copy" />
      </Button>
    </li>
  )
}
