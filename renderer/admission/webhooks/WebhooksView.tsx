import { useMemo, useState } from 'react'
import type { WebhookEntry } from '../../../shared/admission/index.ts'
import type { WebhookInventory } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { counted } from '../../../shared/words/index.ts'
import { addressOf, navigate, useStream } from '../../live/index.ts'
import { Button, Chip, EmptyState, Select, SplitPane } from '../../ui/index.ts'
import { FilterText } from '../parts/FilterText.tsx'
import { SourceBanners, WholeState } from '../parts/SourceBanners.tsx'
import styles from '../parts/View.module.css'
import {
  noFilter,
  nothingInWords,
  resourceChoices,
  severityOf,
  shownInWords,
  shownWebhooks,
  type WebhookFilter,
  waitingInWords,
  wildcardsInWords,
} from './acting.ts'
import { WebhookDetail } from './WebhookDetail.tsx'
import { WebhookTable } from './WebhookTable.tsx'

/** The webhooks of a context in calling order, with certificates, endpoints and problems, live. */
export function WebhooksView({ context }: { readonly context: ContextId }) {
  const { value, error } = useStream('admission.webhooks', { context })
  if (value === null) {
    return error === null ? (
      <EmptyState title="Reading webhooks…" />
    ) : (
      <EmptyState
        meaning="bad"
        title="Webhooks could not be read"
        detail={error.message}
        causes={error.causes}
      />
    )
  }
  // An empty view says by itself what it lacks.
  return (
    <div className={styles.view}>
      {value.webhooks.length === 0 ? (
        <WholeState
          sources={value.sources}
          plural="webhooks"
          meaning="No mutating or validating webhook is configured in this cluster."
        />
      ) : (
        <>
          <SourceBanners sources={value.sources} error={error} />
          <WebhookBody context={context} inventory={value} />
        </>
      )}
    </div>
  )
}

function WebhookBody({
  context,
  inventory,
}: {
  readonly context: ContextId
  readonly inventory: WebhookInventory
}) {
  const [filter, setFilter] = useState(noFilter)
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = useMemo(() => shownWebhooks(inventory.webhooks, filter), [inventory, filter])
  const selected = shown.find(entry => entry.id === chosen) ?? shown[0] ?? null
  return (
    <>
      <WebhookToolbar inventory={inventory} filter={filter} onChange={setFilter} shown={shown} />
      {selected === null ? (
        <EmptyState
          title="No webhook fits"
          detail={nothingInWords(inventory.webhooks, filter)}
          actions={<Button onPress={() => setFilter(noFilter)}>Show all</Button>}
        />
      ) : (
        <SplitPane
          direction="rows"
          label="Size of the detail"
          share={46}
          first={
            <WebhookTable
              webhooks={shown}
              selected={selected.id}
              onSelect={setChosen}
              onOpen={entry => navigate(addressOf.object(context, entry.ref))}
            />
          }
          second={<WebhookDetail context={context} entry={selected} />}
        />
      )}
    </>
  )
}

interface WebhookToolbarProps {
  readonly inventory: WebhookInventory
  readonly filter: WebhookFilter
  readonly onChange: (filter: WebhookFilter) => void
  readonly shown: readonly WebhookEntry[]
}

const operationOptions = [
  { id: '', label: 'anything' },
  { id: 'CREATE', label: 'create' },
  { id: 'UPDATE', label: 'update' },
  { id: 'DELETE', label: 'delete' },
  { id: 'CONNECT', label: 'connect' },
]

function WebhookToolbar({ inventory, filter, onChange, shown }: WebhookToolbarProps) {
  const { webhooks, namespaces } = inventory
  // The figures follow all that is chosen beside them.
  const fitting = shownWebhooks(webhooks, { ...filter, only: 'all' })
  const broken = fitting.filter(entry => severityOf(entry) === 'broken').length
  const atRisk = fitting.filter(entry => severityOf(entry) === 'atRisk').length
  const configurations = new Set(shown.map(({ webhook }) => `${webhook.phase} ${webhook.configuration}`)).size
  const resources = useMemo(() => resourceChoices(webhooks).map(id => ({ id, label: id })), [webhooks])
  const toggle = (only: WebhookFilter['only']) =>
    onChange({ ...filter, only: filter.only === only ? 'all' : only })
  return (
    <div className={styles.toolbar}>
      <FilterText
        label="Filter webhooks"
        value={filter.text}
        onChange={text => onChange({ ...filter, text })}
      />
      <Select
        label="Acting on:"
        options={operationOptions}
        value={filter.operation}
        onChange={operation => onChange({ ...filter, operation })}
      />
      <Select
        label="of:"
        options={[{ id: '', label: 'any resource' }, ...resources]}
        value={filter.resource}
        onChange={resource => onChange({ ...filter, resource })}
      />
      {namespaces !== null && (
        <Select
          label="in:"
          options={[{ id: '', label: 'any namespace' }, ...namespaces.map(id => ({ id, label: id }))]}
          value={filter.namespace}
          onChange={namespace => onChange({ ...filter, namespace })}
        />
      )}
      {(broken > 0 || filter.only === 'broken') && (
        <Button look="quiet" isPressed={filter.only === 'broken'} onPress={() => toggle('broken')}>
          <Chip meaning="bad">{broken} broken</Chip>
        </Button>
      )}
      {(atRisk > 0 || filter.only === 'atRisk') && (
        <Button look="quiet" isPressed={filter.only === 'atRisk'} onPress={() => toggle('atRisk')}>
          <Chip meaning="warning">{atRisk} at risk</Chip>
        </Button>
      )}
      <span className={styles.hint}>{waitingInWords(shown, filter)}</span>
      <span className={styles.hint}>{wildcardsInWords(shown, filter)}</span>
      <span className={styles.gap} />
      <span className={styles.hint}>
        {shownInWords(shown.length, webhooks.length)} · {counted(configurations, 'configuration')}
      </span>
    </div>
  )
}
