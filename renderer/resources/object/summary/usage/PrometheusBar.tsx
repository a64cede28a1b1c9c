import { useState } from 'react'
import {
  type HistoryRange,
  historyRanges,
  type PrometheusService,
  type PrometheusState,
} from '../../../../../shared/ipc/index.ts'
import { visibleText } from '../../../../../shared/kube/index.ts'
import { announce, errorBody, useContextEntry } from '../../../../live/index.ts'
import { Button, Panel, Select } from '../../../../ui/index.ts'
import objectStyles from '../../Object.module.css'
import { useSubject } from '../../subject.ts'
import { agree } from './agree.ts'
import styles from './Usage.module.css'

const words: Readonly<Record<HistoryRange, string>> = {
  '1h': '1 hour',
  '6h': '6 hours',
  '24h': '24 hours',
  '7d': '7 days',
}

export interface RangeChoiceProps {
  readonly prometheus: PrometheusState | null
  readonly range: HistoryRange | 'live'
  readonly onRange: (range: HistoryRange | 'live') => void
}

/** How far back the charts go: as long as Gatehouse looked, or what Prometheus kept. */
export function RangeChoice({ prometheus, range, onRange }: RangeChoiceProps) {
  const isAgreed = prometheus?.state === 'found' && prometheus.agreed !== null && !prometheus.isProtected
  if (!isAgreed) return null
  const options = [
    { id: 'live', label: 'live' },
    ...historyRanges.map(id => ({ id: id as string, label: words[id] })),
  ]
  return (
    <Select
      label="Range"
      options={options}
      value={range}
      onChange={id => onRange(historyRanges.find(one => one === id) ?? 'live')}
    />
  )
}

/** Offers to ask a Prometheus that was found, and says where figures come from. */
export function PrometheusBar({ prometheus }: { readonly prometheus: PrometheusState | null }) {
  switch (prometheus?.state) {
    case undefined:
    case 'searching':
      return null
    case 'none':
      return (
        <p className={objectStyles.hint}>
          Figures are kept for an hour while they are looked at. No Prometheus was found for more.
        </p>
      )
    case 'unreadable':
      return (
        <p className={objectStyles.hint}>
          {`Whether a Prometheus keeps more cannot be told: ${visibleText(prometheus.error.message)}`}
        </p>
      )
    case 'found':
      return <FoundBar prometheus={prometheus} />
  }
}

type Found = Extract<PrometheusState, { readonly state: 'found' }>

function FoundBar({ prometheus: { services, agreed, isProtected } }: { readonly prometheus: Found }) {
  const { context } = useSubject()
  const change = (service: string | null) =>
    agree(context, service).catch((error: unknown) => announce(errorBody(error).message))
  const used = services.find(({ id }) => id === agreed)
  if (isProtected)
    return (
      <p className={objectStyles.hint}>
        {`${nameOf(services[0])} may keep more. It is not asked, because this context is protected.`}
      </p>
    )
  if (used === undefined) return <Offer services={services} onAgree={change} />
  return (
    <p className={`${objectStyles.hint} ${styles.source}`}>
      <span>{`Longer ranges come from ${nameOf(used)}, through the API server.`}</span>
      <Button look="quiet" onPress={() => void change(null)}>
        Stop asking it
      </Button>
    </p>
  )
}

interface OfferProps {
  readonly services: readonly PrometheusService[]
  readonly onAgree: (service: string) => Promise<unknown>
}

function Offer({ services, onAgree }: OfferProps) {
  const { context } = useSubject()
  const name = useContextEntry(context)?.name ?? context
  const [chosen, setChosen] = useState(services[0]?.id ?? '')
  const service = services.find(({ id }) => id === chosen) ?? services[0]
  if (service === undefined) return null
  return (
    <Panel>
      <p className={objectStyles.hint}>
        {`${nameOf(service)} may keep the CPU and memory of the last days. Gatehouse would ask it for these, through the API server of ${visibleText(name)} and with your own sign-in there. It reads values and changes nothing. You are asked once for this context.`}
      </p>
      <div className={styles.offer}>
        {services.length > 1 && (
          <Select
            label="Ask"
            options={services.map(one => ({ id: one.id, label: nameOf(one) }))}
            value={service.id}
            onChange={setChosen}
          />
        )}
        <Button look="primary" onPress={() => void onAgree(service.id)}>
          Ask it for histories
        </Button>
      </div>
    </Panel>
  )
}

function nameOf(service: PrometheusService | undefined): string {
  return service === undefined
    ? 'A Prometheus'
    : `${service.product} (${visibleText(`${service.namespace}/${service.name}`)})`
}
