import type { ResourceInfo } from '../kube/index.ts'
import type { Problem } from './problem.ts'
import { type Rule, resourceMatches } from './rules.ts'
import { namesInWords } from './words.ts'

/** What discovery says, and which groups it could not tell about. */
export interface Served {
  readonly resources: readonly ResourceInfo[]
  /** Groups whose discovery failed: nothing can be said of their kinds. */
  readonly failedGroups: ReadonlySet<string>
  /** True for a dump, which may lack the definitions of kinds that the cluster has. */
  readonly isPartial?: boolean
}

/**
 * Kinds and versions that rules name and the server does not offer. Under `Equivalent` a version
 * that is not served still acts for a custom resource whose definition lists it, so such groups
 * are only judged under `Exact`.
 */
export function notServedProblem(
  rules: readonly Rule[],
  matchPolicy: string,
  served: Served,
): Problem | null {
  if (served.resources.length === 0 || served.isPartial) return null
  const missing = new Set<string>()
  // Groups that are not installed at all: ordinary beside rules that do act.
  const absent = new Set<string>()
  let live = 0
  for (const rule of rules) {
    for (const group of rule.apiGroups) {
      for (const resource of rule.resources) {
        const dead = deadVersions(rule, group, resource, matchPolicy, served)
        if (dead.length < rule.apiVersions.length) live += 1
        if (dead.length > 0 && !servesGroup(group, served)) absent.add(group)
        else
          for (const version of dead)
            missing.add(`${group === '' ? version : `${group}/${version}`} ${resource}`)
      }
    }
  }
  if (live === 0 && absent.size > 0) for (const group of absent) missing.add(`anything of ${group}`)
  if (missing.size === 0) return null
  const names = namesInWords([...missing])
  return live === 0
    ? {
        code: 'notServed',
        severity: 'warning',
        label: 'acts on nothing',
        title: 'It acts on nothing that the server offers',
        detail: `The server does not offer ${names}. No request can match a rule.`,
      }
    : {
        code: 'notServed',
        severity: 'warning',
        label: 'not served',
        title: 'Some rules name what the server does not offer',
        detail: `The server does not offer ${names}. Those rules never match.`,
      }
}

function servesGroup(group: string, served: Served): boolean {
  return served.resources.some(kind => kind.group === group)
}

function deadVersions(
  rule: Rule,
  group: string,
  resource: string,
  matchPolicy: string,
  served: Served,
): readonly string[] {
  if (group === '*' || served.failedGroups.has(group)) return []
  const [main = '', sub = ''] = resource.split('/')
  const kinds = served.resources.filter(
    kind => kind.group === group && resourceMatches(main, kind.resource, '') && offersSubresource(kind, sub),
  )
  if (kinds.length === 0) return rule.apiVersions
  if (matchPolicy !== 'Exact' && isCustomGroup(group)) return []
  return rule.apiVersions.filter(version => version !== '*' && !kinds.some(kind => kind.version === version))
}

// Subresources that discovery of aggregated or custom kinds leaves out are not held against a rule.
function offersSubresource(kind: ResourceInfo, sub: string): boolean {
  return (
    sub === '' ||
    sub === '*' ||
    kind.subresources.length === 0 ||
    kind.subresources.some(each => each.name === sub)
  )
}

// Groups of Kubernetes itself have no dot, or end in `.k8s.io` and are not those of SIG projects
// installed as custom resources; of the latter only the well-known ones matter here.
export function isCustomGroup(group: string): boolean {
  if (!group.includes('.')) return false
  return !/^(admissionregistration|apiextensions|apiregistration|apps|authentication|authorization|autoscaling|batch|certificates|coordination|discovery|events|flowcontrol\.apiserver|internal\.apiserver|networking|node|policy|rbac\.authorization|resource|scheduling|storage|storagemigration)\.k8s\.io$/.test(
    group,
  )
}
