import { fieldsOf, listOf, stringOf } from './fields.ts'

/** The class of a Pod whose quantities are canonical. Source: kubernetes, pkg/apis/core/helper/qos. */
export function qualityOfService(pod: {
  readonly [name: string]: unknown
}): 'BestEffort' | 'Burstable' | 'Guaranteed' {
  const spec = fieldsOf(pod.spec)
  const containers = [...listOf(spec.containers), ...listOf(spec.initContainers)]
  const those = spec.resources === undefined ? containers : [spec]
  const amounts = those.map(each => {
    const { requests, limits } = fieldsOf(fieldsOf(each).resources)
    return ['cpu', 'memory'].map(name => [amountOf(requests, name), amountOf(limits, name)] as const)
  })
  if (amounts.flat(2).every(amount => amount === '')) return 'BestEffort'
  const isGuaranteed = amounts.flat().every(([request, limit]) => limit !== '' && request === limit)
  return isGuaranteed ? 'Guaranteed' : 'Burstable'
}

/** Empty where it is not set, or zero. */
function amountOf(list: unknown, name: string): string {
  const amount = stringOf(fieldsOf(list)[name])
  return amount === '0' ? '' : amount
}
