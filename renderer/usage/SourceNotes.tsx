import type { OverviewSource } from '../../shared/ipc/index.ts'
import { Age, Chip } from '../ui/index.ts'
import styles from './Usage.module.css'

/** What must be said of the kinds that figures are made of: denied, stale, read in part. */
export function SourceNotes({ sources }: { readonly sources: readonly OverviewSource[] }) {
  return sources.map(source => <SourceNote key={source.kind} source={source} />)
}

function SourceNote({ source }: { readonly source: OverviewSource }) {
  const { kind, state, error, since, namespaces, received, expected } = source
  const what = `${kind.toLowerCase()}s`
  if (state === 'loading' && received > 0)
    return (
      <p className={styles.note}>
        <Chip>{`reading ${what}`}</Chip>
        {expected === null
          ? received.toLocaleString()
          : `${received.toLocaleString()} of ${expected.toLocaleString()}`}
      </p>
    )
  if (state === 'unreadable')
    return (
      <p className={styles.note}>
        <Chip meaning="unknown">{`${what} may not be read`}</Chip>
        <span>{error?.message}</span>
      </p>
    )
  if (state === 'stale')
    return (
      <p className={styles.note}>
        <Chip meaning="warning">
          {what} as they were <Age since={since} /> ago
        </Chip>
        <span>{error?.message}</span>
      </p>
    )
  if (namespaces.length === 0) return null
  return (
    <p className={styles.note}>
      <Chip meaning="unknown">{`${what} only of ${namespaces.join(', ')}`}</Chip>
      <span>{error?.message}</span>
    </p>
  )
}
