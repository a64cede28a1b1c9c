import type { HistoryRange } from '../../../shared/ipc/index.ts'
import type { ObjectRef } from '../../../shared/kube/index.ts'

/** How far back, and the step between two points, in seconds: no chart shows more than some 240 points. */
const ranges: Readonly<Record<HistoryRange, { readonly seconds: number; readonly step: number }>> = {
  '1h': { seconds: 3600, step: 15 },
  '6h': { seconds: 21_600, step: 90 },
  '24h': { seconds: 86_400, step: 360 },
  '7d': { seconds: 604_800, step: 2520 },
}

/** What is asked of Prometheus about an object: one query each, in cores and in bytes. */
export interface Queries {
  readonly cpu: string
  readonly memory: string
  /** Label that names the lines; empty: there is one line. */
  readonly by: 'container' | ''
}

export function timesOf(range: HistoryRange, now: number) {
  const { seconds, step } = ranges[range]
  const end = Math.floor(now / 1000 / step) * step
  return { start: end - seconds, end, step }
}

/** Rates are taken over four scrapes of the usual half minute, or over a step where that is longer. */
function windowOf(range: HistoryRange): string {
  return `${Math.max(120, ranges[range].step)}s`
}

/**
 * Queries of the container metrics that every kubelet serves (cAdvisor). Null for a kind that has no pods.
 * Pods of a workload are told by the form of their names: what owned them an hour ago, nobody keeps.
 */
export function queriesOf(ref: ObjectRef, range: HistoryRange): Queries | null {
  const { resource, namespace, name } = ref
  if (resource.group === '' && resource.resource === 'nodes') return nodeQueries(name, range)
  if (resource.group === '' && resource.resource === 'namespaces')
    return containerQueries([`namespace=${quoted(name)}`], '', range)
  const pods = podNames(resource.resource, name)
  if (pods === null) return null
  return containerQueries([`namespace=${quoted(namespace)}`, pods], 'container', range)
}

function containerQueries(labels: readonly string[], by: Queries['by'], range: HistoryRange): Queries {
  const selector = `{${[...labels, 'container!=""', 'container!="POD"'].join(',')}}`
  const sum = by === '' ? 'sum' : `sum by (${by})`
  return {
    cpu: `${sum} (rate(container_cpu_usage_seconds_total${selector}[${windowOf(range)}]))`,
    memory: `${sum} (container_memory_working_set_bytes${selector})`,
    by,
  }
}

/** Scrapers name the node in different labels; the first that has it answers. */
function nodeQueries(name: string, range: HistoryRange): Queries {
  const either = (query: (label: string) => string): string =>
    ['node', 'instance', 'kubernetes_io_hostname'].map(label => `sum (${query(label)})`).join(' or ')
  const selector = (label: string): string => `{id="/",${label}=${quoted(name)}}`
  return {
    cpu: either(label => `rate(container_cpu_usage_seconds_total${selector(label)}[${windowOf(range)}])`),
    memory: either(label => `container_memory_working_set_bytes${selector(label)}`),
    by: '',
  }
}

const suffix = '[a-z0-9]{5}'
/** Ends of the names that controllers give to pods. Source: apiserver, names.SimpleNameGenerator; each controller. */
const ends: ReadonlyMap<string, string> = new Map([
  ['deployments', `-[a-z0-9]{1,10}-${suffix}`],
  ['replicasets', `-${suffix}`],
  ['replicationcontrollers', `-${suffix}`],
  ['daemonsets', `-${suffix}`],
  ['statefulsets', '-[0-9]+'],
  ['jobs', `(-[0-9]+)?-${suffix}`],
  ['cronjobs', `-[0-9]+(-[0-9]+)?-${suffix}`],
])

function podNames(resource: string, name: string): string | null {
  if (resource === 'pods') return `pod=${quoted(name)}`
  const end = ends.get(resource)
  return end === undefined ? null : `pod=~${quoted(`${escaped(name)}${end}`)}`
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
