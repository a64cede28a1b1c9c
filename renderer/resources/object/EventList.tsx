import type { Cell, Row } from '../../../shared/ipc/index.ts'
import { CellContent, livenessOf, noticesOf, type TableSnapshot, useTable } from '../../table/index.ts'
import { Age, Banner, Chip, EmptyState, useLater } from '../../ui/index.ts'
import styles from './Object.module.css'
import { useSubject } from './subject.ts'

const events = { group: '', version: 'v1', resource: 'events' }
const columnNames = ['Last Seen', 'Type', 'Reason', 'Count', 'Source', 'Message'] as const

/** Events about the object, the latest first. */
export function EventList({ limit, isPage = false }: { readonly limit: number; readonly isPage?: boolean }) {
  const { context, object } = useSubject()
  const { uid, namespace } = object.metadata
  const { snapshot } = useTable({
    // Events about cluster-scoped objects lie in any namespace, mostly in `default`.
    sources: [{ context, resource: events, namespaces: namespace === undefined ? [] : [namespace] }],
    labelSelector: '',
    fieldSelector: `involvedObject.uid=${uid ?? 'none'}`,
    filter: '',
    sort: { column: 'Last Seen', descending: false },
  })
  const rows = snapshot.rows.filter(row => row !== undefined)
  const [notice] = noticesOf(snapshot.sources, 'events')
  if (notice !== undefined && rows.length === 0)
    return (
      <Banner meaning={notice.meaning}>
        <strong>{notice.title}.</strong> {notice.detail}
      </Banner>
    )
  if (rows.length === 0) return <NoEvents snapshot={snapshot} isPage={isPage} />
  const latest = [...rows].sort((a, b) => seenAt(b, snapshot) - seenAt(a, snapshot)).slice(0, limit)
  return <EventTable rows={latest} snapshot={snapshot} />
}

function NoEvents({ snapshot, isPage }: { readonly snapshot: TableSnapshot; readonly isPage: boolean }) {
  const isPatient = useLater(200)
  const isLive = livenessOf(snapshot.sources).state === 'live' && snapshot.isKnown
  if (!isLive) return isPatient ? <p className={styles.hint}>Reading events…</p> : null
  if (isPage)
    return (
      <EmptyState
        title="No events"
        detail="Nobody reported anything about this object lately. The server keeps events for an hour, unless told otherwise; new ones appear here by themselves."
      />
    )
  return <p className={styles.hint}>No events. The server keeps them for an hour unless told otherwise.</p>
}

function EventTable({ rows, snapshot }: { readonly rows: readonly Row[]; readonly snapshot: TableSnapshot }) {
  const columns = columnNames
    .map(name => ({ name, index: snapshot.columns.findIndex(column => column.name === name) }))
    .filter(({ index }) => index >= 0)
  const hidden = snapshot.matching - rows.length
  return (
    <>
      <table className={styles.table}>
        <caption className="visually-hidden">Events of the object, the latest first</caption>
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.key}>
              {columns.map(({ name, index }) => (
                <td
                  key={name}
                  className={
                    name === 'Message' ? styles.message : name === 'Source' ? styles.short : styles.whole
                  }
                >
                  <EventCell name={name} cell={row.cells[index]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <p className={styles.hint}>{`${hidden.toLocaleString()} earlier events are not shown here.`}</p>
      )}
    </>
  )
}

function EventCell({ name, cell }: { readonly name: string; readonly cell: Cell | undefined }) {
  if (name === 'Type' && typeof cell === 'string')
    return (
      <Chip meaning={cell === 'Warning' ? 'warning' : cell === 'Normal' ? undefined : 'unknown'}>{cell}</Chip>
    )
  if (name === 'Last Seen' && typeof cell === 'number') return <Age since={cell} />
  return <CellContent column="" cell={cell ?? null} />
}

function seenAt(row: Row, snapshot: TableSnapshot): number {
  const cell = row.cells[snapshot.columns.findIndex(column => column.name === 'Last Seen')]
  if (typeof cell === 'object' && cell !== null) return cell.since
  return typeof cell === 'number' ? cell : row.created
}
