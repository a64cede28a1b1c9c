import { useState } from 'react'
import type { Row } from '../../../shared/ipc/index.ts'
import type { ContextId, Resource, ResourceInfo } from '../../../shared/kube/index.ts'
import type { ListQuery } from '../../live/index.ts'
import { choosableColumns, focusRows, type TableSnapshot, type ViewParams } from '../../table/index.ts'
import { Button, Chip, FilterField, MultiSelect } from '../../ui/index.ts'
import { kindKey } from '../kinds.ts'
import { OperationButtons } from '../OperationButtons.tsx'
import type { OperationAction } from '../operationActions.ts'
import { ContextsSelect } from './ContextsSelect.tsx'
import { CopyMenu } from './CopyMenu.tsx'
import { filterHint } from './filterHint.ts'
import { NamespaceSelect } from './NamespaceSelect.tsx'
import styles from './ResourceList.module.css'
import { SelectorFields } from './SelectorFields.tsx'
import { UsageNote } from './UsageNote.tsx'
import { type ColumnChoice, keepColumns } from './useColumnChoice.ts'
import { figureColumns, type ListUsage } from './useUsageFigures.ts'
import type { YamlCopying } from './useYamlCopy.ts'

export interface ListToolbarProps {
  readonly context: ContextId
  readonly resource: Resource
  readonly kind: ResourceInfo | null
  readonly plural: string
  readonly query: ListQuery
  readonly params: ViewParams
  readonly snapshot: TableSnapshot
  readonly selected: ReadonlySet<string>
  /** The selected rows, else the active one. */
  readonly chosen: readonly Row[]
  readonly yaml: YamlCopying
  /** What can be done to the chosen rows. */
  readonly operations: readonly OperationAction[]
  readonly contextName: (row: Row) => string
  readonly columns: ColumnChoice
  readonly usage: ListUsage
  readonly hasInspector: boolean
  readonly onInspector: () => void
  readonly change: (part: Partial<ListQuery>) => void
}

/** What a list shows and how: contexts, namespaces, filter, selectors, columns, copying. */
export function ListToolbar(props: ListToolbarProps) {
  const { context, kind, plural, query, snapshot, selected, change } = props
  const [wantsSelectors, setWantsSelectors] = useState(false)
  const hasSelectors = wantsSelectors || query.labelSelector !== '' || query.fieldSelector !== ''
  const hint = filterHint(query.filter, snapshot.columns)
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={`${plural}: what is shown`}>
      <ContextsSelect home={context} merged={query.merged} onChange={merged => change({ merged })} />
      {kind?.namespaced !== false && (
        <NamespaceSelect
          contexts={[context, ...query.merged]}
          selected={query.namespaces}
          onChange={namespaces => change({ namespaces })}
        />
      )}
      <div className={styles.filter}>
        <FilterField
          label={`Filter ${plural}`}
          value={query.filter}
          onChange={filter => change({ filter })}
          onSubmit={focusRows}
        />
      </div>
      <Button isPressed={hasSelectors} onPress={() => setWantsSelectors(!wantsSelectors)}>
        Selectors
      </Button>
      <span className={styles.gap} />
      <UsageNote usage={props.usage} />
      {selected.size > 0 && <Chip>{`${selected.size} selected`}</Chip>}
      <OperationButtons actions={props.operations} most={0} />
      <CopyMenu
        params={props.params}
        selected={selected}
        chosen={props.chosen}
        matching={snapshot.matching}
        yaml={props.yaml}
        contextName={props.contextName}
      />
      <ColumnChooser {...props} />
      <span className={styles.details}>
        <Button isPressed={props.hasInspector} keys="i" onPress={props.onInspector}>
          Details
        </Button>
      </span>
      {hint !== null && (
        <p className={styles.filterHint} role="status">
          {hint}
        </p>
      )}
      {hasSelectors && <SelectorFields {...props} takesFocus={wantsSelectors} />}
    </div>
  )
}

function ColumnChooser({ snapshot, resource, query, columns: choice, usage, change }: ListToolbarProps) {
  const columns = [...choosableColumns(snapshot.columns), ...(usage.hasFigures ? figureColumns : [])]
  const isShown = (name: string, priority: number) =>
    !choice.hidden.includes(name) && (choice.isWide || priority === 0)
  const shown = columns.filter(({ name, priority }) => isShown(name, priority)).map(({ name }) => name)
  const choose = (ids: readonly string[]) => {
    const isWide = columns.some(({ name, priority }) => priority > 0 && ids.includes(name))
    const hidden = columns
      .filter(({ name, priority }) => !ids.includes(name) && (isWide || priority === 0))
      .map(({ name }) => name)
    keepColumns(kindKey(resource), { isWide, hidden })
    // Columns that came with the address give way to the reader's own choice.
    if (query.isWide || query.hidden.length > 0) change({ isWide: false, hidden: [] })
  }
  const hasWidths = Object.keys(choice.widths).length > 0
  return (
    <MultiSelect
      label="Columns"
      noneText="name only"
      isTextHidden
      options={columns.map(({ name, priority }) => ({
        id: name,
        label: priority > 0 ? `${name} · wide` : name,
      }))}
      selected={shown}
      onChange={choose}
      note={
        <>
          Pull the edge of a column's head, or press the arrows on it, to change its width.{' '}
          {hasWidths && (
            <Button look="quiet" onPress={() => keepColumns(kindKey(resource), { widths: {} })}>
              Fit all to their content
            </Button>
          )}
        </>
      }
    />
  )
}
