import type {
  ClusterUsage,
  Column,
  Figures,
  NamespaceUsage,
  NodeUsage,
  PodUsage,
  QuotaLine,
} from '../../shared/ipc/index.ts'
import { amountText, type BoundWord, drawnFigure, shareText, type Unit } from '../charts/index.ts'
import type { CellFigure, LocalRow } from '../table/index.ts'

const column = (name: string, type: Column['type'] = 'string', description = ''): Column => ({
  name,
  description,
  type,
  priority: 0,
})

export const nodeColumns = [
  column('Name'),
  column('Status'),
  column('Pods', 'integer', 'Pods that have not ended'),
  column('Room for', 'integer', 'Pods that the node takes at most'),
]
export const namespaceColumns = [
  column('Name'),
  column('Pods', 'integer', 'Pods that have not ended'),
  column('Incomplete', 'integer', 'Pods that lack a request for CPU or memory, or a limit for memory'),
  column('Fullest quota', 'string', 'The quota for CPU or memory of which the most is used'),
]
export const podColumns = [
  column('Namespace'),
  column('Name'),
  column('Node'),
  column('Lacks', 'string', 'What some container of it does not say'),
]

const units: readonly (readonly [Unit, string])[] = [
  ['cpu', 'CPU'],
  ['memory', 'Memory'],
]

/** Columns of figures of nodes and namespaces: use, requests and limits of each resource. */
export const allFigures = units.flatMap(([, name]) => [
  { name, description: `${name} in use` },
  { name: `${name} requests`, description: `${name} requested by the pods` },
  { name: `${name} limits`, description: `${name} to which the pods are limited` },
])
export const useFigures = units.map(([, name]) => ({ name, description: `${name} in use` }))

type RowFigures = LocalRow['figures']

/** Use, requests and limits, each against the same bound. */
function figuresAgainst(
  figures: Figures,
  word: BoundWord,
  boundOf: (
    unit: Unit,
    part: 'requests' | 'limits',
  ) => { readonly value: number; readonly name: string } | null,
): RowFigures {
  return Object.fromEntries(
    units.flatMap(([unit, name]) => {
      const { used, requests, limits } = figures[unit]
      const most = boundOf(unit, 'requests')
      return [
        [
          name,
          {
            order: used,
            cell: {
              ...drawnFigure(unit, { used, requests, limits: most?.value ?? null }, word),
              text: against(unit, used, most).text,
              path: '',
            },
          },
        ],
        [`${name} requests`, { order: requests, cell: against(unit, requests, most) }],
        [`${name} limits`, { order: limits, cell: against(unit, limits, boundOf(unit, 'limits')) }],
      ]
    }),
  ) as RowFigures
}

/** Requests and limits may be more than there is: then something may not find a place, or be ended. */
function against(
  unit: Unit,
  value: number | null,
  bound: { readonly value: number; readonly name: string } | null,
): CellFigure {
  const share = value === null || bound === null || bound.value === 0 ? null : value / bound.value
  const of =
    bound === null || value === null
      ? ''
      : ` of ${amountText(unit, bound.value)} ${bound.name} (${shareText(value, bound.value)})`
  const percent = !value || bound === null ? '' : ` · ${shareText(value, bound.value)}`
  return {
    text: value === null ? '' : `${amountText(unit, value)}${percent}`,
    share: share === null ? null : Math.min(1, share),
    mark: null,
    level: share !== null && share > 1 ? 'warning' : 'plain',
    words: value === null ? 'none' : `${amountText(unit, value)}${of}`,
    path: '',
  }
}

export function nodeRows(nodes: readonly NodeUsage[]): readonly LocalRow[] {
  return nodes.map(node => ({
    key: node.name,
    namespace: '',
    name: node.name,
    cells: [node.name, node.status, node.pods, node.allocatable.pods],
    figures: figuresAgainst(node, 'allocatable', unit => {
      const value = node.allocatable[unit]
      return value === null ? null : { value, name: 'allocatable' }
    }),
  }))
}

export function namespaceRows(namespaces: readonly NamespaceUsage[]): readonly LocalRow[] {
  return namespaces.map(space => ({
    key: space.name,
    namespace: '',
    name: space.name,
    cells: [space.name, space.pods, space.incomplete, quotaText(space.quotas)],
    figures: figuresAgainst(space, 'quota', (unit, part) => quotaOf(space.quotas, unit, part)),
  }))
}

export function podRows(pods: readonly PodUsage[]): readonly LocalRow[] {
  return pods.map(pod => ({
    key: `${pod.namespace}/${pod.name}`,
    namespace: pod.namespace,
    name: pod.name,
    cells: [pod.namespace, pod.name, pod.node, pod.missing.join(', ')],
    figures: Object.fromEntries(
      units.map(([unit, name]) => [
        name,
        { order: pod[unit].used, cell: { ...drawnFigure(unit, pod[unit]), path: '' } },
      ]),
    ),
  }))
}

/** The quota that leaves the least for a resource. */
function quotaOf(quotas: readonly QuotaLine[], unit: Unit, part: 'requests' | 'limits') {
  const names = part === 'requests' ? [unit, `requests.${unit}`] : [`limits.${unit}`]
  const fitting = quotas.filter(({ resource }) => names.includes(resource))
  const tightest = fitting.reduce<QuotaLine | null>(
    (least, line) => (least === null || line.hard < least.hard ? line : least),
    null,
  )
  return tightest === null ? null : { value: tightest.hard, name: `by quota ${tightest.quota}` }
}

function quotaText(quotas: readonly QuotaLine[]): string {
  const fullest = quotas.reduce<QuotaLine | null>(
    (most, line) => (most === null || line.used / line.hard > most.used / most.hard ? line : most),
    null,
  )
  return fullest === null ? '' : `${fullest.resource} ${shareText(fullest.used, fullest.hard) || '0 %'}`
}

/** One resource over all nodes. */
export interface Total {
  readonly unit: Unit
  readonly title: string
  readonly used: number | null
  readonly requests: number | null
  readonly limits: number | null
  readonly allocatable: number
}

export function totalsOf({ nodes }: ClusterUsage): readonly Total[] {
  const summed = (values: readonly (number | null)[]): number | null => {
    const known = values.filter(value => value !== null)
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
  }
  return units.map(([unit, title]) => ({
    unit,
    title,
    used: summed(nodes.map(node => node[unit].used)),
    requests: summed(nodes.map(node => node[unit].requests)),
    limits: summed(nodes.map(node => node[unit].limits)),
    allocatable: summed(nodes.map(node => node.allocatable[unit])) ?? 0,
  }))
}
