import { useMemo, useState } from 'react'
import type { ClusterUsage, OverviewSource } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { MetricsNote, useLooked } from '../charts/index.ts'
import { addressOf, navigate, useContextEntry } from '../live/index.ts'
import { filteredRows, type LocalRow, LocalTable } from '../table/index.ts'
import { Banner, Chip, EmptyState, FilterField, Tabs, useLater } from '../ui/index.ts'
import {
  allFigures,
  namespaceColumns,
  namespaceRows,
  nodeColumns,
  nodeRows,
  podColumns,
  podRows,
  useFigures,
} from './rows.ts'
import { SourceNotes } from './SourceNotes.tsx'
import { Totals } from './Totals.tsx'
import styles from './Usage.module.css'

type Tab = 'nodes' | 'namespaces' | 'incomplete'

const places = {
  nodes: { group: '', version: 'v1', resource: 'nodes' },
  namespaces: { group: '', version: 'v1', resource: 'namespaces' },
  incomplete: { group: '', version: 'v1', resource: 'pods' },
} as const

/** What nodes and namespaces ask for, may use and use, live. */
export function UsageView({ context }: { readonly context: ContextId }) {
  const { value, error } = useLooked('usage.cluster', { context })
  const isPatient = useLater(200)
  if (value === null) {
    if (error !== null)
      return <EmptyState meaning="bad" title="The figures could not be read" detail={error.message} />
    return isPatient ? <EmptyState title="Adding up what the pods ask for…" /> : null
  }
  return (
    <>
      {error !== null && <Banner meaning="bad">{error.message} What is shown may be old.</Banner>}
      <Page context={context} usage={value} />
    </>
  )
}

interface PageProps {
  readonly context: ContextId
  readonly usage: ClusterUsage
}

function Page({ context, usage }: PageProps) {
  const [tab, setTab] = useState<Tab>('nodes')
  const name = useContextEntry(context)?.name ?? context
  const { nodes, namespaces, incomplete, omitted } = usage
  const items = [
    { id: 'nodes', title: 'Nodes', count: nodes.length + omitted.nodes },
    { id: 'namespaces', title: 'Namespaces', count: namespaces.length + omitted.namespaces },
    {
      id: 'incomplete',
      title: 'Pods without requests or limits',
      count: incomplete.length + omitted.incomplete,
    },
  ]
  return (
    <div className={styles.view}>
      <h1 className="visually-hidden">{`Usage of ${name}`}</h1>
      <div className={styles.top}>
        <Totals usage={usage} />
        <MetricsNote metrics={usage.metrics} />
        <SourceNotes sources={usage.sources} />
      </div>
      <Tabs
        label="Usage by"
        items={items.map(({ id, title, count }) => ({
          id,
          title,
          badge: <Chip>{count.toLocaleString()}</Chip>,
        }))}
        selected={tab}
        onSelect={id => setTab(id as Tab)}
      >
        <UsageTable key={tab} context={context} usage={usage} tab={tab} />
      </Tabs>
    </div>
  )
}

function UsageTable({ context, usage, tab }: PageProps & { readonly tab: Tab }) {
  const [filter, setFilter] = useState('')
  const rows = useMemo(() => rowsOf(usage, tab), [usage, tab])
  const shown = useMemo(() => filteredRows(rows, filter), [rows, filter])
  const open = ({ namespace, name }: LocalRow) =>
    navigate(addressOf.object(context, { resource: places[tab], namespace, name }))
  const table = tables[tab]
  return (
    <div className={styles.part}>
      <div className={styles.toolbar}>
        <div className={styles.filter}>
          <FilterField label={`Filter ${table.label}`} value={filter} onChange={setFilter} />
        </div>
        <p className={styles.quiet}>{table.hint}</p>
      </div>
      {shown.length === 0 ? (
        <EmptyState {...emptyOf(tab, rows.length, usage)} />
      ) : (
        <LocalTable
          label={table.title}
          context={context}
          columns={table.columns}
          figures={table.figures}
          rows={shown}
          firstSort={table.sort}
          onOpen={open}
        />
      )}
    </div>
  )
}

const byName = { column: 'Name', descending: false }

const tables = {
  nodes: {
    ...{ title: 'Nodes', label: 'nodes', columns: nodeColumns, figures: allFigures, sort: byName },
    hint: 'Bars are against what each node has for pods. Limits may add up to more.',
  },
  namespaces: {
    ...{ title: 'Namespaces', label: 'namespaces', columns: namespaceColumns, figures: allFigures },
    sort: { column: 'Memory requests', descending: true },
    hint: 'Bars of requests and limits are against the quota, where there is one.',
  },
  incomplete: {
    ...{ title: 'Pods without requests or limits', label: 'pods', columns: podColumns, figures: useFigures },
    sort: { column: 'Memory', descending: true },
    hint: 'A container without a request for CPU or memory, or without a limit for memory, is the first to suffer.',
  },
} as const

function rowsOf(usage: ClusterUsage, tab: Tab): readonly LocalRow[] {
  switch (tab) {
    case 'nodes':
      return nodeRows(usage.nodes)
    case 'namespaces':
      return namespaceRows(usage.namespaces)
    case 'incomplete':
      return podRows(usage.incomplete)
  }
}

function emptyOf(tab: Tab, all: number, { sources }: ClusterUsage) {
  if (all > 0) return { title: 'Nothing fits the filter', detail: 'Change it to see the others.' }
  const source = sources.find(({ kind }) => kind === (tab === 'nodes' ? 'Node' : 'Pod'))
  if (source?.state === 'loading') return { title: 'Reading…' }
  if (source?.state === 'unreadable')
    return { title: 'These may not be read', detail: source.error?.message, meaning: 'unknown' as const }
  if (tab === 'incomplete') return completeness(source)
  return { title: tab === 'nodes' ? 'There are no nodes' : 'No namespace has pods or a quota' }
}

/** Only of all pods as they are now can it be said that none lacks anything. */
function completeness(source: OverviewSource | undefined) {
  if (source === undefined || source.state === 'notServed')
    return { title: 'This server has no pods to look at', meaning: 'unknown' as const }
  const detail = 'All their containers have requests for CPU and memory, and a limit for memory.'
  if (source.state === 'live' && source.namespaces.length === 0)
    return { title: 'Every pod says what it needs', detail, meaning: 'good' as const }
  const title =
    source.state === 'live' ? 'Every pod that may be read says what it needs' : 'Every pod said what it needs'
  return { title, detail, meaning: 'unknown' as const }
}
