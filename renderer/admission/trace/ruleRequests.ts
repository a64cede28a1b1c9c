import type { Discovery, TraceQuestion } from '../../../shared/ipc/index.ts'
import type { ResourceInfo } from '../../../shared/kube/index.ts'

/** As much of a rule of a policy or a webhook as tells what it is about. */
export interface RuleShape {
  readonly operations: readonly string[]
  readonly apiGroups: readonly string[]
  readonly apiVersions: readonly string[]
  readonly resources: readonly string[]
}

/** A request that a rule takes. */
export interface RuleRequest {
  readonly operation: TraceQuestion['operation']
  readonly info: ResourceInfo
  readonly subresource: string
}

/** A few requests that the rules name, each kind once; a wildcard names none. */
export function ruleRequests(
  rules: readonly RuleShape[],
  discovery: Discovery | null,
  most: number,
): readonly RuleRequest[] {
  const found = new Map<string, RuleRequest>()
  for (const rule of rules)
    for (const pattern of rule.resources) {
      const [resource = '', subresource = ''] = pattern.split('/')
      if (found.size >= most || resource === '*' || subresource === '*') continue
      const info = servedBy(rule, resource, discovery)
      if (info === null) continue
      const key = `${info.group}/${info.resource}/${subresource}`
      if (!found.has(key)) found.set(key, { operation: operationOf(rule), info, subresource })
    }
  return [...found.values()]
}

function servedBy(
  { apiGroups, apiVersions }: RuleShape,
  resource: string,
  discovery: Discovery | null,
): ResourceInfo | null {
  const same = (discovery?.resources ?? []).filter(
    info =>
      info.resource === resource &&
      (apiGroups.includes('*') || apiGroups.includes(info.group)) &&
      (apiVersions.includes('*') || apiVersions.includes(info.version)),
  )
  return same.find(info => info.preferred) ?? same[0] ?? null
}

const operations = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const

function operationOf(rule: RuleShape): TraceQuestion['operation'] {
  return operations.find(each => rule.operations.includes(each)) ?? 'CREATE'
}
