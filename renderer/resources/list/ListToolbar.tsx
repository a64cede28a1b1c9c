import { useEffect, useState } from 'react'
import type { ContextId, ResourceInfo } from '../../../shared/kube/index.ts'
import { type ListQuery, useContextList, useSessions } from '../../live/index.ts'
import { choosableColumns, focusRows, type TableSnapshot, type ViewParams } from '../../table/index.ts'
import { Button, Chip, FilterField, MultiSelect, TextField } from '../../ui/index.ts'
import { CopyMenu } from './CopyMenu.tsx'
import { NamespaceSelect } from './NamespaceSelect.tsx'
import styles from './ResourceList.module.css'
import { selectorErrors } from './selectorErrors.ts'

export interface ListToolbarProps {
  readonly context: ContextId
  readonly kind: ResourceInfo | null
  readonly plural: string
  readonly query: ListQuery
  readonly params: ViewParams
  readonly snapshot: TableSnapshot
  readonly selected: ReadonlySet<string>
  readonly hasInspector: boolean
  readonly onInspector: () => void
  readonly change: (part: Partial<ListQuery>) => void
}

/** What a list shows and how: contexts, namespaces, filter, selectors, columns, copying. */
export function ListToolbar(props: ListToolbarProps) {
  const { context, kind, plural, query, snapshot, selected, change } = props
  const [wantsSelectors, setWantsSelectors] = useState(false)
  const hasSelectors = wantsSelectors || query.labelSelector !== '' || query.fieldSelector !== ''
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={`${plural}: what is shown`}>
      <MergedContexts {...props} />
      {kind?.namespaced !== false && (
        <NamespaceSelect
          context={context}
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
      {selected.size > 0 && <Chip>{`${selected.size} selected`}</Chip>}
      <CopyMenu params={props.params} selected={selected} matching={snapshot.matching} />
      <ColumnChooser {...props} />
      <Button isPressed={props.hasInspector} keys="i" onPress={props.onInspector}>
        Details
      </Button>
      {hasSelectors && <Selectors {...props} takesFocus={wantsSelectors} />}
    </div>
  )
}

function MergedContexts({ context, query, change }: ListToolbarProps) {
  const sessions = useSessions() ?? []
  const list = useContextList()
  if (sessions.length < 2 && query.merged.length === 0) return null
  const others = sessions.filter(session => session.context !== context && session.phase !== 'closed')
  const name = (id: ContextId) => list?.contexts.find(entry => entry.id === id)?.name ?? id
  return (
    <MultiSelect
      label="Also from"
      noneText="this context only"
      options={others.map(session => ({ id: session.context, label: name(session.context) }))}
      selected={query.merged}
      onChange={merged => change({ merged })}
      note="Open contexts whose objects are to stand in the same list."
    />
  )
}

function ColumnChooser({ snapshot, query, change }: ListToolbarProps) {
  const columns = choosableColumns(snapshot.columns)
  const isShown = (name: string, priority: number) =>
    !query.hidden.includes(name) && (query.isWide || priority === 0)
  const shown = columns.filter(({ name, priority }) => isShown(name, priority)).map(({ name }) => name)
  const choose = (ids: readonly string[]) => {
    const isWide = columns.some(({ name, priority }) => priority > 0 && ids.includes(name))
    const hidden = columns
      .filter(({ name, priority }) => !ids.includes(name) && (isWide || priority === 0))
      .map(({ name }) => name)
    change({ isWide, hidden })
  }
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
    />
  )
}

function Selectors({
  query,
  snapshot,
  change,
  takesFocus,
}: ListToolbarProps & { readonly takesFocus: boolean }) {
  const refusal = snapshot.error?.kind === 'invalid' ? snapshot.error.message : invalidSource(snapshot)
  const errors = selectorErrors(query, refusal)
  return (
    <div className={styles.selectors}>
      <SelectorField
        label="Label selector"
        placeholder="app=web,tier in (front, back)"
        value={query.labelSelector}
        error={errors.label}
        autoFocus={takesFocus}
        onChange={labelSelector => change({ labelSelector })}
      />
      <SelectorField
        label="Field selector"
        placeholder="spec.nodeName=node-1"
        value={query.fieldSelector}
        error={errors.field}
        onChange={fieldSelector => change({ fieldSelector })}
      />
    </div>
  )
}

function invalidSource({ sources }: TableSnapshot): string | undefined {
  for (const { status } of sources) {
    if (status.phase === 'failed' && status.error.kind === 'invalid') return status.error.message
  }
  return undefined
}

interface SelectorFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly error: string | undefined
  readonly autoFocus?: boolean
  readonly onChange: (value: string) => void
}

/** Takes effect on Enter or on leaving the field: half a selector would only be an error. */
function SelectorField({ value, onChange, ...rest }: SelectorFieldProps) {
  const [draft, setDraft] = useState(value)
  useEffect(() => setDraft(value), [value])
  return (
    <div className={styles.selector}>
      <TextField
        {...rest}
        value={draft}
        isMono
        onChange={setDraft}
        onSubmit={() => onChange(draft.trim())}
        onBlur={() => draft.trim() !== value && onChange(draft.trim())}
        onEscape={() => setDraft(value)}
      />
    </div>
  )
}
