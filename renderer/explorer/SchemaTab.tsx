import { useMemo, useState } from 'react'
import type { SchemaField } from '../../shared/ipc/index.ts'
import { apiVersionOf, type ContextId, parseApiVersion, type ResourceInfo } from '../../shared/kube/index.ts'
import { type ExplorerPlace, useCall, useDiscovery } from '../live/index.ts'
import { EmptyState, FilterField, SearchSelect, Select, SplitPane } from '../ui/index.ts'
import styles from './Explorer.module.css'
import { FieldDetail } from './FieldDetail.tsx'
import { FieldSummary } from './FieldSummary.tsx'
import { fieldKey } from './fieldKey.ts'
import type { KindPlace } from './kindPlace.ts'
import { Tree, type TreeRow } from './Tree.tsx'
import { useFieldTree } from './useFieldTree.ts'
import { VersionDifferences } from './VersionDifferences.tsx'

interface SchemaTabProps {
  readonly context: ContextId
  /** `apps/v1/Deployment`; empty: none is chosen. */
  readonly kind: string
  readonly path: string
  readonly onGo: (place: Partial<ExplorerPlace>) => void
}

/** The fields of any kind, as its server publishes them. */
export function SchemaTab({ context, kind, path, onGo }: SchemaTabProps) {
  const discovery = useDiscovery(context)
  const resources = discovery?.resources ?? noResources
  const place = useMemo(() => placeOf(context, kind), [context, kind])
  const options = useMemo(() => kindOptions(resources), [resources])
  const versions = useMemo(
    () =>
      resources
        .filter(info => info.group === place?.group && info.kind === place.kind)
        .map(({ version }) => version),
    [resources, place],
  )
  const choose = (id: string) => onGo({ kind: id, path: '' })
  return (
    <div className={styles.view}>
      <div className={styles.bar}>
        <SearchSelect
          label="Kind"
          options={options}
          value={place === null ? '' : kind}
          onChange={choose}
          noneText="choose a kind"
        />
        {place !== null && versions.length > 1 && (
          <Select
            label="Version"
            options={versions.map(id => ({ id, label: id }))}
            value={place.version}
            onChange={version => choose(kindId({ ...place, version }))}
          />
        )}
      </div>
      {place === null ? (
        <EmptyState
          title="Choose a kind"
          detail="Its fields stand as a tree, with their documentation, types, defaults and rules."
        />
      ) : (
        <Kind key={kind} place={place} versions={versions} path={path} onGo={onGo} />
      )}
    </div>
  )
}

const noResources: readonly ResourceInfo[] = []

interface KindProps {
  readonly place: KindPlace
  readonly versions: readonly string[]
  readonly path: string
  readonly onGo: SchemaTabProps['onGo']
}

function Kind({ place, versions, path, onGo }: KindProps) {
  const [search, setSearch] = useState('')
  const tree = useFieldTree(place, path)
  const { context, group, version, kind } = place
  const found = useCall(
    'explorer.searchFields',
    search.trim() === '' ? null : { context, group, version, kind, text: search.trim().slice(0, 200) },
  )
  if (tree.error !== null)
    return (
      <EmptyState
        meaning="warning"
        title="There is no schema"
        detail={tree.error.message}
        causes={tree.error.causes}
      />
    )
  const isSearch = search.trim() !== ''
  const rows = isSearch ? foundRows(found.value ?? [], path) : tree.rows
  return (
    <SplitPane
      direction="columns"
      label="Width of the field"
      share={50}
      first={
        <section className={styles.side} aria-label="Fields">
          <div className={styles.filter}>
            <FilterField label="Find fields by name or documentation" value={search} onChange={setSearch} />
          </div>
          {isSearch && (
            <div className={styles.notes} role="status">
              {found.isLoading ? 'Looking…' : foundText(found.value?.length ?? 0)}
            </div>
          )}
          {rows.length > 0 && (
            <Tree
              label={`Fields of ${kind}`}
              rows={rows}
              onToggle={tree.toggle}
              onSelect={id => onGo({ path: id === rootKey ? '' : id })}
            />
          )}
        </section>
      }
      second={
        <div className={styles.detail}>
          <FieldDetail place={place} path={path} />
          {versions.length > 1 && <VersionDifferences place={place} versions={versions} />}
        </div>
      }
    />
  )
}

/** As `useFieldTree` names the kind itself. */
const rootKey = fieldKey([])

function foundText(count: number): string {
  if (count === 0) return 'No field has these words.'
  return count >= 300 ? 'The first 300 fields; more words narrow them.' : `${count} fields`
}

function foundRows(fields: readonly SchemaField[], path: string): readonly TreeRow[] {
  return fields.map(field => {
    const id = fieldKey(field.path)
    return {
      ...{ id, level: 1, isSelected: id === path },
      content: <FieldSummary field={field} isWhole />,
    }
  })
}

function kindOptions(resources: readonly ResourceInfo[]) {
  const seen = new Set<string>()
  return resources
    .filter(({ preferred }) => preferred)
    .flatMap(info => {
      const id = kindId(info)
      if (seen.has(id)) return []
      seen.add(id)
      return [
        { id, label: info.kind, detail: apiVersionOf(info), words: [info.resource, ...info.shortNames] },
      ]
    })
    .sort((a, b) => (a.label < b.label ? -1 : 1))
}

function kindId(place: { readonly group: string; readonly version: string; readonly kind: string }): string {
  return `${apiVersionOf(place)}/${place.kind}`
}

function placeOf(context: ContextId, kind: string): KindPlace | null {
  const slash = kind.lastIndexOf('/')
  return slash <= 0
    ? null
    : { context, ...parseApiVersion(kind.slice(0, slash)), kind: kind.slice(slash + 1) }
}
