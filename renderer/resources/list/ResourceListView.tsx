import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Row } from '../../../shared/ipc/index.ts'
import type { ContextId, Resource, ResourceInfo } from '../../../shared/kube/index.ts'
import { addressOf, type ListQuery, navigate, useSettings } from '../../live/index.ts'
import {
  type Cursor,
  shownColumns,
  type Table,
  useTable,
  type ViewParams,
  VirtualTable,
  type VirtualTableProps,
} from '../../table/index.ts'
import { SplitPane, useIsWider } from '../../ui/index.ts'
import { kindKey, pluralTitle } from '../kinds.ts'
import { operationsOfList } from './deletionOfAll.ts'
import { Inspector } from './Inspector.tsx'
import { ListNotices, ListPlace } from './ListState.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import { deleteRows, markedRows, operationsOfRows } from './operationsOfRows.ts'
import { objectRefOf, servedResource, viewParams } from './params.ts'
import styles from './ResourceList.module.css'
import { SourceStrip } from './SourceStrip.tsx'
import { useChosenRows } from './useChosenRows.ts'
import { type ColumnChoice, useColumnChoice, useWidths } from './useColumnChoice.ts'
import { type ContextLooks, useContextLooks } from './useContextLooks.ts'
import { useFacts } from './useFacts.ts'
import { runRowKey, streamActionsOfRow, useListActions } from './useListActions.ts'
import { useScrollPlace } from './useScrollPlace.ts'
import { type ListUsage, useUsageFigures, withFigures } from './useUsageFigures.ts'
import { useYamlCopy } from './useYamlCopy.ts'

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
  const [wish, setWish] = useState<boolean | null>(null)
  const isRoomy = useIsWider(roomy)
  const hasInspector = wish ?? isRoomy
  const looks = useContextLooks(snapshot.sources)
  const columns = useColumnChoice(kindKey(resource), query)
  const change = useCallback(
    (part: Partial<ListQuery>) =>
      navigate(addressOf.list(context, resource, { ...query, ...part }), { replace: true }),
    [context, resource, query],
  )
  const plural = kind === null ? resource.resource : pluralTitle(kind)
  const usage = useUsageFigures(
    params.sources.map(source => source.context),
    resource,
    query.namespaces,
  )
  useFacts(context, resource, snapshot)
  const refOf = (row: Row) => objectRefOf(row, servedResource(snapshot.sources, row.context, resource))
  const open = (row: Row, tab?: string) => navigate(addressOf.object(row.context, refOf(row), tab))
  const chosen = useChosenRows(focus.selected, focus.row, snapshot)
  const yaml = useYamlCopy(refOf)
  const operations = operationsOfList({ context, kind, query, snapshot, chosen, refOf }, focus.selected.size)
  useListActions({
    params,
    snapshot,
    chosen,
    selected: focus.selected,
    active: focus.row,
    yaml,
    open,
    refOf,
    operations,
  })
  const onKey = (event: KeyboardEvent, row: Row | undefined, selected: ReadonlySet<string>) => {
    if (isDeleteKey(event)) {
      event.preventDefault()
      // The rows that are marked now, which what stands beside them may not have followed yet.
      const marked = markedRows(selected, row, [...chosen, ...snapshot.rows])
      return deleteRows(operationsOfRows(marked, selected.size, kind, refOf, snapshot.columns))
    }
    const tab = tabOfKey(event)
    if (tab === 'inspector') setWish(!hasInspector)
    else if (row !== undefined && tab !== null) open(row, tab)
    else if (!event.ctrlKey && !event.metaKey && !event.altKey) runRowKey(event.key, row, refOf)
  }
  const place = { table, plural, query, params, change, looks, columns, context, resource, usage }
  const peek = hasInspector && snapshot.matching > 0
  const isMerged = query.merged.length > 0
  return (
    <div className={styles.view}>
      <ListToolbar
        {...place}
        kind={kind}
        snapshot={snapshot}
        selected={focus.selected}
        chosen={chosen}
        yaml={yaml}
        operations={operations}
        contextName={looks.nameOf}
        hasInspector={hasInspector}
        onInspector={() => setWish(!hasInspector)}
      />
      {isMerged && (
        <SourceStrip {...place} snapshot={snapshot} contexts={params.sources.map(source => source.context)} />
      )}
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
              usage={usage}
              looks={isMerged ? looks : null}
              onOpen={open}
              actions={focus.row === undefined ? [] : streamActionsOfRow(focus.row, refOf)}
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
  readonly resource: Resource
  readonly query: ListQuery
  readonly params: ViewParams
  readonly looks: ContextLooks
  readonly columns: ColumnChoice
  readonly usage: ListUsage
  readonly change: (part: Partial<ListQuery>) => void
}

/** The rows with what must be said of them, or what stands in their place. */
function ListRows({
  table,
  plural,
  resource,
  query,
  params,
  looks,
  columns,
  usage,
  change,
  ...keys
}: ListRowsProps) {
  const { snapshot, setWindow } = table
  const rowHeight = useSettings()?.density === 'comfortable' ? 32 : 26
  const place = useRef<HTMLDivElement>(null)
  const { isWide, hidden } = columns
  const [widths, resize] = useWidths(kindKey(resource), columns.widths)
  const isMerged = query.merged.length > 0
  const { figures, hasFigures } = usage
  const shown = useMemo(
    () => withFigures(shownColumns(snapshot.columns, { isWide, hidden, isMerged }), hasFigures, hidden),
    [snapshot.columns, isWide, hidden, isMerged, hasFigures],
  )
  const hasRows = snapshot.matching > 0
  const isWhole = snapshot.sources.every(({ status }) => status.phase !== 'loading')
  useScrollPlace(place, { row: query.row, matching: snapshot.matching, isWhole, rowHeight })
  useEffect(() => {
    // Rows that are gone leave no row to be active.
    if (!hasRows) keys.onCursor(noFocus)
  }, [hasRows, keys.onCursor])
  const state = { snapshot, plural, contextName: looks.name, change }
  return (
    <div ref={place} className={styles.rows}>
      {!isMerged && <ListNotices {...state} isBlocking={!hasRows} />}
      {hasRows ? (
        <VirtualTable
          {...keys}
          label={plural}
          snapshot={snapshot}
          columns={shown}
          sort={params.sort}
          rowHeight={rowHeight}
          setWindow={setWindow}
          onSort={sort => change({ sort })}
          contextName={looks.cellOf}
          contextColour={looks.colourOf}
          figures={figures ?? undefined}
          widths={widths}
          onResize={resize}
        />
      ) : (
        <ListPlace {...state} query={query} />
      )}
    </div>
  )
}

/** Delete, and Ctrl+D as in k9s. */
function isDeleteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (metaKey || altKey || shiftKey) return false
  return ctrlKey ? key === 'd' : key === 'Delete'
}

/** The tab of an object that a key opens. */
function tabOfKey(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  switch (event.key) {
    case 'y':
      return 'yaml'
    case 'd':
      return 'summary'
    case 'a':
      return 'admission'
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
