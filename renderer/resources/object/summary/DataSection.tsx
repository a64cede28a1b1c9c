import { useState } from 'react'
import { FilterField, KeyList, Section } from '../../../ui/index.ts'
import styles from '../Object.module.css'
import { bytesOfBase64, sizeText } from './bytes.ts'
import { DataValue } from './DataValue.tsx'
import { type DataEntry, maskedSize } from './data.ts'

const rowHeight = 26
/** From this many keys on, a filter helps. */
const manyKeys = 12

/** Keys of a ConfigMap or Secret beside the value of the chosen one; any number of keys. */
export function DataSection({ entries }: { readonly entries: readonly DataEntry[] }) {
  const [filter, setFilter] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const words = filter.toLowerCase()
  const matching = entries.filter(entry => entry.key.toLowerCase().includes(words))
  const entry = matching.find(({ key }) => key === chosen) ?? matching[0]
  return (
    <Section title="Data" aside={entries.length === 1 ? '1 key' : `${entries.length.toLocaleString()} keys`}>
      {entries.length >= manyKeys && <FilterField label="Filter keys" value={filter} onChange={setFilter} />}
      {entries.length === 0 && <p className={styles.hint}>There are no keys.</p>}
      {entry !== undefined && (
        <div className={styles.data}>
          <KeyList
            keys={matching.map(each => ({ key: each.key, detail: sizeOf(each) }))}
            chosen={entry.key}
            onChoose={setChosen}
            rowHeight={rowHeight}
            className={styles.keys}
          />
          <DataValue key={entry.key} entry={entry} />
        </div>
      )}
    </Section>
  )
}

function sizeOf(entry: DataEntry): string {
  if (entry.type === 'masked') return maskedSize(entry.text)
  if (entry.type === 'binary') return sizeText(bytesOfBase64(entry.text)?.length ?? 0)
  return sizeText(new TextEncoder().encode(entry.text).length)
}
