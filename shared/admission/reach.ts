import { isNotInDump } from '../errors/index.ts'
import type { ResourceInfo } from '../kube/index.ts'
import { counted } from '../words/index.ts'
import { gapOf, itemsOf, type Known } from './known.ts'
import { identityOf, type ObjectIdentity } from './meta.ts'
import { type Rule, resourceMatches } from './rules.ts'
import {
  isEmptySelector,
  type LabelSelector,
  namespacesInWords,
  objectsInWords,
  selectorMatches,
} from './selectors.ts'
import type { Served } from './served.ts'
import { resourcesInWords } from './words.ts'

/** What a policy with a binding, or a webhook, gets to see. */
export interface Reach {
  /** Namespaces and objects in words, e.g. `namespaces team ∈ shop, payments; objects app = web`. */
  readonly where: string
  /** Resources in words. */
  readonly what: string
  /** Namespaces of today, sorted; `null` when they may not be read or none can be concerned. */
  readonly namespaces: readonly string[] | null
  /** True when every namespace of today is reached. */
  readonly everyNamespace: boolean
  readonly namespacedKinds: boolean
  readonly clusterScopedKinds: boolean
  /** One line on what is reached today. */
  readonly today: string
}

/** What is needed of the cluster to tell a reach; read once for many reaches. */
export interface Surroundings {
  /** `null` while they are not known. */
  readonly namespaces: readonly ObjectIdentity[] | null
  /** Why there are none, in a few words. */
  readonly namespacesAway: string
  readonly served: Served
  /** Names of the namespaces that a selector takes; many webhooks share their selectors. */
  readonly selected: (selector: LabelSelector) => ReadonlySet<string>
}

export function surroundingsOf(namespaces: Known, served: Served): Surroundings {
  const identities = namespaces.state === 'known' ? itemsOf(namespaces).map(identityOf) : null
  const known = new Map<string, ReadonlySet<string>>()
  return {
    namespaces: identities,
    namespacesAway: isNotInDump(gapOf(namespaces))
      ? 'namespaces are not in the dump'
      : 'namespaces may not be read',
    served,
    selected: selector => {
      const key = JSON.stringify(selector)
      const found = known.get(key) ?? namesSelected(selector, identities ?? [])
      known.set(key, found)
      return found
    },
  }
}

function namesSelected(selector: LabelSelector, namespaces: readonly ObjectIdentity[]): ReadonlySet<string> {
  return new Set(
    namespaces.filter(each => selectorMatches(selector, each.labels) === true).map(each => each.name),
  )
}

export interface Matcher {
  readonly namespaceSelector: LabelSelector
  readonly objectSelector: LabelSelector
  readonly rules: readonly Rule[]
}

/** Everything that all matchers let through; a matcher without rules does not narrow them. */
export function reachOf(matchers: readonly Matcher[], cluster: Surroundings): Reach {
  const scopes = matchers.map(each => kindScopes(each.rules, cluster.served.resources))
  const namespacedKinds = scopes.every(each => each.namespaced)
  const clusterScopedKinds = scopes.every(each => each.cluster)
  const identities = cluster.namespaces ?? []
  const isKnown = cluster.namespaces !== null && namespacedKinds
  const selected = matchers.map(each => cluster.selected(each.namespaceSelector))
  const reached = identities.filter(each => selected.every(names => names.has(each.name)))
  const namespaces = isKnown ? reached.map(each => each.name).sort() : null
  const everyNamespace = isKnown && reached.length === identities.length
  const rules = matchers.map(each => each.rules).filter(each => each.length > 0)
  const reach = {
    where: whereInWords(matchers, namespacedKinds),
    what: rules.length === 0 ? 'nothing' : rules.map(resourcesInWords).join(', of those '),
    namespaces,
    everyNamespace,
    namespacedKinds,
    clusterScopedKinds,
  }
  const isServed =
    cluster.served.resources.length === 0 ||
    cluster.served.isPartial === true ||
    matchers.every(each => servesAny(each.rules, cluster.served.resources))
  return {
    ...reach,
    today: isServed ? todayInWords(reach, cluster.namespacesAway) : 'no kind that is served',
  }
}

// Cluster-scoped requests pass every namespaceSelector.
function whereInWords(matchers: readonly Matcher[], namespacedKinds: boolean): string {
  const narrowing = matchers.map(each => each.namespaceSelector).filter(each => !isEmptySelector(each))
  const selectors = [...new Set(narrowing.map(namespacesInWords))]
  const namespaces = !namespacedKinds
    ? 'cluster-scoped objects'
    : selectors.length === 0
      ? 'every namespace'
      : selectors.join(', of those ')
  const objects = matchers.map(each => each.objectSelector).filter(each => !isEmptySelector(each))
  return [namespaces, ...new Set(objects.map(objectsInWords))].join('; ')
}

function todayInWords(reach: Omit<Reach, 'today'>, namespacesAway: string): string {
  if (!reach.namespacedKinds) return 'cluster-scoped objects'
  const also = reach.clusterScopedKinds ? ' and cluster-scoped objects' : ''
  if (reach.namespaces === null) return `${namespacesAway}${also}`
  const count = reach.namespaces.length
  if (count === 0)
    return reach.clusterScopedKinds ? 'no namespace, cluster-scoped objects only' : 'no namespace today'
  return `${reach.everyNamespace ? 'all ' : ''}${counted(count, 'namespace')}${also}`
}

function servesAny(rules: readonly Rule[], served: readonly ResourceInfo[]): boolean {
  return (
    rules.length === 0 ||
    rules.some(rule => rule.resources.some(pattern => servedFor(rule, pattern, served).length > 0))
  )
}

interface KindScopes {
  readonly namespaced: boolean
  readonly cluster: boolean
}

/** Which scopes rules can concern. A kind that is not served may be of either. */
function kindScopes(rules: readonly Rule[], served: readonly ResourceInfo[]): KindScopes {
  if (rules.length === 0) return { namespaced: true, cluster: true }
  const scopes = rules.map(rule => scopesOfRule(rule, served))
  return { namespaced: scopes.some(each => each.namespaced), cluster: scopes.some(each => each.cluster) }
}

function scopesOfRule(rule: Rule, served: readonly ResourceInfo[]): KindScopes {
  if (rule.scope === 'Namespaced') return { namespaced: true, cluster: false }
  // A Namespace request carries its own name as namespace, so selectors do apply to it.
  const namesNamespaces = rule.apiGroups.includes('') && rule.resources.includes('namespaces')
  if (rule.scope === 'Cluster') return { namespaced: namesNamespaces, cluster: true }
  const kinds = rule.resources.flatMap(pattern => servedFor(rule, pattern, served))
  if (kinds.length === 0) return { namespaced: true, cluster: true }
  return {
    namespaced: namesNamespaces || kinds.some(kind => kind.namespaced),
    cluster: kinds.some(kind => !kind.namespaced),
  }
}

function servedFor(rule: Rule, pattern: string, served: readonly ResourceInfo[]): readonly ResourceInfo[] {
  const slash = pattern.indexOf('/')
  const main = slash < 0 ? pattern : pattern.slice(0, slash)
  return served.filter(
    kind =>
      (rule.apiGroups.includes('*') || rule.apiGroups.includes(kind.group)) &&
      resourceMatches(main, kind.resource, ''),
  )
}
