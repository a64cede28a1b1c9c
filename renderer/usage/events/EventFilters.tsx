import type { EventFacet, EventFilter, EventGroups } from '../../../shared/ipc/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { Button, FilterField, MultiSelect } from '../../ui/index.ts'
import styles from '../Usage.module.css'

export const noFilter: EventFilter = { types: [], reasons: [], kinds: [], namespaces: [], text: '' }

export interface EventFiltersProps {
  readonly events: EventGroups
  readonly filter: EventFilter
  readonly onFilter: (filter: EventFilter) => void
}

/** Which events are shown: by type, reason, kind, namespace and text. */
export function EventFilters({ events, filter, onFilter }: EventFiltersProps) {
  const warnings = events.types.find(({ value }) => value === 'Warning')?.groups ?? 0
  const isWarnings = filter.types.length === 1 && filter.types[0] === 'Warning'
  const choices = [
    ['Type', 'types'],
    ['Reason', 'reasons'],
    ['Kind', 'kinds'],
    ['Namespace', 'namespaces'],
  ] as const
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Events: what is shown">
      <Button
        isPressed={isWarnings}
        onPress={() => onFilter({ ...filter, types: isWarnings ? [] : ['Warning'] })}
      >
        {`Warnings ${warnings.toLocaleString()}`}
      </Button>
      {choices.map(([label, field]) => (
        <MultiSelect
          key={field}
          label={label}
          noneText="all"
          options={optionsOf(events[field])}
          selected={filter[field]}
          onChange={ids => onFilter({ ...filter, [field]: [...ids] })}
        />
      ))}
      <div className={styles.filter}>
        <FilterField
          label="Filter events"
          value={filter.text}
          onChange={text => onFilter({ ...filter, text: text.slice(0, 500) })}
        />
      </div>
      <p className={styles.quiet} role="status">
        {`${events.matching.toLocaleString()} of ${events.total.toLocaleString()} rows from ${events.events.toLocaleString()} events`}
      </p>
    </div>
  )
}

function optionsOf(facets: readonly EventFacet[]) {
  return facets
    .filter(({ value }) => value !== '')
    .map(({ value, groups }) => ({ id: value, label: `${visibleText(value)} · ${groups.toLocaleString()}` }))
}
