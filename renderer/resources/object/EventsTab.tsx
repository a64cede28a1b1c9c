import { EventList } from './EventList.tsx'
import styles from './Object.module.css'

/** All events of the object, live. */
export function EventsTab() {
  return (
    <div className={styles.scrolled}>
      <EventList limit={1000} isPage />
    </div>
  )
}
