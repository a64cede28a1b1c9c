import type { Rule } from '../rules.ts'

/** Whether a rule takes all that another takes. Versions count as written. */
export function covers(rule: Rule, other: Rule): boolean {
  return (
    every(
      other.operations,
      each => holds(rule.operations, each) || (each === '*' && hasAll(rule.operations)),
    ) &&
    every(other.apiGroups, each => holds(rule.apiGroups, each)) &&
    every(other.apiVersions, each => holds(rule.apiVersions, each)) &&
    every(other.resources, each => rule.resources.some(pattern => coversPattern(pattern, each))) &&
    (rule.scope === '*' || rule.scope === other.scope) &&
    (rule.resourceNames.length === 0 ||
      (other.resourceNames.length > 0 &&
        other.resourceNames.every(name => rule.resourceNames.includes(name))))
  )
}

/** Whether some request could match both rules; versions are left aside, as Equivalent does. */
export function canMeet(a: Rule, b: Rule): boolean {
  return (
    meet(a.operations, b.operations) &&
    meet(a.apiGroups, b.apiGroups) &&
    a.resources.some(left => b.resources.some(right => patternsMeet(left, right))) &&
    (a.scope === '*' || b.scope === '*' || a.scope === b.scope) &&
    (a.resourceNames.length === 0 ||
      b.resourceNames.length === 0 ||
      a.resourceNames.some(name => b.resourceNames.includes(name)))
  )
}

function every(list: readonly string[], claim: (value: string) => boolean): boolean {
  return list.length > 0 && list.every(claim)
}

function holds(list: readonly string[], value: string): boolean {
  return list.includes('*') || list.includes(value)
}

function hasAll(operations: readonly string[]): boolean {
  return ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'].every(each => operations.includes(each))
}

function meet(a: readonly string[], b: readonly string[]): boolean {
  return a.some(each => holds(b, each)) || b.some(each => holds(a, each))
}

interface Parts {
  readonly main: string
  readonly sub: string
}

function partsOf(pattern: string): Parts {
  const slash = pattern.indexOf('/')
  return slash < 0
    ? { main: pattern, sub: '' }
    : { main: pattern.slice(0, slash), sub: pattern.slice(slash + 1) }
}

// A subresource of `*` covers the resource itself too.
function coversPattern(pattern: string, other: string): boolean {
  const [a, b] = [partsOf(pattern), partsOf(other)]
  return (a.main === '*' || a.main === b.main) && (a.sub === '*' || a.sub === b.sub)
}

function patternsMeet(left: string, right: string): boolean {
  const [a, b] = [partsOf(left), partsOf(right)]
  const mains = a.main === '*' || b.main === '*' || a.main === b.main
  return mains && (a.sub === '*' || b.sub === '*' || a.sub === b.sub)
}
