import { isNotInDump } from '../../../shared/errors/index.ts'
import type { ObjectEvents } from '../../../shared/ipc/index.ts'
import { Age, Banner, useLater } from '../../ui/index.ts'
import styles from './Object.module.css'
import { EntryTable } from './timeline/EntryTable.tsx'
import { entryOfEvent } from './timeline/entries.ts'
import { useEvents } from './timeline/useEvents.ts'

/** Events about the object, the latest first. */
export function EventList({ limit }: { readonly limit: number }) {
  const { value, error } = useEvents()
  const isPatient = useLater(200)
  if (value === null) {
    if (error !== null) return <Banner meaning="bad">{error.message}</Banner>
    return isPatient ? <p className={styles.hint}>Reading events…</p> : null
  }
  const { events, omitted } = value
  const hidden = events.length - limit + omitted
  if (events.length === 0) return <NoEvents events={value} />
  return (
    <>
      <EventsNote events={value} />
      <EntryTable
        entries={events.slice(0, limit).map(entryOfEvent)}
        caption="Events of the object, the latest first"
      />
      {hidden > 0 && (
        <p className={styles.hint}>{`${hidden.toLocaleString()} earlier events are not shown here.`}</p>
      )}
    </>
  )
}

/** What must be said of events that are shown: that they may be old. */
export function EventsNote({ events: { source } }: { readonly events: ObjectEvents }) {
  if (source.state !== 'stale') return null
  return (
    <Banner meaning="warning">
      These are the events of <Age since={source.since} /> ago. {source.error?.message}
    </Banner>
  )
}

/** Why there are no events. */
export function NoEvents({ events: { source } }: { readonly events: ObjectEvents }) {
  switch (source.state) {
    case 'loading':
      return <p className={styles.hint}>Reading events…</p>
    case 'unreadable':
      return (
        <Banner meaning="unknown">
          {isNotInDump(source.error) ? (
            'The dump holds no events.'
          ) : (
            <>
              <strong>Events may not be read.</strong> {source.error?.message}
            </>
          )}
        </Banner>
      )
    case 'notServed':
      return <p className={styles.hint}>This server offers no events.</p>
    case 'live':
    case 'stale':
      return (
        <p className={styles.hint}>No events. The server keeps them for an hour unless told otherwise.</p>
      )
  }
}
