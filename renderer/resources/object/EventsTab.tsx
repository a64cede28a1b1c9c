import { useMemo, useState } from 'react'
import type { EventRecord, ObjectState } from '../../../shared/ipc/index.ts'
import { Button } from '../../ui/index.ts'
import { EventsNote, NoEvents } from './EventList.tsx'
import styles from './Object.module.css'
import { useSubject } from './subject.ts'
import { EntryTable } from './timeline/EntryTable.tsx'
import { entriesOf } from './timeline/entries.ts'
import { Timeline } from './timeline/Timeline.tsx'
import { useEvents } from './timeline/useEvents.ts'

const noEvents: readonly EventRecord[] = []

/** What happened to the object: its events, its own changes and those of its conditions, on one axis and as a list. */
export function EventsTab({ state }: { readonly state: ObjectState }) {
  const { object } = useSubject()
  const { value } = useEvents()
  const [isEventsOnly, setIsEventsOnly] = useState(false)
  const events = value?.events ?? noEvents
  const { revisions } = state
  const entries = useMemo(() => entriesOf(object, revisions, events), [object, revisions, events])
  const shown = isEventsOnly ? entries.filter(({ type }) => type === 'event') : entries
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group that scrolls, no set of fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus
    <div className={styles.scrolled} role="group" aria-label="Events" tabIndex={0}>
      <div className={styles.main}>
        <Timeline entries={entries} />
        {value !== null && <EventsNote events={value} />}
        {value !== null && events.length === 0 && <NoEvents events={value} />}
        <div className={styles.parts}>
          <Button isPressed={!isEventsOnly} onPress={() => setIsEventsOnly(false)}>
            {`All that happened ${entries.length.toLocaleString()}`}
          </Button>
          <Button isPressed={isEventsOnly} onPress={() => setIsEventsOnly(true)}>
            {`Events ${events.length.toLocaleString()}`}
          </Button>
        </div>
        <EntryTable entries={shown} caption="What happened to the object, the latest first" />
        {value !== null && value.omitted > 0 && (
          <p className={styles.hint}>{`${value.omitted.toLocaleString()} earlier events are not shown.`}</p>
        )}
      </div>
    </div>
  )
}
