import { useState } from 'react'
import type { Figure, HistoryRange, Line, ObjectUsage } from '../../../../../shared/ipc/index.ts'
import { MetricsNote, type PlottedBound, TimeChart, type Unit, useLooked } from '../../../../charts/index.ts'
import { Banner, Section, Select, useLater } from '../../../../ui/index.ts'
import objectStyles from '../../Object.module.css'
import { useSubject } from '../../subject.ts'
import { PartTable } from './PartTable.tsx'
import { PrometheusBar, RangeChoice } from './PrometheusBar.tsx'
import { QuotaTable } from './QuotaTable.tsx'
import type { UsageSubject } from './subject.ts'
import styles from './Usage.module.css'
import { useHistory, usePrometheus } from './usePrometheus.ts'

/** CPU and memory of the object over time, with what is requested and where the limit is. */
export function UsageSection({ subject }: { readonly subject: UsageSubject }) {
  const { context, ref } = useSubject()
  const { labelSelector } = subject
  const { value, error } = useLooked('usage.object', { context, ref, labelSelector })
  const isPatient = useLater(200)
  if (value === null) {
    if (error !== null) return <Banner meaning="bad">{error.message}</Banner>
    return isPatient ? <p className={objectStyles.hint}>Reading CPU and memory…</p> : null
  }
  return <UsageCharts usage={value} subject={subject} />
}

interface UsageChartsProps {
  readonly usage: ObjectUsage
  readonly subject: UsageSubject
}

const all = ''

function UsageCharts({ usage, subject }: UsageChartsProps) {
  const [range, setRange] = useState<HistoryRange | 'live'>('live')
  const [part, setPart] = useState(all)
  const prometheus = usePrometheus()
  const history = useHistory(range)
  const isLive = range === 'live'
  const lines = isLive ? usage.lines : inOrder(history.value?.lines ?? [], usage)
  const times = isLive ? usage.times : (history.value?.times ?? [])
  const names = lines.map(({ name }) => name)
  const shown = names.includes(part) ? lines.filter(({ name }) => name === part) : lines
  const [only] = shown
  const bounds = only !== undefined && shown.length === 1 ? boundsOf(usage, subject, only) : noBounds
  return (
    <Section
      title="CPU and memory"
      aside={subject.type === 'workload' ? podsText(usage.podsInAll) : undefined}
      actions={
        <>
          {names.length > 1 && (
            <Select
              label="Container"
              options={[{ id: all, label: 'all' }, ...names.map(name => ({ id: name, label: name }))]}
              value={names.includes(part) ? part : all}
              onChange={setPart}
            />
          )}
          <RangeChoice prometheus={prometheus} range={range} onRange={setRange} />
        </>
      }
    >
      <MetricsNote metrics={usage.metrics} />
      {history.error !== null && !isLive && <Banner meaning="warning">{history.error.message}</Banner>}
      {shown.length > 0 && times.length > 1 ? (
        <div className={styles.charts}>
          <TimeChart title="CPU" unit="cpu" times={times} lines={linesOf(shown, 'cpu')} bounds={bounds.cpu} />
          <TimeChart
            title="Memory"
            unit="memory"
            times={times}
            lines={linesOf(shown, 'memory')}
            bounds={bounds.memory}
          />
        </div>
      ) : (
        <NoLines usage={usage} isLive={isLive} isLoading={history.isLoading} />
      )}
      <PrometheusBar prometheus={prometheus} />
      {usage.parts.length > 0 && <PartTable parts={usage.parts} total={usage.total} subject={subject} />}
      {usage.quotas.length > 0 && <QuotaTable quotas={usage.quotas} />}
    </Section>
  )
}

/** As the containers stand in the pod, so that a line keeps its colour. */
function inOrder(lines: readonly Line[], { parts }: ObjectUsage): readonly Line[] {
  const place = ({ name }: Line): number => {
    const found = parts.findIndex(part => part.name === name)
    return found < 0 ? parts.length : found
  }
  return [...lines].sort((a, b) => place(a) - place(b))
}

const noBounds: Record<Unit, readonly PlottedBound[]> = { cpu: [], memory: [] }

function podsText(count: number): string {
  return count === 1 ? 'of 1 pod' : `of ${count.toLocaleString()} pods together`
}

function linesOf(lines: readonly Line[], unit: Unit) {
  return lines.map(line => ({ name: line.name, values: line[unit] }))
}

function boundsOf(usage: ObjectUsage, { type }: UsageSubject, { name }: Line): typeof noBounds {
  const figures =
    type === 'node' || type === 'namespace'
      ? usage.total
      : (usage.parts.find(one => one.name === name) ?? usage.total)
  const of = (unit: Unit): readonly PlottedBound[] => {
    const { requests, limits }: Figure = figures[unit]
    const room = usage.node?.allocatable[unit] ?? null
    return [
      ...boundOf('requested', requests, '--accent'),
      // The limits of many pods together end none of them.
      ...(type === 'node' ? boundOf('allocatable', room, '--text-2') : []),
      ...(type === 'pod' || type === 'workload' ? boundOf('limit', limits, '--bad') : []),
    ]
  }
  return { cpu: of('cpu'), memory: of('memory') }
}

function boundOf(name: string, value: number | null, token: string): readonly PlottedBound[] {
  return value === null || value === 0 ? [] : [{ name, value, token }]
}

interface NoLinesProps {
  readonly usage: ObjectUsage
  readonly isLive: boolean
  readonly isLoading: boolean
}

function NoLines({ usage: { metrics, lines, podsInAll }, isLive, isLoading }: NoLinesProps) {
  if (!isLive)
    return (
      <p className={objectStyles.hint}>
        {isLoading ? 'Asking Prometheus…' : 'Prometheus has no values of this object for that time.'}
      </p>
    )
  if (metrics.state !== 'live') return null
  if (lines.length > 0)
    return <p className={objectStyles.hint}>Lines are drawn from the second look on, in 15 seconds or so.</p>
  return (
    <p className={objectStyles.hint}>
      {podsInAll === 0
        ? 'No pod of it runs, so there is nothing to measure.'
        : 'Nothing is measured yet: a metrics server needs a minute after the start of a container.'}
    </p>
  )
}
