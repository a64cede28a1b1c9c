import type { ContextId } from '../../../shared/kube/index.ts'
import { addressOf, useDiscovery } from '../../live/index.ts'
import { type RuleShape, ruleRequests } from './ruleRequests.ts'

export interface RequestLinksProps {
  readonly context: ContextId
  readonly rules: readonly RuleShape[]
}

const most = 3

/** Links to the way of requests that some rules take. */
export function RequestLinks({ context, rules }: RequestLinksProps) {
  const requests = ruleRequests(rules, useDiscovery(context), most)
  if (requests.length === 0) return <a href={addressOf.pipeline(context)}>choose a kind</a>
  return requests.map(({ operation, info, subresource }, at) => {
    const resource = { group: info.group, version: info.version, resource: info.resource }
    const what = subresource === '' ? info.resource : `${info.resource}/${subresource}`
    return (
      <span key={`${info.group} ${what}`}>
        {at > 0 && ', '}
        <a href={addressOf.pipeline(context, { operation, resource, subresource })}>
          {`${operation.toLowerCase()} ${what}`}
        </a>
      </span>
    )
  })
}
