import type { ResourceInfo } from '../kube/index.ts'
import { fieldsOf, listOf, stringsOf, textSetting } from './fields.ts'

/** One rule of a webhook or of matchConstraints. */
export interface Rule {
  readonly operations: readonly string[]
  readonly apiGroups: readonly string[]
  readonly apiVersions: readonly string[]
  /** `pods`, `pods/exec`, `pods/*`, `*`, `*` + `/scale`, `*` + `/*`. */
  readonly resources: readonly string[]
  /** Empty: every name. Webhooks have none. */
  readonly resourceNames: readonly string[]
  /** `*`, `Namespaced`, `Cluster`. */
  readonly scope: string
}

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'
export const operations: readonly Operation[] = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT']

/** What a rule is compared with. */
export interface RequestShape {
  readonly operation: string
  readonly group: string
  /** Empty: any version, as matchPolicy Equivalent finds another one that is served. */
  readonly version: string
  readonly resource: string
  /** Empty for the resource itself. */
  readonly subresource: string
  readonly namespaced: boolean
}

export function readRules(value: unknown): readonly Rule[] {
  return listOf(value).map(entry => {
    const fields = fieldsOf(entry)
    return {
      operations: stringsOf(fields.operations),
      apiGroups: stringsOf(fields.apiGroups),
      apiVersions: stringsOf(fields.apiVersions),
      resources: stringsOf(fields.resources),
      resourceNames: stringsOf(fields.resourceNames),
      scope: textSetting(fields.scope, '*').value,
    }
  })
}

/** Source of the rule: apiserver, admission/plugin/webhook/predicates/rules. Names are not compared. */
export function ruleMatches(rule: Rule, request: RequestShape): boolean {
  return (
    holds(rule.operations, request.operation) &&
    holds(rule.apiGroups, request.group) &&
    (request.version === '' || holds(rule.apiVersions, request.version)) &&
    scopeMatches(rule.scope, request) &&
    rule.resources.some(pattern => resourceMatches(pattern, request.resource, request.subresource))
  )
}

function holds(list: readonly string[], value: string): boolean {
  return list.includes('*') || list.includes(value)
}

// Namespaces count as cluster-scoped, although a request for one carries its name as namespace.
function scopeMatches(scope: string, request: RequestShape): boolean {
  if (scope === '*') return true
  const isNamespace = request.group === '' && request.resource === 'namespaces'
  const namespaced = request.namespaced && !isNamespace
  return scope === 'Namespaced' ? namespaced : scope === 'Cluster' && !namespaced
}

/** `pods/*` covers pods too; `*` covers no subresource; `*` + `/*` everything. */
export function resourceMatches(pattern: string, resource: string, subresource: string): boolean {
  const slash = pattern.indexOf('/')
  const main = slash < 0 ? pattern : pattern.slice(0, slash)
  const sub = slash < 0 ? '' : pattern.slice(slash + 1)
  return (main === '*' || main === resource) && (sub === subresource || (slash >= 0 && sub === '*'))
}

/** What a pattern with a wildcard stands for, in words; empty for a plain name. */
export function patternInWords(pattern: string): string {
  if (pattern === '*/*') return 'every resource and subresource'
  if (pattern === '*') return 'every resource, no subresources'
  const slash = pattern.indexOf('/')
  if (slash < 0) return ''
  const main = pattern.slice(0, slash)
  const sub = pattern.slice(slash + 1)
  if (sub === '*') return `${main} and all subresources of it`
  return main === '*' ? `${sub} of every resource` : ''
}

/** Served resources and subresources that a rule covers, e.g. `pods`, `pods/exec`; sorted, each once. */
export function expandRule(rule: Rule, served: readonly ResourceInfo[]): readonly string[] {
  const found = new Set<string>()
  for (const info of served) {
    if (!holds(rule.apiGroups, info.group)) continue
    for (const subresource of ['', ...info.subresources.map(each => each.name)]) {
      const shape = {
        operation: rule.operations[0] ?? '',
        group: info.group,
        version: '',
        resource: info.resource,
        subresource,
        namespaced: info.namespaced,
      }
      if (ruleMatches(rule, shape)) {
        found.add(subresource === '' ? info.resource : `${info.resource}/${subresource}`)
      }
    }
  }
  return [...found].sort()
}
