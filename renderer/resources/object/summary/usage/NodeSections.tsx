import { useMemo } from 'react'
import type { NodeUsage, ObjectUsage, PodUsage } from '../../../../../shared/ipc/index.ts'
import { amountText, drawnFigure, levelOf, shareText, useLooked } from '../../../../charts/index.ts'
import { addressOf, navigate, useSettings } from '../../../../live/index.ts'
import { type LocalRow, LocalTable } from '../../../../table/index.ts'
import { Section } from '../../../../ui/index.ts'
import objectStyles from '../../Object.module.css'
import { useSubject } from '../../subject.ts'
import { podColumns, podFigures } from './podColumns.ts'
import styles from './Usage.module.css'

/** How full the node is, and the pods on it. */
export function NodeSections() {
  const { context, ref } = useSubject()
  const { value } = useLooked('usage.object', { context, ref, labelSelector: '' })
  if (value === null) return null
  return (
    <>
      {value.node !== null && (
        <Section title="Room">
          <NodeBars node={value.node} />
        </Section>
      )}
      <Section title="Pods" aside={value.podsInAll.toLocaleString()}>
        <PodTable usage={value} />
      </Section>
    </>
  )
}

interface BarLine {
  readonly name: string
  readonly text: string
  readonly share: number | null
  readonly look: 'plain' | 'promised' | 'warning' | 'bad'
}

function NodeBars({ node }: { readonly node: NodeUsage }) {
  const { pods } = node.allocatable
  return (
    <div className={styles.room}>
      <Bars title={roomText(node, 'cpu', 'CPU')} lines={linesOf(node, 'cpu')} />
      <Bars title={roomText(node, 'memory', 'Memory')} lines={linesOf(node, 'memory')} />
      {pods !== null && (
        <Bars
          title={`Pods: ${pods} at most`}
          lines={[
            {
              name: 'running',
              text: `${node.pods} · ${shareText(node.pods, pods)}`,
              share: node.pods / pods,
              look: levelOf(node.pods / pods),
            },
          ]}
        />
      )}
    </div>
  )
}

function Bars({ title, lines }: { readonly title: string; readonly lines: readonly BarLine[] }) {
  return (
    <div>
      <h3 className={styles.resource}>{title}</h3>
      <dl className={styles.bars}>
        {lines.map(({ name, text, share, look }) => (
          <div key={name} className={styles.barLine}>
            <dt>{name}</dt>
            <dd>
              <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                <rect className={styles.track} width="100" height="6" />
                {share !== null && (
                  <rect className={styles[look]} width={Math.min(1, share) * 100} height="6" />
                )}
              </svg>
              <span className={styles.amount}>{text}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function roomText(node: NodeUsage, unit: 'cpu' | 'memory', name: string): string {
  const { capacity, allocatable } = node
  const [has, room] = [capacity[unit], allocatable[unit]]
  if (has === null || room === null) return name
  return `${name}: ${amountText(unit, room)} for pods of ${amountText(unit, has)}`
}

function linesOf(node: NodeUsage, unit: 'cpu' | 'memory'): readonly BarLine[] {
  const room = node.allocatable[unit]
  const { used, requests, limits } = node[unit]
  const line = (name: string, value: number | null, isUse: boolean): BarLine => {
    const share = value === null || room === null || room === 0 ? null : value / room
    const level = isUse ? levelOf(share ?? 0) : (share ?? 0) > 1 ? 'warning' : 'promised'
    const percent = value === null || room === null ? '' : ` · ${shareText(value, room)}`
    return {
      name,
      text: value === null ? 'unknown' : value === 0 ? 'none' : `${amountText(unit, value)}${percent}`,
      share,
      look: level,
    }
  }
  return [line('used', used, true), line('requested', requests, false), line('limits', limits, false)]
}

const pods = { group: '', version: 'v1', resource: 'pods' }
const mostInSight = 14
const bySize = { column: 'Memory', descending: true }

function PodTable({ usage }: { readonly usage: ObjectUsage }) {
  const { context } = useSubject()
  const rowHeight = useSettings()?.density === 'comfortable' ? 32 : 26
  const rows = useMemo(() => usage.podList.map(rowOf), [usage.podList])
  if (usage.pods.state === 'unreadable')
    return <p className={objectStyles.hint}>{usage.pods.error?.message ?? 'Pods may not be read.'}</p>
  if (rows.length === 0)
    return (
      <p className={objectStyles.hint}>
        {usage.pods.state === 'loading' ? 'Reading pods…' : 'No pods are on this node.'}
      </p>
    )
  const open = ({ namespace, name }: LocalRow) =>
    navigate(addressOf.object(context, { resource: pods, namespace, name }))
  const height = (Math.min(rows.length, mostInSight) + 1) * rowHeight + 14
  const hidden = usage.podsInAll - rows.length
  return (
    <>
      <div className={styles.podTable} style={{ height }}>
        <LocalTable
          label="Pods on the node"
          context={context}
          columns={podColumns}
          figures={podFigures}
          rows={rows}
          firstSort={bySize}
          onOpen={open}
        />
      </div>
      {hidden > 0 && (
        <p className={objectStyles.hint}>{`${hidden.toLocaleString()} more pods are not shown here.`}</p>
      )}
    </>
  )
}

function rowOf(pod: PodUsage): LocalRow {
  const { namespace, name, phase, created, cpu, memory } = pod
  const amount = (unit: 'cpu' | 'memory', value: number | null) => ({
    order: value,
    cell: {
      text: value === null ? '' : amountText(unit, value),
      share: null,
      mark: null,
      level: 'plain' as const,
      words: value === null ? 'none' : amountText(unit, value),
      path: '',
    },
  })
  const use = (unit: 'cpu' | 'memory') => ({
    order: pod[unit].used,
    cell: { ...drawnFigure(unit, pod[unit]), path: '' },
  })
  return {
    key: `${namespace}/${name}`,
    namespace,
    name,
    cells: [namespace, name, phase, created],
    figures: {
      CPU: use('cpu'),
      'CPU requested': amount('cpu', cpu.requests),
      'CPU limit': amount('cpu', cpu.limits),
      Memory: use('memory'),
      'Memory requested': amount('memory', memory.requests),
      'Memory limit': amount('memory', memory.limits),
    },
  }
}
