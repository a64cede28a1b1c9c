import type { EventGroup } from '../../../shared/ipc/index.ts'
import { type ContextId, visibleText } from '../../../shared/kube/index.ts'
import { addressOf } from '../../live/index.ts'
import { Age, Chip, DefinitionList, momentText } from '../../ui/index.ts'
import styles from './Events.module.css'

export interface EventDetailProps {
  readonly context: ContextId
  readonly group: EventGroup
}

/** One group of events in full. */
export function EventDetail({ context, group }: EventDetailProps) {
  const { type, reason, kind, namespace, name, subject, message, source, events, count, first, last } = group
  return (
    <aside className={styles.detail} aria-label="Details of the event">
      <div className={styles.head}>
        <h2 className={styles.reason}>{visibleText(reason)}</h2>
        <Chip meaning={type === 'Warning' ? 'warning' : type === 'Normal' ? undefined : 'unknown'}>
          {type}
        </Chip>
      </div>
      <p className={styles.message}>{visibleText(message)}</p>
      <DefinitionList
        items={[
          {
            term: kind === '' ? 'About' : visibleText(kind),
            description:
              subject === null ? (
                <span className={styles.mono}>{visibleText(name)}</span>
              ) : (
                <a className={styles.mono} href={addressOf.object(context, subject, 'events')}>
                  {visibleText(name)}
                </a>
              ),
          },
          ...(namespace === '' ? [] : [{ term: 'Namespace', description: visibleText(namespace) }]),
          { term: 'Last seen', description: <Moment at={last} /> },
          { term: 'First seen', description: <Moment at={first} /> },
          { term: 'Times', description: count.toLocaleString() },
          ...(events > 1 ? [{ term: 'Events', description: `${events.toLocaleString()}, alike` }] : []),
          ...(source === '' ? [] : [{ term: 'Reported by', description: visibleText(source) }]),
        ]}
      />
    </aside>
  )
}

function Moment({ at }: { readonly at: number }) {
  return (
    <span>
      <Age since={at} /> ago, {momentText(at)}
    </span>
  )
}
