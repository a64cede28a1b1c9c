import { type KeyboardEvent, useCallback, useEffect, useMemo, useState } from 'react'
import type { Row } from '../../../shared/ipc/index.ts'
import type { ContextId, Resource, ResourceInfo } from '../../../shared/kube/index.ts'
import { addressOf, type ListQuery, navigate, useContextList, useSettings } from '../../live/index.ts'
import {
  type Cursor,
  livenessOf,
  shownColumns,
  type Table,
  useTable,
  type ViewParams,
  VirtualTable,
  type VirtualTableProps,
} from '../../table/index.ts'
import { SplitPane } from '../../ui/index.ts'
import { listKey, tellListFacts } from '../facts.ts'
import { kindKey, pluralTitle } from '../kinds.ts'
import { Inspector } from './Inspector.tsx'
import { ListNotices, ListPlace } from './ListState.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import { objectRefOf, viewParams } from './params.ts'
import styles from './ResourceList.module.css'

export interface ResourceListViewProps {
  readonly context: ContextId
  readonly resource: Resource
  /** Null while discovery is not read, or when the kind is not served. */
  readonly kind: ResourceInfo | null
  readonly query: ListQuery
}

type Focus = Pick<Cursor, 'row' | 'selected' | 'clearSelection'>
const noFocus: Focus = { row: undefined, selected: new Set(), clearSelection: () => undefined }
/** Where the inspector fits beside the list without being asked for. Pixels. */
const roomy = 1200

/** The list of one kind, live, over one or several contexts. */
export function ResourceListView({ context, resource, kind, query }: ResourceListViewProps) {
  const params = viewParams(context, resource, query)
  const table = useTable(params)
  const { snapshot } = table
  const [focus, setFocus] = useState<Focus>(noFocus)
  const [hasInspector, setHasInspector] = useState(() => window.innerWidth >= roomy)
  const change = useCallback(
    (part: Partial<ListQuery>) =>
      navigate(addressOf.list(context, resource, { ...query, ...part }), { replace: true }),
    [context, resource, query],
  )
  const plural = kind === null ? resource.resource : pluralTitle(kind)
  useFacts(context, resource, snapshot)
  const open = (row: Row, tab?: string) =>
    navigate(addressOf.object(row.context, objectRefOf(row, resource), tab))
  const onKey = (event: KeyboardEvent, row: Row | undefined) => {
    const tab = tabOfKey(event)
    if (tab === 'inspector') setHasInspector(!hasInspector)
    else if (row !== undefined && tab !== null) open(row, tab)
  }
  const place = { table, plural, query, params, change }
  const peek = hasInspector && snapshot.matching > 0
  return (
    <div className={styles.view}>
      <ListToolbar
        {...place}
        context={context}
        kind={kind}
        snapshot={snapshot}
        selected={focus.selected}
        hasInspector={hasInspector}
        onInspector={() => setHasInspector(!hasInspector)}
      />
      <SplitPane
        direction="columns"
        label="Width of the details"
        share={26}
        first={<ListRows {...place} onOpen={open} onCursor={setFocus} onKey={onKey} />}
        second={
          peek ? (
            <Inspector
              row={focus.row}
              columns={snapshot.columns}
              kind={kind?.kind ?? resource.resource}
              onOpen={open}
            />
          ) : null
        }
      />
    </div>
  )
}

interface ListRowsProps extends Pick<VirtualTableProps, 'onOpen' | 'onCursor' | 'onKey'> {
  readonly table: Table
  readonly plural: string
  readonly query: ListQuery
  readonly params: ViewParams
  readonly change: (part: Partial<ListQuery>) => void
}

/** The rows with what must be said of them, or what stands in their place. */
function ListRows({ table, plural, query, params, change, ...keys }: ListRowsProps) {
  const { snapshot, setWindow } = table
  const rowHeight = useSettings()?.density === 'comfortable' ? 32 : 26
  const contexts = useContextLooks()
  const { isWide, hidden, merged } = query
  const columns = useMemo(
    () => shownColumns(snapshot.columns, { isWide, hidden, isMerged: merged.length > 0 }),
    [snapshot.columns, isWide, hidden, merged],
  )
  const hasRows = snapshot.matching > 0
  const state = { snapshot, plural, contextName: contexts.name, change }
  return (
    <>
      <ListNotices {...state} isBlocking={!hasRows} />
      {hasRows ? (
        <VirtualTable
          {...keys}
          label={plural}
          snapshot={snapshot}
          columns={columns}
          sort={params.sort}
          rowHeight={rowHeight}
          setWindow={setWindow}
          onSort={sort => change({ sort })}
          contextName={contexts.nameOf}
          contextColour={contexts.colourOf}
        />
      ) : (
        <ListPlace {...state} query={query} />
      )}
    </>
  )
}

/** The tab of an object that a key opens. */
function tabOfKey(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  switch (event.key) {
    case 'y':
      return 'yaml'
    case 'd':
      return 'summary'
    case 'h':
      return 'history'
    case 't':
      return 'tree'
    case 'i':
      return 'inspector'
    default:
      return null
  }
}

function useFacts(
  context: ContextId,
  resource: Resource,
  snapshot: ReturnType<typeof useTable>['snapshot'],
): void {
  const key = listKey(context, kindKey(resource))
  const { matching, total, changesPerSecond, sources, isKnown, error } = snapshot
  useEffect(() => {
    if (error !== null) tellListFacts(key, null)
    else if (isKnown) tellListFacts(key, { matching, total, changesPerSecond, liveness: livenessOf(sources) })
  }, [key, matching, total, changesPerSecond, sources, isKnown, error])
  useEffect(() => () => tellListFacts(key, null), [key])
}

interface ContextLooks {
  readonly name: (context: ContextId) => string
  readonly nameOf: (row: Row) => string
  readonly colourOf: (row: Row) => number
}

function useContextLooks(): ContextLooks {
  const list = useContextList()
  return useMemo(() => {
    const entry = (context: ContextId) => list?.contexts.find(({ id }) => id === context)
    const name = (context: ContextId) => entry(context)?.name ?? context
    return { name, nameOf: row => name(row.context), colourOf: row => entry(row.context)?.colour ?? 0 }
  }, [list])
}
