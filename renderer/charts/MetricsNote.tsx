import type { MetricsState } from '../../shared/ipc/index.ts'
import { Age, Chip } from '../ui/index.ts'
import styles from './MetricsNote.module.css'

/** What must be said of the figures of use; nothing while they are live and whole. */
export function MetricsNote({ metrics }: { readonly metrics: MetricsState }) {
  const { state, error, at, namespaces } = metrics
  switch (state) {
    case 'loading':
      return null
    case 'live':
      if (namespaces.length === 0) return null
      return (
        <p className={styles.note}>
          <Chip meaning="unknown">{`use only of ${namespaces.join(', ')}`}</Chip>
          <span>{error?.message}</span>
        </p>
      )
    case 'absent':
      return (
        <p className={styles.note}>
          <Chip meaning="unknown">no figures of use</Chip>
          <span>
            The server does not offer metrics.k8s.io. Figures appear here once a metrics server is installed.
          </span>
        </p>
      )
    case 'denied':
      return (
        <p className={styles.note}>
          <Chip meaning="unknown">use may not be read</Chip>
          <span>{error?.message}</span>
        </p>
      )
    case 'failing':
      return (
        <p className={styles.note}>
          <Chip meaning="warning">
            {at === 0 ? (
              'use cannot be read'
            ) : (
              <>
                use is <Age since={at} /> old
              </>
            )}
          </Chip>
          <span>{error?.message}</span>
        </p>
      )
  }
}
