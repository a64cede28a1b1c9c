import { useState } from 'react'
import { useCall } from '../live/index.ts'
import { Chip, Section, Select } from '../ui/index.ts'
import styles from './Explorer.module.css'
import { pathText } from './FieldSummary.tsx'
import type { KindPlace } from './kindPlace.ts'

interface VersionDifferencesProps {
  readonly place: KindPlace
  readonly versions: readonly string[]
}

const meanings = { added: 'good', removed: 'bad', changed: 'warning' } as const

/** What another version of the kind has more, less, or differently. */
export function VersionDifferences({ place, versions }: VersionDifferencesProps) {
  const { context, group, version, kind } = place
  const others = versions.filter(each => each !== version)
  const [chosen, setChosen] = useState('')
  const other = others.includes(chosen) ? chosen : ''
  const { value, error, isLoading } = useCall(
    'explorer.compareVersions',
    other === '' ? null : { context, group, kind, from: other, to: version },
  )
  return (
    <Section
      title="Compared with another version"
      actions={
        <Select
          label="Version"
          options={[{ id: '', label: 'none' }, ...others.map(id => ({ id, label: id }))]}
          value={other}
          onChange={setChosen}
        />
      }
    >
      {error !== null && <p className={styles.problem}>{error.message}</p>}
      {isLoading && <p className={styles.faint}>Comparing…</p>}
      {value?.length === 0 && (
        <p className={styles.faint}>{`${version} and ${other} have the same fields.`}</p>
      )}
      {value !== null && value.length > 0 && (
        <ul className={styles.differences} aria-label={`What ${version} has otherwise than ${other}`}>
          {value.map(({ path, change, detail }) => (
            <li key={`${change} ${path.join('.')}`}>
              <Chip meaning={meanings[change]}>{change}</Chip>
              <code>{pathText(path)}</code>
              {detail !== '' && <span className={styles.faint}>{detail}</span>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
