import { useMemo, useState } from 'react'
import { isNotInDump } from '../../../shared/errors/index.ts'
import type { Column, EventFilter, EventGroup, EventGroups } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { addressOf, navigate, useContextEntry } from '../../live/index.ts'
import { type LocalRow, LocalTable } from '../../table/index.ts'
import { Banner, Chip, EmptyState, SplitPane, useIsWider, useLater } from '../../ui/index.ts'
import { SourceNotes } from '../SourceNotes.tsx'
import styles from '../Usage.module.css'
import { EventDetail } from './EventDetail.tsx'
import { EventFilters, noFilter } from './EventFilters.tsx'
import { useEventGroups } from './useEventGroups.ts'

const column = (name: string, type: Column['type'] = 'string', description = ''): Column => ({
  name,
  description,
  type,
  priority: 0,
})

const columns = [
  column('Last seen', 'date'),
  column('Type'),
  column('Count', 'integer', 'How often it happened, by the counts that the events carry'),
  column('Reason'),
  column('What happened'),
  column('Name'),
  column('Kind'),
  column('Namespace'),
  column('First seen', 'date'),
]
const newestFirst = { column: 'Last seen', descending: false }
/** Where the detail fits beside the list. Pixels. */
const roomy = 1150

/** Events of the cluster, live: those alike in one row each. */
export function EventsView({ context }: { readonly context: ContextId }) {
  const [filter, setFilter] = useState<EventFilter>(noFilter)
  const { value, error } = useEventGroups(context, filter)
  const isPatient = useLater(200)
  if (value === null) {
    if (error !== null)
      return <EmptyState meaning="bad" title="The events could not be read" detail={error.message} />
    return isPatient ? <EmptyState title="Reading events…" /> : null
  }
  return (
    <>
      {error !== null && <Banner meaning="bad">{error.message} What is shown may be old.</Banner>}
      <Page context={context} events={value} filter={filter} onFilter={setFilter} />
    </>
  )
}

interface PageProps {
  readonly context: ContextId
  readonly events: EventGroups
  readonly filter: EventFilter
  readonly onFilter: (filter: EventFilter) => void
}

function Page({ context, events, filter, onFilter }: PageProps) {
  const name = useContextEntry(context)?.name ?? context
  const [active, setActive] = useState<string | null>(null)
  const isRoomy = useIsWider(roomy)
  const group = events.groups.find(({ id }) => id === active) ?? null
  const detail = group === null ? null : <EventDetail context={context} group={group} />
  return (
    <div className={styles.view}>
      <h1 className="visually-hidden">{`Events of ${name}`}</h1>
      <EventFilters events={events} filter={filter} onFilter={onFilter} />
      <EventNotes events={events} />
      <SplitPane
        direction={isRoomy ? 'columns' : 'rows'}
        label="Size of the detail"
        share={isRoomy ? 26 : 30}
        first={<EventTable context={context} events={events} onActive={setActive} />}
        second={detail}
      />
    </div>
  )
}

function EventNotes({ events: { source, groups, matching, omitted } }: Pick<PageProps, 'events'>) {
  const isCut = matching > groups.length
  if (source.state === 'live' && source.namespaces.length === 0 && !isCut && omitted === 0) return null
  return (
    <div className={styles.notes}>
      <SourceNotes sources={[source]} />
      {isCut && (
        <p className={styles.note}>
          {`The newest ${groups.length.toLocaleString()} of ${matching.toLocaleString()} rows are shown. A filter finds the others.`}
        </p>
      )}
      {omitted > 0 && (
        <p className={styles.note}>
          <Chip meaning="warning">incomplete</Chip>
          {`${omitted.toLocaleString()} events are not kept because there are too many.`}
        </p>
      )}
    </div>
  )
}

interface EventTableProps extends Pick<PageProps, 'context' | 'events'> {
  readonly onActive: (id: string | null) => void
}

function EventTable({ context, events, onActive }: EventTableProps) {
  const rows = useMemo(() => events.groups.map(rowOf), [events.groups])
  const open = ({ key }: LocalRow) => {
    const subject = events.groups.find(({ id }) => id === key)?.subject ?? null
    if (subject !== null) navigate(addressOf.object(context, subject, 'events'))
  }
  if (rows.length === 0) return <EmptyState {...emptyOf(events)} />
  return (
    <LocalTable
      label="Events"
      context={context}
      columns={columns}
      rows={rows}
      firstSort={newestFirst}
      onOpen={open}
      onActive={row => onActive(row?.key ?? null)}
    />
  )
}

function rowOf(group: EventGroup): LocalRow {
  const { id, last, type, count, reason, namespace, kind, name, message, first } = group
  return {
    key: id,
    namespace,
    name,
    cells: [last, type, count, reason, message, name, kind, namespace, first],
    figures: {},
  }
}

function emptyOf({ source, total }: EventGroups) {
  if (total > 0) return { title: 'No event fits the filter', detail: 'Change it to see the others.' }
  switch (source.state) {
    case 'loading':
      return { title: 'Reading events…' }
    case 'unreadable':
      return {
        meaning: 'unknown' as const,
        title: isNotInDump(source.error) ? 'The dump holds no events' : 'Events may not be read',
        detail: source.error?.message,
      }
    case 'notServed':
      return { meaning: 'unknown' as const, title: 'This server offers no events' }
    case 'live':
    case 'stale':
      return {
        title: 'No events',
        detail:
          'Nothing was reported lately. The server keeps events for an hour, unless told otherwise; new ones appear here by themselves.',
      }
  }
}
