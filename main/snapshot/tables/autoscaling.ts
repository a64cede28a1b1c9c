import { ageCell } from './duration.ts'
import { at, integer, list, shortened, text } from './fields.ts'
import type { Printer } from './print.ts'

/** `cpu: 45%/80%` for each metric, two of them at most. */
function metricsCell(specs: readonly unknown[], statuses: readonly unknown[]): string {
  if (specs.length === 0) return '<none>'
  return shortened(
    specs.map((spec, index) => metricCell(spec, statuses[index])),
    2,
    ', ',
  )
}

function metricCell(spec: unknown, status: unknown): string {
  switch (at(spec, 'type')) {
    case 'Resource':
      return resourceMetric(at(spec, 'resource'), at(status, 'resource'))
    case 'ContainerResource':
      return resourceMetric(at(spec, 'containerResource'), at(status, 'containerResource'))
    case 'Pods':
      return averageOrValue(at(spec, 'pods'), at(status, 'pods'))
    case 'Object':
      return averageOrValue(at(spec, 'object'), at(status, 'object'))
    case 'External':
      return averageOrValue(at(spec, 'external'), at(status, 'external'))
    default:
      return '<unknown type>'
  }
}

function resourceMetric(spec: unknown, status: unknown): string {
  const name = text(at(spec, 'name'))
  const average = at(spec, 'target', 'averageValue')
  if (average !== undefined)
    return `${name}: ${text(at(status, 'current', 'averageValue'), '<unknown>')}/${text(average)}`
  const current = at(status, 'current', 'averageUtilization')
  const target = at(spec, 'target', 'averageUtilization')
  const percent = (value: unknown, fallback: string): string =>
    typeof value === 'number' ? `${value}%` : fallback
  return `${name}: ${percent(current, '<unknown>')}/${percent(target, '<auto>')}`
}

function averageOrValue(spec: unknown, status: unknown): string {
  const average = at(spec, 'target', 'averageValue')
  if (average !== undefined)
    return `${text(at(status, 'current', 'averageValue'), '<unknown>')}/${text(average)} (avg)`
  return `${text(at(status, 'current', 'value'), '<unknown>')}/${text(at(spec, 'target', 'value'))}`
}

const printAutoscaler: Printer = (object, now) => [
  `${text(at(object, 'spec', 'scaleTargetRef', 'kind'))}/${text(at(object, 'spec', 'scaleTargetRef', 'name'))}`,
  metricsCell(list(at(object, 'spec', 'metrics')), list(at(object, 'status', 'currentMetrics'))),
  text(at(object, 'spec', 'minReplicas'), '<unset>'),
  integer(at(object, 'spec', 'maxReplicas')),
  integer(at(object, 'status', 'currentReplicas')),
  ageCell(object.metadata.creationTimestamp, now),
]

export const autoscalingPrinters: Readonly<Record<string, Printer>> = {
  'autoscaling/horizontalpodautoscalers': printAutoscaler,
}
