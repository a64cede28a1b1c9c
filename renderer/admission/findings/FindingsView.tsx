import { useMemo, useState } from 'react'
import type { FindingsView as Found } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { addressOf, navigate, useFindings, useIsViewActive } from '../../live/index.ts'
import { Button, Chip, EmptyState, Select, SplitPane, Tabs } from '../../ui/index.ts'
import { FilterText } from '../parts/FilterText.tsx'
import { SourceBanners } from '../parts/SourceBanners.tsx'
import { ToggleChip } from '../parts/ToggleChip.tsx'
import viewStyles from '../parts/View.module.css'
import { Engines } from './Engines.tsx'
import { FindingDetail } from './FindingDetail.tsx'
import { FindingList } from './FindingList.tsx'
import styles from './Findings.module.css'
import { Health } from './Health.tsx'
import { ReadSecrets } from './ReadSecrets.tsx'
import {
  countsOf,
  type FindingFilter,
  lookedAtInWords,
  meaningOf,
  noFilter,
  progressInWords,
  severities,
  severityWords,
  shownFindings,
  unreadInWords,
} from './shown.ts'

export interface FindingsViewProps {
  readonly context: ContextId
  /** Key of the one whose detail is shown; empty: the first. */
  readonly finding: string
}

type Part = 'findings' | 'health' | 'engines'

/** What is wrong or risky in how admission is set up, how webhooks and policies do, and which engines stand behind them. */
export function FindingsView({ context, finding }: FindingsViewProps) {
  const { value, error } = useFindings(context, { depth: 'whole', isInFront: useIsViewActive() })
  const [part, setPart] = useState<Part>('findings')
  if (value === null) {
    return error === null ? (
      <EmptyState title="Looking at how admission is set up…" />
    ) : (
      <EmptyState
        meaning="bad"
        title="Findings could not be made"
        detail={error.message}
        causes={error.causes}
      />
    )
  }
  // Each part then says by itself what may not be read.
  const isNothingKnown = value.webhooks.length + value.policies.length + value.findings.length === 0
  return (
    <div className={viewStyles.view}>
      <SourceBanners
        sources={value.sources.filter(
          ({ state }) => state === 'stale' || (state === 'unreadable' && !isNothingKnown),
        )}
        error={error}
      />
      <Tabs
        label="Findings, health, engines"
        items={[
          { id: 'findings', title: 'Findings', badge: <Count count={value.findings.length} /> },
          {
            id: 'health',
            title: 'Health',
            badge: <Count count={value.webhooks.length + value.policies.length} />,
          },
          { id: 'engines', title: 'Engines', badge: <Count count={value.engines.length} /> },
        ]}
        selected={part}
        onSelect={id => setPart(id === 'health' || id === 'engines' ? id : 'findings')}
      >
        {part === 'findings' && <FindingsPart context={context} view={value} chosen={finding} />}
        {part === 'health' && <Health context={context} view={value} />}
        {part === 'engines' && (
          <Engines
            context={context}
            engines={value.engines}
            isReading={value.depth === 'configuration' || value.loading > 0}
            unread={unreadInWords(value)}
          />
        )}
      </Tabs>
    </div>
  )
}

function Count({ count }: { readonly count: number }) {
  return count === 0 ? null : <Chip>{count}</Chip>
}

interface PartProps {
  readonly context: ContextId
  readonly view: Found
  readonly chosen: string
}

function FindingsPart({ context, view, chosen }: PartProps) {
  const [filter, setFilter] = useState(noFilter)
  const shown = useMemo(() => shownFindings(view, filter), [view, filter])
  const selected = shown.find(({ key }) => key === chosen) ?? shown[0] ?? null
  const select = (key: string) => navigate(addressOf.findings(context, key), { replace: true })
  if (view.findings.length === 0) return <NoFindings context={context} view={view} />
  return (
    <>
      <Toolbar view={view} filter={filter} onChange={setFilter} />
      {selected === null ? (
        <EmptyState
          title="No finding fits the filter"
          actions={<Button onPress={() => setFilter(noFilter)}>Show all</Button>}
        />
      ) : (
        <SplitPane
          direction="columns"
          label="Size of the detail"
          share={58}
          first={
            <FindingList
              findings={shown}
              selected={selected.key}
              onSelect={select}
              notes={notLookedAt(view)}
              action={<ReadSecrets context={context} view={view} />}
            />
          }
          second={<FindingDetail key={selected.key} context={context} finding={selected} />}
        />
      )}
    </>
  )
}

interface ToolbarProps {
  readonly view: Found
  readonly filter: FindingFilter
  readonly onChange: (filter: FindingFilter) => void
}

function Toolbar({ view, filter, onChange }: ToolbarProps) {
  const counts = countsOf(shownFindings(view, { ...filter, severity: null }))
  return (
    <div className={viewStyles.toolbar}>
      <FilterText
        label="Filter findings"
        value={filter.text}
        onChange={text => onChange({ ...filter, text })}
      />
      {severities.map(severity => {
        if (counts[severity] === 0 && filter.severity !== severity) return null
        const isPressed = filter.severity === severity
        return (
          <ToggleChip
            key={severity}
            meaning={meaningOf(severity)}
            isPressed={isPressed}
            onPress={() => onChange({ ...filter, severity: isPressed ? null : severity })}
          >
            {`${counts[severity]} ${severityWords[severity].toLowerCase()}`}
          </ToggleChip>
        )
      })}
      {view.engines.length > 0 && (
        <Select
          label="Engine:"
          options={[{ id: '', label: 'any' }, ...view.engines.map(({ id, name }) => ({ id, label: name }))]}
          value={filter.engine}
          onChange={engine => onChange({ ...filter, engine })}
        />
      )}
      <span className={viewStyles.gap} />
      <span className={viewStyles.hint}>{progressInWords(view)}</span>
    </div>
  )
}

/** What was not looked at, or not whole; a kind that is not served can have no fault. */
function notLookedAt(view: Found): readonly string[] {
  const { notes, omitted, sources } = view
  const lookedAt = lookedAtInWords(view)
  const notServed = sources.filter(({ state }) => state === 'notServed').map(({ kind }) => kind)
  return [
    ...(omitted > 0 ? [`${omitted} more findings, none graver than the last one here, are left out.`] : []),
    ...(lookedAt === '' ? [] : [lookedAt]),
    ...notes,
    ...(notServed.length > 0 ? [`This server does not offer ${notServed.join(', ')}.`] : []),
  ]
}

/** Healthy, or not known to be: the two are never confused. */
function NoFindings({ context, view }: { readonly context: ContextId; readonly view: Found }) {
  const unreadable = view.sources.filter(({ state }) => state === 'unreadable')
  if (
    view.depth === 'configuration' ||
    view.loading > 0 ||
    view.sources.some(({ state }) => state === 'loading')
  )
    return <EmptyState title="Looking at how admission is set up…" detail={progressInWords(view)} />
  if (unreadable.length > 0)
    return (
      <EmptyState
        meaning="unknown"
        title="Nothing found in what may be read"
        detail="That is not everything: of a kind that may not be read nothing can be found, however broken it is."
        causes={unreadInWords(view)}
      />
    )
  return (
    <EmptyState
      meaning="good"
      title="Nothing is wrong with how admission is set up"
      actions={<ReadSecrets context={context} view={view} />}
      detail={
        <>
          Webhooks, policies, their bindings and parameters, the Services and certificates behind them were
          looked at. Changes show here as they happen.
          {notLookedAt(view).map(note => (
            <span key={note} className={styles.note}>
              {note}
            </span>
          ))}
        </>
      }
    />
  )
}
