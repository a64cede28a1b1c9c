import { EventList } from './EventList.tsx'
import styles from './Object.module.css'

/** All events of the object, live. */
export function EventsTab() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group that scrolls, no set of fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus
    <div className={styles.scrolled} role="group" aria-label="Events" tabIndex={0}>
      <EventList limit={1000} isPage />
    </div>
  )
}
