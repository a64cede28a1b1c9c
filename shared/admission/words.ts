import { operations, type Rule } from './rules.ts'

/** How many resources a line names before it counts the rest. */
const namedResources = 3

/**
 * Rules as one line: `create, update pods`, `everything`, `create pods, services +4`.
 * Rules of the same operations are told together.
 */
export function rulesInWords(rules: readonly Rule[]): string {
  const byOperations = new Map<string, Set<string>>()
  for (const rule of rules) {
    const verbs = operationsInWords(rule.operations)
    const things = byOperations.get(verbs) ?? new Set<string>()
    for (const thing of thingsOf(rule)) things.add(thing)
    byOperations.set(verbs, things)
  }
  return [...byOperations].map(([verbs, things]) => sentence(verbs, [...things])).join('; ')
}

/** The resources of rules without their operations: `pods, deployments`. */
export function resourcesInWords(rules: readonly Rule[]): string {
  return shortened([...new Set(rules.flatMap(thingsOf))])
}

function sentence(verbs: string, things: readonly string[]): string {
  const named = shortened(things)
  if (verbs === '') return named
  if (verbs === 'any operation') return named === 'everything' ? named : `any operation on ${named}`
  return `${verbs} ${named}`
}

function shortened(things: readonly string[]): string {
  if (things.includes('everything')) return 'everything'
  const shown = things.slice(0, namedResources).join(', ')
  return things.length > namedResources ? `${shown} +${things.length - namedResources}` : shown
}

function operationsInWords(list: readonly string[]): string {
  if (list.includes('*') || operations.every(each => list.includes(each))) return 'any operation'
  const known = operations.filter(each => list.includes(each)) as readonly string[]
  const others = list.filter(each => !known.includes(each))
  return [...known.map(each => each.toLowerCase()), ...others].join(', ')
}

function thingsOf(rule: Rule): readonly string[] {
  const everyGroup = rule.apiGroups.includes('*')
  const [first = '', ...others] = rule.apiGroups
  const groups = `${first || 'the core group'}${others.length > 0 ? ` +${others.length}` : ''}`
  return rule.resources.map(resource => {
    const names = rule.resourceNames.length > 0 ? ` named ${rule.resourceNames.join(', ')}` : ''
    if (resource === '*/*') return everyGroup ? `everything${names}` : `everything in ${groups}${names}`
    if (resource === '*') {
      return everyGroup ? `everything but subresources${names}` : `every resource of ${groups}${names}`
    }
    if (resource.startsWith('*/'))
      return `${resource.slice(2)} of ${everyGroup ? 'everything' : groups}${names}`
    if (resource.endsWith('/*')) return `${resource.slice(0, -2)} with subresources${names}`
    return `${resource}${names}`
  })
}

/** The scope of rules where it narrows: `cluster-scoped only`, `namespaced only`, else empty. */
export function scopeInWords(rules: readonly Rule[]): string {
  const scopes = new Set(rules.map(rule => rule.scope))
  if (scopes.size !== 1) return ''
  if (scopes.has('Cluster')) return 'cluster-scoped only'
  return scopes.has('Namespaced') ? 'namespaced only' : ''
}

/** One line of the rule matrix. */
export interface MatrixRow {
  readonly resource: string
  /** Groups, `core` for the core group. */
  readonly groups: string
  readonly versions: string
  readonly scope: string
  readonly names: string
  /** True where the operation is matched, in the order of `operations`. */
  readonly matches: readonly boolean[]
}

/**
 * Rules as a table of resources against operations; equal resources are one line.
 * @param never operations that never match, as DELETE for mutating policies
 */
export function ruleMatrix(rules: readonly Rule[], never: readonly string[] = []): readonly MatrixRow[] {
  const rows = new Map<string, MatrixRow>()
  for (const rule of rules) {
    const matches = operations.map(
      each => !never.includes(each) && (rule.operations.includes('*') || rule.operations.includes(each)),
    )
    for (const resource of rule.resources) {
      const row = {
        resource,
        groups: rule.apiGroups.map(group => group || 'core').join(', '),
        versions: rule.apiVersions.join(', '),
        scope: rule.scope,
        names: rule.resourceNames.join(', '),
        matches,
      }
      const key = [row.resource, row.groups, row.versions, row.scope, row.names].join('|')
      const earlier = rows.get(key)
      const joined = earlier?.matches.map((match, at) => match || matches[at] === true) ?? matches
      rows.set(key, { ...row, matches: joined })
    }
  }
  return [...rows.values()]
}

/** `a`, `a and b`, `a, b and 3 more`. */
export function namesInWords(names: readonly string[], limit = 4): string {
  if (names.length <= 1) return names[0] ?? ''
  if (names.length > limit) return `${names.slice(0, limit).join(', ')} and ${names.length - limit} more`
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
