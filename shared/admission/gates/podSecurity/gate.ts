import type { JsonObject } from '../../../cel/kubernetes/index.ts'
import type { TraceRequest, TraceStep, World } from '../../trace/types.ts'
import type { Gate, GateResult } from '../gate.ts'
import { fieldOf, isSet, objectOf, objectsAt, textAt } from '../json.ts'
import { findObject } from '../lookups.ts'
import { dependsOnContent, notKnown, passed, stepOf, unconcerned } from '../plugin.ts'
import { forbidden } from '../statuses.ts'
import { violations, violationsInWords } from './evaluate.ts'
import { labelPrefix, levelText, type PodSecurityPolicy, readPolicy } from './levels.ts'
import { namespaceLabels, plugin } from './namespaces.ts'
import { type CheckedPod, checkedPod } from './pod.ts'

const namespaceKind = { group: '', version: 'v1', kind: 'Namespace' }
/** Subresources of pods that change nothing of what is checked. */
const ignoredSubresources: ReadonlySet<string> = new Set([
  ...['exec', 'attach', 'binding', 'eviction', 'log', 'portforward', 'proxy', 'status'],
])
const unknownConfiguration =
  'PodSecurity exempts no user, namespace or runtime class and has no defaults, unless the server was configured otherwise.'

/** Where the template of a pod is in the kinds that have one. */
const templates: ReadonlyMap<string, readonly string[]> = new Map([
  ['/podtemplates', ['template']],
  ['batch/cronjobs', ['spec', 'jobTemplate', 'spec', 'template']],
  ...[
    '/replicationcontrollers',
    'apps/deployments',
    'apps/replicasets',
    'apps/statefulsets',
    'apps/daemonsets',
    'batch/jobs',
  ].map((resource): readonly [string, readonly string[]] => [resource, ['spec', 'template']]),
])

/**
 * Pods are held against the levels of their namespace; templates of pods are only warned of and audited.
 * Source: k8s.io/pod-security-admission, admission/admission.go.
 */
export const podSecurity: Gate = {
  plugin,
  run: (request, object, world) => {
    const isWrite = request.operation === 'CREATE' || request.operation === 'UPDATE'
    const { group, resource } = request.resource
    if (!isWrite || object === null) return unconcerned(object)
    if (group === '' && resource === 'namespaces')
      return request.subresource === '' ? namespaceLabels(request, object, world) : unconcerned(object)
    if (group === '' && resource === 'pods') return pods(request, object, world)
    const path = templates.get(`${group}/${resource}`)
    if (path === undefined || request.subresource !== '') return unconcerned(object)
    return template(request, object, world, path)
  },
}

function pods(request: TraceRequest, object: JsonObject, world: World): GateResult {
  if (ignoredSubresources.has(request.subresource)) return unconcerned(object)
  return withPolicy(request, object, world, policy => {
    const { enforce, audit, warn, errors } = policy
    const isFree = [enforce, audit, warn].every(({ level }) => level === 'privileged')
    if (errors.length === 0 && isFree)
      return {
        ...passed(plugin, object, `Namespace ${request.namespace} enforces nothing (privileged).`, {
          name: request.namespace,
        }),
        auditAnnotations: { [`${labelPrefix}enforce-policy`]: 'privileged:latest' },
        assumptions: [unknownConfiguration],
      }
    if (!request.isObjectKnown)
      return dependsOnContent(plugin, object, `It depends on the pod: ${levelText(enforce)} is enforced`)
    if (request.operation === 'UPDATE' && !isSignificant(object, objectOf(request.oldObject)))
      return passed(plugin, object, 'No image and no container changes, so the pod is not looked at.', {
        name: request.namespace,
      })
    const metadata = objectOf(fieldOf(object, 'metadata'))
    const pod = checkedPod(metadata, objectOf(fieldOf(object, 'spec')))
    return evaluate(request, object, world, policy, pod, true)
  })
}

function template(
  request: TraceRequest,
  object: JsonObject,
  world: World,
  path: readonly string[],
): GateResult {
  return withPolicy(request, object, world, policy => {
    const { audit, warn, errors } = policy
    if (errors.length === 0 && audit.level === 'privileged' && warn.level === 'privileged')
      return unconcerned(object)
    if (!request.isObjectKnown)
      return dependsOnContent(plugin, object, `It depends on the pod template: ${levelText(warn)} warns`)
    const owner = path.slice(0, -1).reduce((part, name) => objectOf(fieldOf(part, name)), object)
    const last = path.at(-1) ?? ''
    // Only the template of a replication controller is optional.
    if (!isSet(owner, last)) return unconcerned(object)
    const found = objectOf(fieldOf(owner, last))
    const pod = checkedPod(objectOf(fieldOf(found, 'metadata')), objectOf(fieldOf(found, 'spec')))
    return evaluate(request, object, world, policy, pod, false)
  })
}

function withPolicy(
  request: TraceRequest,
  object: JsonObject,
  world: World,
  decide: (policy: PodSecurityPolicy) => GateResult,
): GateResult {
  const found = findObject(world, namespaceKind, '', request.namespace)
  if (found.state === 'unknown') return notKnown(plugin, object, found, { name: request.namespace })
  // What is in no namespace that exists was refused before.
  if (found.state === 'absent') return unconcerned(object)
  return decide(readPolicy(objectOf(fieldOf(objectOf(found.object.metadata), 'labels'))))
}

function evaluate(
  request: TraceRequest,
  object: JsonObject,
  world: World,
  policy: PodSecurityPolicy,
  pod: CheckedPod,
  enforces: boolean,
): GateResult {
  const { enforce, audit, warn, errors } = policy
  const extras = (mode: string) => ({
    name: request.namespace,
    field: `metadata.labels["${labelPrefix}${mode}"]`,
  })
  const inWords = (level: typeof enforce): string => violationsInWords(violations(level, pod, world.minor))
  const annotations: Record<string, string> = {}
  if (errors.length > 0) annotations[`${labelPrefix}error`] = `Failed to parse policy: ${aggregated(errors)}`
  if (enforces) annotations[`${labelPrefix}enforce-policy`] = levelText(enforce)
  const steps: TraceStep[] = []
  const audited = inWords(audit)
  if (audited !== '') {
    const text = `would violate PodSecurity ${JSON.stringify(levelText(audit))}: ${audited}`
    annotations[`${labelPrefix}audit-violations`] = text
    steps.push(stepOf(plugin, 'audited', `It ${text}.`, extras('audit')))
  }
  const base = { object, auditAnnotations: annotations, assumptions: [unknownConfiguration] }
  const enforced = enforces ? inWords(enforce) : ''
  if (enforced !== '') {
    const why = `violates PodSecurity ${JSON.stringify(levelText(enforce))}: ${enforced}`
    const name = request.name || textAt(objectOf(fieldOf(object, 'metadata')), 'name')
    const denied = forbidden(request.resource, name, why)
    const step = stepOf(plugin, 'denied', `It ${why}.`, { ...extras('enforce'), status: denied })
    return { ...base, steps: [...steps, step], denied }
  }
  const kept = stepOf(plugin, 'passed', `It keeps to ${levelText(enforce)}.`, extras('enforce'))
  const warned = inWords(warn)
  const before = enforces ? [kept, ...steps] : steps
  if (warned === '') {
    const fine = stepOf(plugin, 'passed', `Its pods keep to ${levelText(warn)}.`, extras('warn'))
    return { ...base, steps: enforces ? before : [...before, fine] }
  }
  const warning = `would violate PodSecurity ${JSON.stringify(levelText(warn))}: ${warned}`
  const step = stepOf(plugin, 'warned', `${enforces ? 'It' : 'Its pods'} ${warning}.`, extras('warn'))
  return { ...base, steps: [...before, step], warnings: [warning] }
}

const aggregated = (errors: readonly string[]): string =>
  errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]`

/** Only images, and how many containers there are, make an update worth a look. */
function isSignificant(pod: JsonObject, old: JsonObject): boolean {
  const lists = (object: JsonObject, name: string) => objectsAt(objectOf(fieldOf(object, 'spec')), name)
  for (const name of ['containers', 'initContainers']) {
    const now = lists(pod, name)
    const before = lists(old, name)
    if (now.length !== before.length) return true
    if (now.some((each, at) => textAt(each, 'image') !== textAt(before[at] ?? {}, 'image'))) return true
  }
  const before = new Map(lists(old, 'ephemeralContainers').map(each => [textAt(each, 'name'), each]))
  return lists(pod, 'ephemeralContainers').some(each => {
    const own = before.get(textAt(each, 'name'))
    return own === undefined || textAt(own, 'image') !== textAt(each, 'image')
  })
}
