import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { ApiAnswer } from '../../shared/ipc/index.ts'
import { Chip, CodeBlock, EmptyState } from '../ui/index.ts'
import styles from './Explorer.module.css'

/** What kept it from being answered, or what was answered against it. */
export function Refused({ error }: { readonly error: AppErrorBody }) {
  return <EmptyState meaning="bad" title="It was refused" detail={error.message} causes={error.causes} />
}

/** The status of an answer, with the reason of the server. */
export function StatusChip({
  status,
  reason,
}: {
  readonly status: number
  readonly reason?: string | undefined
}) {
  const meaning = status === 0 ? 'unknown' : status < 400 ? 'good' : 'bad'
  return (
    <Chip meaning={meaning}>{[status === 0 ? 'no status' : status, reason].filter(Boolean).join(' ')}</Chip>
  )
}

/** Headers of an answer, closed until they are asked for. */
export function Headers({ headers }: { readonly headers: ApiAnswer['headers'] }) {
  if (headers.length === 0) return null
  return (
    <details className={styles.headers}>
      <summary>{headers.length} headers</summary>
      <CodeBlock label="Headers">{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</CodeBlock>
    </details>
  )
}
