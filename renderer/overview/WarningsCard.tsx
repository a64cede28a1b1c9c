import type { Overview, OverviewSource, WarningGroup } from '../../shared/ipc/index.ts'
import { type ContextId, visibleText } from '../../shared/kube/index.ts'
import { addressOf } from '../live/index.ts'
import { Age, MeaningMark, momentText } from '../ui/index.ts'
import styles from './Overview.module.css'
import { Absent, AppLink, Card, isAbsent, listOf, numberText, Remark } from './parts.tsx'

/** Warnings of the last hour, those alike in one line, the newest first. */
export function WarningsCard({
  context,
  overview: { warnings, takenAt },
}: {
  readonly context: ContextId
  readonly overview: Overview
}) {
  const { source, events, groups, omitted } = warnings
  const all = listOf(context, source, { fieldSelector: 'type=Warning' })
  return (
    <Card
      title={takenAt === null ? 'Warnings in the last hour' : "Warnings in the dump's last hour"}
      sources={[source]}
      aside={
        all !== null && events > 0 ? (
          <AppLink to={all} label={`${events} warnings: show the events`}>
            {numberText(events)}
          </AppLink>
        ) : undefined
      }
    >
      {isAbsent(source) || (source.state === 'loading' && groups.length === 0) ? (
        <Absent source={source} what="events" />
      ) : groups.length === 0 ? (
        <Remark meaning="good">
          {takenAt === null
            ? 'Nothing warned. Events of the last hour are all normal.'
            : `Nothing warned in the hour before ${momentText(takenAt)}, the newest time in the dump.`}
        </Remark>
      ) : (
        <ul className={styles.warnings}>
          {groups.map(group => (
            <WarningLine
              key={`${group.reason} ${group.kind} ${group.namespace}`}
              context={context}
              source={source}
              group={group}
            />
          ))}
        </ul>
      )}
      {omitted > 0 && (
        <Remark>{`${numberText(omitted)} more kinds of warnings are in the list of events.`}</Remark>
      )}
    </Card>
  )
}

interface WarningLineProps {
  readonly context: ContextId
  readonly source: OverviewSource
  readonly group: WarningGroup
}

function WarningLine({ context, source, group }: WarningLineProps) {
  const { reason, kind, namespace, objects, occurrences, last, message, subject, subjectName } = group
  const name = visibleText(subjectName)
  return (
    <li className={styles.warningRow}>
      <div className={styles.warningHead}>
        <MeaningMark meaning="warning" />
        <span className={styles.subject}>
          <strong>{visibleText(reason)}</strong>
          {` ${visibleText(kind)} `}
          {subject === null ? name : <AppLink to={addressOf.object(context, subject)}>{name}</AppLink>}
          {objects > 1 && ` and ${numberText(objects - 1)} more`}
          {namespace !== '' && <span className={styles.quiet}>{` in ${visibleText(namespace)}`}</span>}
        </span>
        <GroupEvents context={context} source={source} group={group} />
        <span className={styles.when}>
          <Age since={last} />
        </span>
      </div>
      <p className={styles.message} title={occurrences > 1 ? `${occurrences} times` : undefined}>
        {visibleText(message)}
      </p>
    </li>
  )
}

/** The events behind a line: the list selects them by what the server itself can select. */
function GroupEvents({ context, source, group }: WarningLineProps) {
  const { reason, kind, namespace, events, occurrences } = group
  const words = `${numberText(events)} ${events === 1 ? 'event' : 'events'}${occurrences > events ? `, ${numberText(occurrences)}×` : ''}`
  const isSelectable = [reason, kind].every(text => /^[\w.-]+$/.test(text))
  const fieldSelector = `type=Warning,reason=${reason},involvedObject.kind=${kind}`
  const scope = namespace === '' ? {} : { namespaces: [namespace] }
  const to = isSelectable ? listOf(context, source, { fieldSelector, ...scope }) : null
  return to === null ? (
    <span className={styles.quiet}>{words}</span>
  ) : (
    <AppLink to={to} className={styles.quietLink}>
      {words}
    </AppLink>
  )
}
