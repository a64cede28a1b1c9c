import { parseQuantity } from '../quantity.ts'
import { emptyFields, type Fields, type Value } from '../read.ts'
import { found, text } from './rule.ts'

/** Metrics of autoscalers and their states, from version 1 to version 2 and back. */

/** Conversions by the kind of a metric. */
type ByKind = Readonly<Record<string, (fields: Fields) => Fields>>

/** Fields of a struct, without those that are nil. */
export function made(fields: Readonly<Record<string, Value | undefined>>): Fields {
  const all = emptyFields()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== '') all[name] = value
  return all
}

const identifier = (source: Fields, selector = 'selector'): Fields =>
  made({ name: text(source.metricName), selector: source[selector] })
const isNothing = (amount: Value | undefined): boolean =>
  amount === undefined || parseQuantity(text(amount))?.unscaled === 0n

export const metricOf: ByKind = {
  object: source => {
    const isAverage = source.averageValue !== undefined
    const value = isAverage && isNothing(source.targetValue) ? undefined : (source.targetValue ?? '0')
    const type = isAverage ? 'AverageValue' : 'Value'
    return made({
      describedObject: source.target,
      target: made({ type, value, averageValue: source.averageValue }),
      metric: identifier(source),
    })
  },
  pods: source =>
    made({
      target: made({ type: 'AverageValue', averageValue: source.targetAverageValue ?? '0' }),
      metric: identifier(source),
    }),
  resource: source =>
    made({
      name: source.name,
      container: source.container,
      target: made({
        type: source.targetAverageUtilization === undefined ? 'AverageValue' : 'Utilization',
        averageValue: source.targetAverageValue,
        averageUtilization: source.targetAverageUtilization,
      }),
    }),
  external: source =>
    made({
      target: made({
        type: source.targetValue === undefined ? 'AverageValue' : 'Value',
        value: source.targetValue,
        averageValue: source.targetAverageValue,
      }),
      metric: identifier(source, 'metricSelector'),
    }),
}

export const statusOf: ByKind = {
  object: status =>
    made({
      current: made({ value: status.currentValue ?? '0', averageValue: status.averageValue }),
      describedObject: status.target,
      metric: identifier(status),
    }),
  pods: status =>
    made({ current: made({ averageValue: status.currentAverageValue ?? '0' }), metric: identifier(status) }),
  resource: status =>
    made({
      name: status.name,
      container: status.container,
      current: made({
        averageValue: status.currentAverageValue ?? '0',
        averageUtilization: status.currentAverageUtilization,
      }),
    }),
  external: status =>
    made({
      current: made({ value: status.currentValue ?? '0', averageValue: status.currentAverageValue }),
      metric: identifier(status, 'metricSelector'),
    }),
}

const named = (fields: Fields, name: string): Fields => found(fields, name) ?? emptyFields()

/** Of version 1: what is aimed at stands under names that begin with `target`, what there is with `current`. */
const oldOf = (part: 'target' | 'current'): ByKind => {
  const value = (fields: Fields): Value | undefined => named(fields, part).value
  const average = (fields: Fields): Value | undefined => named(fields, part).averageValue
  return {
    object: fields =>
      made({
        target: fields.describedObject,
        metricName: named(fields, 'metric').name,
        [`${part}Value`]: value(fields),
        selector: named(fields, 'metric').selector,
        averageValue: average(fields),
      }),
    pods: fields =>
      made({
        metricName: named(fields, 'metric').name,
        [`${part}AverageValue`]: average(fields),
        selector: named(fields, 'metric').selector,
      }),
    resource: fields =>
      made({
        name: fields.name,
        container: fields.container,
        [`${part}AverageUtilization`]: named(fields, part).averageUtilization,
        [`${part}AverageValue`]: average(fields),
      }),
    external: fields =>
      made({
        metricName: named(fields, 'metric').name,
        metricSelector: named(fields, 'metric').selector,
        [`${part}Value`]: value(fields),
        [`${part}AverageValue`]: average(fields),
      }),
  }
}

export const oldMetricOf = oldOf('target')
export const oldStatusOf = oldOf('current')

/** One metric, whichever of its kinds are there. */
export function converted(metric: Fields, by: ByKind): Fields {
  const all = emptyFields()
  if (metric.type !== undefined) all.type = metric.type
  for (const kind of ['object', 'pods', 'resource', 'containerResource', 'external']) {
    const source = found(metric, kind)
    const convert = by[kind === 'containerResource' ? 'resource' : kind]
    if (source !== undefined && convert !== undefined) all[kind] = convert(source)
  }
  return all
}
