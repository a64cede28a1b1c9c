import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { visibleText } from '../../../../shared/kube/index.ts'
import { FilterField, Section } from '../../../ui/index.ts'
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
          <KeyList entries={matching} chosen={entry.key} onChoose={setChosen} />
          <DataValue key={entry.key} entry={entry} />
        </div>
      )}
    </Section>
  )
}

interface KeyListProps {
  readonly entries: readonly DataEntry[]
  readonly chosen: string
  readonly onChoose: (key: string) => void
}

function KeyList({ entries, chosen, onChoose }: KeyListProps) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const index = entries.findIndex(({ key }) => key === chosen)
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  useEffect(() => {
    if (index > 0) virtualizer.scrollToIndex(index)
  }, [virtualizer, index])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: entries.length - 1 }[event.key]
    const entry = next === undefined ? undefined : entries[next]
    if (entry === undefined) return
    event.preventDefault()
    onChoose(entry.key)
  }
  return (
    <div
      ref={scroller}
      className={styles.keys}
      role="listbox"
      aria-label="Keys"
      tabIndex={0}
      aria-activedescendant={`${id}${index}`}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: virtualizer.getTotalSize() }} className={styles.keysBody} role="presentation">
        {virtualizer.getVirtualItems().map(item => {
          const entry = entries[item.index]
          if (entry === undefined) return null
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around has the keyboard
            // biome-ignore lint/a11y/useFocusableInteractive: the listbox names the active option
            <div
              key={entry.key}
              id={`${id}${item.index}`}
              role="option"
              aria-selected={entry.key === chosen}
              aria-setsize={entries.length}
              aria-posinset={item.index + 1}
              className={styles.keyLine}
              style={{ transform: `translateY(${item.start}px)`, height: rowHeight }}
              onClick={() => onChoose(entry.key)}
            >
              <span className={styles.keyName}>
                {entry.key === '' ? '(empty key)' : visibleText(entry.key)}
              </span>
              <span className={styles.quiet}>{sizeOf(entry)}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

function sizeOf(entry: DataEntry): string {
  if (entry.type === 'masked') return maskedSize(entry.text)
  if (entry.type === 'binary') return sizeText(bytesOfBase64(entry.text)?.length ?? 0)
  return sizeText(new TextEncoder().encode(entry.text).length)
}
