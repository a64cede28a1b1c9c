import { visibleText } from '../../../../shared/kube/index.ts'
import { Age, Chip } from '../../../ui/index.ts'
import styles from '../Object.module.css'
import { type Entry, endOf } from './entries.ts'

const words: Readonly<Record<Entry['type'], string>> = {
  event: 'event',
  change: 'change',
  condition: 'condition',
  container: 'container',
}

/** What happened, one line each, the latest first. */
export function EntryTable({
  entries,
  caption,
}: {
  readonly entries: readonly Entry[]
  readonly caption: string
}) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {['Last seen', 'What', 'Reason', 'Count', 'Source', 'Message'].map(name => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map(entry => (
          <tr key={entry.id}>
            <td className={styles.whole}>
              <Age since={endOf(entry)} />
            </td>
            <td className={styles.whole}>
              <Chip meaning={entry.meaning ?? undefined}>
                {entry.type === 'event' && entry.meaning === 'warning' ? 'Warning' : words[entry.type]}
              </Chip>
            </td>
            <td className={entry.type === 'event' ? styles.whole : styles.short}>
              {visibleText(entry.title)}
            </td>
            <td className={styles.whole}>{entry.type === 'event' ? <Times entry={entry} /> : ''}</td>
            <td className={styles.short}>{visibleText(entry.source)}</td>
            <td className={styles.message}>{visibleText(entry.detail)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Times({ entry: { count, from, to } }: { readonly entry: Entry }) {
  if (count <= 1) return <>1</>
  return (
    <>
      {count.toLocaleString()}
      {to !== null && to > from && (
        <span className={styles.quiet}>
          {' '}
          in <Age since={from} />
        </span>
      )}
    </>
  )
}
