import type { Json } from '../../../cel/kubernetes/index.ts'
import { emptyFields, type Fields, isObject, readValue, Undecodable, type Value } from '../read.ts'
import type { GoType } from '../table.ts'
import { converted, made, metricOf, oldMetricOf, oldStatusOf, statusOf } from './autoscalerMetrics.ts'
import {
  decidedOutside,
  dropAnnotations,
  fill,
  found,
  inside,
  isEmpty,
  listed,
  type Rule,
  type WriteJson,
} from './rule.ts'

/**
 * Autoscalers of version 1 as the server’s own type has them, which is that of version 2: what version 1
 * has no fields for stands in annotations.
 */

const annotation = (name: string): string => `autoscaling.alpha.kubernetes.io/${name}`
const kept = {
  metrics: annotation('metrics'),
  behavior: annotation('behavior'),
  currentMetrics: annotation('current-metrics'),
  conditions: annotation('conditions'),
}
/** Annotations that version 2 never has. */
const autoscalerAnnotations: readonly string[] = [
  ...Object.values(kept),
  annotation('scale-down-tolerance'),
  annotation('scale-up-tolerance'),
]

const struct = (name: string): GoType => ({ of: 'struct', name })
const listOf = (name: string): GoType => ({ of: 'list', element: struct(name) })
const annotationTypes = {
  metrics: listOf('MetricSpec@autoscaling/v1'),
  currentMetrics: listOf('MetricStatus@autoscaling/v1'),
  conditions: listOf('HorizontalPodAutoscalerCondition'),
  behavior: struct('HorizontalPodAutoscalerBehavior@apis/autoscaling'),
} satisfies Record<keyof typeof kept, GoType>

/** What an annotation holds; undefined where it holds something else, which the server ignores too. */
function readAnnotation(annotations: Fields | undefined, what: keyof typeof kept): Value | undefined {
  const written = annotations?.[kept[what]]
  if (typeof written !== 'string') return undefined
  try {
    return readValue(JSON.parse(written) as Json, annotationTypes[what], { struct: '', path: '' })
  } catch (error) {
    if (error instanceof Undecodable || error instanceof SyntaxError) return undefined
    throw error
  }
}

const structs = (value: Value | undefined): readonly Fields[] =>
  Array.isArray(value) ? (value as readonly Value[]).map(item => (isObject(item) ? item : emptyFields())) : []

const cpuMetric = (averageUtilization: Value): Fields =>
  made({
    type: 'Resource',
    resource: made({ name: 'cpu', target: made({ type: 'Utilization', averageUtilization }) }),
  })

/** The letter of a field that the server’s own type has without JSON names. */
const renamed = (fields: Fields, change: (name: string) => string): Fields => {
  const all = emptyFields()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    all[change(name)] = Array.isArray(value)
      ? (value as readonly Value[]).map(item => (isObject(item) ? renamed(item, change) : item))
      : isObject(value)
        ? renamed(value, change)
        : value
  }
  return all
}
const lowered = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)
const raised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Turns an autoscaler of version 1 into one of version 2. */
export function toVersion2(fields: Fields): void {
  const annotations = found(found(fields, 'metadata'), 'annotations')
  const spec = inside(fields, 'spec')
  const status = inside(fields, 'status')
  const target = spec.targetCPUUtilizationPercentage
  delete spec.targetCPUUtilizationPercentage
  const others = structs(readAnnotation(annotations, 'metrics')).map(each => converted(each, metricOf))
  const metrics = target === undefined ? others : [...others, cpuMetric(target)]
  spec.metrics = metrics.length > 0 ? metrics : [cpuMetric(80)]

  const behavior = readAnnotation(annotations, 'behavior')
  if (isObject(behavior) && !isEmpty(behavior)) spec.behavior = renamed(behavior, lowered)

  const current = status.currentCPUUtilizationPercentage
  delete status.currentCPUUtilizationPercentage
  if (current !== undefined) {
    const averageUtilization = current
    status.currentMetrics = [
      made({ type: 'Resource', resource: made({ name: 'cpu', current: made({ averageUtilization }) }) }),
    ]
  }
  const statuses = readAnnotation(annotations, 'currentMetrics')
  if (statuses !== undefined) status.currentMetrics = structs(statuses).map(each => converted(each, statusOf))
  const conditions = readAnnotation(annotations, 'conditions')
  if (conditions !== undefined) status.conditions = structs(conditions)
  dropAnnotations(fields, autoscalerAnnotations)
}

const isOfCpu = (metric: Fields): boolean =>
  metric.type === 'Resource' && found(metric, 'resource')?.name === 'cpu'
const utilization = (metric: Fields, of: 'target' | 'current'): Value | undefined =>
  found(found(metric, 'resource'), of)?.averageUtilization

/** Turns an autoscaler of version 2 into one of version 1. */
export function toVersion1(fields: Fields, writeJson: WriteJson): void {
  const spec = inside(fields, 'spec')
  const status = inside(fields, 'status')
  const metrics = listed(spec, 'metrics')
  const statuses = listed(status, 'currentMetrics')
  const conditions = listed(status, 'conditions')
  const behavior = found(spec, 'behavior')
  dropAnnotations(fields, autoscalerAnnotations)
  const keep = (what: keyof typeof kept, value: Value) => {
    inside(inside(fields, 'metadata'), 'annotations')[kept[what]] = writeJson(value, annotationTypes[what])
  }
  const isTarget = (metric: Fields) => isOfCpu(metric) && utilization(metric, 'target') !== undefined
  const others = metrics.filter(metric => !isTarget(metric))
  if (others.length > 0)
    keep(
      'metrics',
      others.map(each => converted(each, oldMetricOf)),
    )
  if (statuses.length > 0)
    keep(
      'currentMetrics',
      statuses.map(each => converted(each, oldStatusOf)),
    )
  if (behavior !== undefined) keep('behavior', renamed(behavior, raised))
  if (conditions.length > 0) keep('conditions', conditions)

  const target = metrics.find(isTarget)
  if (target !== undefined) spec.targetCPUUtilizationPercentage = utilization(target, 'target')
  const current = statuses.filter(isOfCpu).map(each => utilization(each, 'current'))
  const last = current.findLast(value => value !== undefined)
  if (last !== undefined) status.currentCPUUtilizationPercentage = last
  for (const name of ['metrics', 'behavior']) delete spec[name]
  for (const name of ['currentMetrics', 'conditions']) delete status[name]
}

const asVersion2: Rule = { apply: fields => dropAnnotations(fields, autoscalerAnnotations) }
/** Version 1 goes through the server’s own type and comes back. */
const asVersion1: Rule = {
  apply: (fields, writeJson) => {
    toVersion2(fields)
    toVersion1(fields, writeJson)
  },
}

type Rules = readonly (readonly [string, Value])[]
const policy = (type: string, value: number): Fields => made({ type, value, periodSeconds: 15 })
const scalingRules: Readonly<Record<'scaleUp' | 'scaleDown', () => Rules>> = {
  scaleUp: () => [
    ['stabilizationWindowSeconds', 0],
    ['selectPolicy', 'Max'],
    ['policies', [policy('Pods', 4), policy('Percent', 100)]],
  ],
  scaleDown: () => [
    ['selectPolicy', 'Max'],
    ['policies', [policy('Percent', 100)]],
  ],
}

const behavior: Rule = {
  decides: ['scaleUp', 'scaleDown'],
  apply: fields => {
    for (const way of ['scaleUp', 'scaleDown'] as const) {
      const given = inside(fields, way)
      for (const [name, value] of scalingRules[way]()) fill(given, name, value)
    }
  },
}

export const autoscalerRules: readonly (readonly [string, Rule])[] = [
  ['HorizontalPodAutoscaler@autoscaling/v1', asVersion1],
  ['HorizontalPodAutoscaler@autoscaling/v2', asVersion2],
  ['HorizontalPodAutoscalerBehavior@autoscaling/v2', behavior],
  [
    'HPAScalingRules@autoscaling/v2',
    decidedOutside('selectPolicy', 'policies', 'stabilizationWindowSeconds'),
  ],
]
