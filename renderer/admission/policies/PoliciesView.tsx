import { useMemo, useState } from 'react'
import type { PolicyInventory } from '../../../shared/ipc/index.ts'
import type { ContextId, ObjectRef } from '../../../shared/kube/index.ts'
import { addressOf, navigate, useStream } from '../../live/index.ts'
import { Button, Chip, EmptyState, MeaningMark, Select, SplitPane } from '../../ui/index.ts'
import { FilterText } from '../parts/FilterText.tsx'
import { SourceBanners, WholeState } from '../parts/SourceBanners.tsx'
import styles from '../parts/View.module.css'
import { BindingDetail, TargetDetail } from './BindingDetail.tsx'
import {
  bindingCard,
  type CardId,
  countsOf,
  type Graph,
  graphOf,
  noFilter,
  type PolicyFilter,
  policyCard,
  targetCard,
} from './graph.ts'
import { PolicyColumns } from './PolicyColumns.tsx'
import { PolicyTabs } from './PolicyTabs.tsx'

/** Policies, their bindings, parameters and reach of a context, joined by lines and live. */
export function PoliciesView({ context }: { readonly context: ContextId }) {
  const { value, error } = useStream('admission.policies', { context })
  if (value === null) {
    return error === null ? (
      <EmptyState title="Reading policies…" />
    ) : (
      <EmptyState
        meaning="bad"
        title="Policies could not be read"
        detail={error.message}
        causes={error.causes}
      />
    )
  }
  // An empty view says by itself what it lacks.
  const isEmpty = value.policies.length + value.bindings.length === 0
  return (
    <div className={styles.view}>
      {isEmpty ? (
        <WholeState
          sources={value.sources}
          plural="policies"
          meaning="No validating or mutating admission policy and no binding exists in this cluster."
        />
      ) : (
        <>
          <SourceBanners sources={value.sources} error={error} />
          <PolicyBody context={context} inventory={value} />
        </>
      )}
    </div>
  )
}

function PolicyBody({
  context,
  inventory,
}: {
  readonly context: ContextId
  readonly inventory: PolicyInventory
}) {
  const [filter, setFilter] = useState(noFilter)
  const [chosen, setChosen] = useState<CardId | null>(null)
  const graph = useMemo(() => graphOf(inventory, filter), [inventory, filter])
  const cards = graph.columns.flat()
  const selected = cards.find(card => card === chosen) ?? cards[0] ?? null
  const open = (card: CardId) => {
    const ref = refOf(graph, card)
    if (ref !== null) navigate(addressOf.object(context, ref))
  }
  return (
    <>
      <PolicyToolbar inventory={inventory} filter={filter} onChange={setFilter} />
      {cards.length === 0 ? (
        <EmptyState
          title="Nothing fits the filter"
          actions={<Button onPress={() => setFilter(noFilter)}>Show all</Button>}
        />
      ) : (
        <SplitPane
          direction="rows"
          label="Size of the detail"
          share={38}
          first={<PolicyColumns graph={graph} selected={selected} onSelect={setChosen} onOpen={open} />}
          second={<Detail context={context} graph={graph} inventory={inventory} selected={selected} />}
        />
      )}
    </>
  )
}

interface PolicyToolbarProps {
  readonly inventory: PolicyInventory
  readonly filter: PolicyFilter
  readonly onChange: (filter: PolicyFilter) => void
}

function PolicyToolbar({ inventory, filter, onChange }: PolicyToolbarProps) {
  const counts = countsOf(inventory)
  const isKnown = inventory.sources.every(({ state }) => state === 'live' || state === 'notServed')
  const isWhole = isKnown && counts.broken + counts.warned === 0
  const namespaces = (inventory.namespaces ?? []).map(name => ({ id: name, label: name }))
  const toggle = (only: PolicyFilter['only']) =>
    onChange({ ...filter, only: filter.only === only ? 'all' : only })
  return (
    <div className={styles.toolbar}>
      <FilterText
        label="Filter policies, bindings, parameters"
        value={filter.text}
        onChange={text => onChange({ ...filter, text })}
      />
      {inventory.namespaces !== null && (
        <Select
          label="Reaching:"
          options={[{ id: '', label: 'any namespace' }, ...namespaces]}
          value={filter.namespace}
          onChange={namespace => onChange({ ...filter, namespace })}
        />
      )}
      {counts.broken > 0 && (
        <Button look="quiet" isPressed={filter.only === 'broken'} onPress={() => toggle('broken')}>
          <Chip meaning="bad">{counts.broken} broken</Chip>
        </Button>
      )}
      {counts.notBound > 0 && (
        <Button look="quiet" isPressed={filter.only === 'notBound'} onPress={() => toggle('notBound')}>
          <Chip meaning="warning">{counts.notBound} not bound</Chip>
        </Button>
      )}
      {isWhole && (
        <span className={styles.hint}>
          <MeaningMark meaning="good" /> every binding is whole
        </span>
      )}
    </div>
  )
}

interface DetailProps {
  readonly context: ContextId
  readonly graph: Graph
  readonly inventory: PolicyInventory
  readonly selected: CardId | null
}

function Detail({ context, graph, inventory, selected }: DetailProps) {
  const policy = graph.policies.cards.find(entry => policyCard(entry) === selected)
  if (policy !== undefined) return <PolicyTabs context={context} entry={policy} inventory={inventory} />
  const binding = graph.bindings.cards.find(entry => bindingCard(entry) === selected)
  if (binding !== undefined) return <BindingDetail context={context} entry={binding} inventory={inventory} />
  const target = graph.targets.cards.find(entry => targetCard(entry) === selected)
  return target === undefined ? null : <TargetDetail context={context} entry={target} />
}

function refOf(graph: Graph, card: CardId): ObjectRef | null {
  const entry =
    graph.policies.cards.find(each => policyCard(each) === card) ??
    graph.bindings.cards.find(each => bindingCard(each) === card)
  if (entry !== undefined) return entry.ref
  const target = graph.targets.cards.find(each => targetCard(each) === card)
  return target?.type === 'parameter' ? (target.refs[0] ?? null) : null
}
