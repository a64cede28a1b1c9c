import { type Fields, fieldsOf, listOf, stringOf, stringsOf } from '../fields.ts'
import {
  duplicate,
  type FieldProblem,
  invalid,
  notSupported,
  pathSegmentFaults,
  required,
} from '../schema/index.ts'

const operations: readonly string[] = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE']
const scopes: readonly string[] = ['*', 'Cluster', 'Namespaced']

/** Faults of a text of which only some are known; an absent one is for the caller to judge. */
export function oneOf(value: unknown, known: readonly string[], field: string): readonly FieldProblem[] {
  if (value === undefined || value === null) return []
  return known.includes(stringOf(value)) ? [] : [notSupported(field, value, known)]
}

/** Faults of a rule of a webhook: operations, groups, versions, resources and scope. */
export function ruleProblems(rule: Fields, field: string): readonly FieldProblem[] {
  const asked = stringsOf(rule.operations)
  const found: FieldProblem[] = []
  if (asked.length === 0) found.push(required(`${field}.operations`))
  found.push(...aloneProblems(asked, `${field}.operations`, 'operations'))
  for (const [at, operation] of asked.entries())
    found.push(...oneOf(operation, operations, `${field}.operations[${at}]`))
  const groups = stringsOf(rule.apiGroups)
  if (groups.length === 0) found.push(required(`${field}.apiGroups`))
  found.push(...aloneProblems(groups, `${field}.apiGroups`, 'API groups'))
  const versions = stringsOf(rule.apiVersions)
  if (versions.length === 0) found.push(required(`${field}.apiVersions`))
  found.push(...aloneProblems(versions, `${field}.apiVersions`, 'API versions'))
  for (const [at, version] of versions.entries())
    if (version === '') found.push(required(`${field}.apiVersions[${at}]`))
  return [
    ...found,
    ...resourceProblems(stringsOf(rule.resources), `${field}.resources`),
    ...oneOf(rule.scope, scopes, `${field}.scope`),
  ]
}

/** A wildcard stands alone. */
function aloneProblems(values: readonly string[], field: string, what: string): readonly FieldProblem[] {
  return values.length > 1 && values.includes('*')
    ? [invalid(field, values, `if '*' is present, must not specify other ${what}`)]
    : []
}

function resourceProblems(resources: readonly string[], field: string): readonly FieldProblem[] {
  const found: FieldProblem[] = resources.length === 0 ? [required(field)] : []
  const ofAllParts = new Set<string>()
  const partsOfAll = new Set<string>()
  // As the server keeps it: the last resource without a part decides.
  let hasPlain = false
  for (const [at, resource] of resources.entries()) {
    const slash = resource.indexOf('/')
    if (resource === '') found.push(required(`${field}[${at}]`))
    else if (slash < 0) hasPlain = resource !== '*'
    else {
      const [main, part] = [resource.slice(0, slash), resource.slice(slash + 1)]
      const beside = (wildcard: string): FieldProblem =>
        invalid(`${field}[${at}]`, resource, `if '${wildcard}' is present, must not specify ${resource}`)
      if (ofAllParts.has(main)) found.push(beside(`${main}/*`))
      if (partsOfAll.has(part)) found.push(beside(`*/${part}`))
      if (part === '*') ofAllParts.add(main)
      if (main === '*') partsOfAll.add(part)
    }
  }
  if (resources.length > 1 && resources.includes('*/*'))
    found.push(invalid(field, resources, "if '*/*' is present, must not specify other resources"))
  if (hasPlain && resources.includes('*')) {
    const text = "if '*' is present, must not specify other resources without subresources"
    found.push(invalid(field, resources, text))
  }
  return found
}

/** Faults of the rules of a policy or binding, which may name objects. */
export function namedRuleProblems(rules: unknown, field: string): readonly FieldProblem[] {
  return listOf(rules).flatMap((each, at) => {
    const rule = fieldsOf(each)
    const names = stringsOf(rule.resourceNames)
    const ofNames = names.flatMap((name, index) => {
      const where = `${field}[${at}].resourceNames[${index}]`
      const faults = pathSegmentFaults(name).map(fault => invalid(where, name, fault))
      return names.indexOf(name) < index ? [...faults, duplicate(where, name)] : faults
    })
    return [...ofNames, ...ruleProblems(rule, `${field}[${at}]`)]
  })
}
