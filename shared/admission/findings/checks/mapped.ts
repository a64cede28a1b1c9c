import type { KubeObject } from '../../../kube/index.ts'
import { portsOfService } from '../../../relations/index.ts'
import { itemsOf } from '../../known.ts'
import { identityOf } from '../../meta.ts'
import type { BindingEntry, PolicyEntry } from '../../policy-inventory.ts'
import type { Problem, ProblemCode, Severity } from '../../problem.ts'
import { complaintsOf } from '../../type-checking.ts'
import type { WebhookEntry } from '../../webhook-inventory.ts'
import { serviceOf } from '../../webhooks.ts'
import { pointer, setting } from '../change.ts'
import { excludingNamespaces, firstBinding, withoutOperation } from '../fixes.ts'
import type { FindingId } from '../ids.ts'
import {
  contentOfWebhook,
  type Draft,
  objectOfBinding,
  objectOfPolicy,
  objectOfWebhook,
  type Scene,
  serviceObject,
} from '../scene.ts'
import { checkTexts } from '../texts/index.ts'
import type { FindingObject, FindingSeverity, FixOperation } from '../types.ts'

/**
 * The check of each problem that the views of policies and webhooks show. Null: it only says that
 * something cannot be told, which is a note and no finding.
 */
export const findingOfProblem: Readonly<Record<ProblemCode, FindingId | null>> = {
  notBound: 'policy-not-bound',
  bindingsUnreadable: null,
  bindsNothing: 'binding-without-policy',
  policyUnreadable: null,
  parameterMissing: 'parameter-missing',
  parameterUnreadable: null,
  parameterIgnored: 'parameter-ignored',
  parameterNull: 'parameter-null',
  parameterInvalid: 'parameter-invalid',
  parameterActionUnset: 'parameter-action-unset',
  parameterKindNotServed: 'parameter-kind-not-served',
  typeWarnings: 'type-warnings',
  objectNullOnDelete: 'object-null-on-delete',
  reachesNothing: 'reaches-nothing',
  noRules: 'no-rules',
  notServed: 'rules-not-served',
  noTarget: 'no-target',
  serviceMissing: 'service-missing',
  serviceUnreadable: null,
  portMissing: 'service-port-missing',
  noEndpointSlice: 'service-no-endpoints',
  noReadyEndpoint: 'service-not-ready',
  bundleMissing: 'ca-bundle-missing',
  bundleUndecodable: 'ca-bundle-unreadable',
  bundleExpired: 'ca-bundle-expired',
  bundleNotYetValid: 'ca-bundle-not-yet-valid',
  bundleNotAuthority: 'ca-bundle-no-authority',
  bundleExpires: 'ca-bundle-expires',
  deadlock: 'webhook-deadlock',
  blocksItself: 'blocks-own-namespace',
  slowChain: 'slow-chain',
  blocksDryRun: 'blocks-dry-run',
  reviewVersions: 'review-versions',
}

const order: readonly FindingSeverity[] = ['high', 'medium', 'low', 'info']

/** What is bad is high; what may become bad is at most medium, and less where the check says so. */
export function severityOf(id: FindingId, severity: Severity): FindingSeverity {
  if (severity === 'bad') return 'high'
  const usual = order.indexOf(checkTexts[id].severity)
  return order[Math.max(usual, order.indexOf('medium'))] ?? 'medium'
}

/** A draft of what a view calls a problem; null where that is no finding. */
export function draftOfProblem(problem: Problem, objects: readonly FindingObject[]): Draft | null {
  const id = findingOfProblem[problem.code]
  if (id === null || problem.severity === 'unknown') return null
  return {
    id,
    objects,
    severity: severityOf(id, problem.severity),
    title: problem.title,
    evidence: [problem.detail],
  }
}

/** Every problem of the webhook view as a finding. */
export function webhookProblems(scene: Scene): readonly Draft[] {
  return chainsOnce(draftsOfWebhooks(scene))
}

/** Webhooks of one chain say the same of it: they are told of together. */
function chainsOnce(drafts: readonly Draft[]): readonly Draft[] {
  const chains = Map.groupBy(
    drafts.filter(({ id }) => id === 'slow-chain'),
    ({ evidence }) => evidence.join(),
  )
  const together = [...chains.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const objects = [first, ...others].flatMap(each => each.objects).slice(0, mostObjects)
    return [{ ...first, objects }]
  })
  return [...drafts.filter(({ id }) => id !== 'slow-chain'), ...together]
}

/** Objects of one finding that are named. */
const mostObjects = 20

function draftsOfWebhooks(scene: Scene): readonly Draft[] {
  return scene.webhooks.webhooks.flatMap(entry =>
    entry.problems.flatMap(problem => {
      const draft = draftOfProblem(problem, objectsOfWebhook(entry, problem.code))
      if (draft === null) return []
      const of = contentOfWebhook(scene, entry)
      return [{ ...draft, change: { of, operations: changesOfWebhook(scene, entry, problem.code, of) } }]
    }),
  )
}

const fieldOfWebhook: Partial<Readonly<Record<ProblemCode, string>>> = {
  noTarget: 'clientConfig',
  serviceMissing: 'clientConfig.service',
  portMissing: 'clientConfig.service.port',
  noEndpointSlice: 'clientConfig.service',
  noReadyEndpoint: 'clientConfig.service',
  bundleMissing: 'clientConfig.caBundle',
  bundleUndecodable: 'clientConfig.caBundle',
  bundleExpired: 'clientConfig.caBundle',
  bundleNotYetValid: 'clientConfig.caBundle',
  bundleNotAuthority: 'clientConfig.caBundle',
  bundleExpires: 'clientConfig.caBundle',
  deadlock: 'namespaceSelector',
  blocksItself: 'namespaceSelector',
  slowChain: 'timeoutSeconds',
  blocksDryRun: 'sideEffects',
  reviewVersions: 'admissionReviewVersions',
  noRules: 'rules',
  notServed: 'rules',
}

const aboutService: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'serviceMissing',
  'portMissing',
  'noEndpointSlice',
  'noReadyEndpoint',
  'deadlock',
])

function objectsOfWebhook(entry: WebhookEntry, code: ProblemCode): readonly FindingObject[] {
  const own = objectOfWebhook(entry, fieldOfWebhook[code])
  const service = entry.path.service
  return service !== null && aboutService.has(code) ? [own, serviceObject(service.ref)] : [own]
}

function changesOfWebhook(
  scene: Scene,
  entry: WebhookEntry,
  code: ProblemCode,
  content: KubeObject | null,
): readonly FixOperation[] {
  const at = ['webhooks', entry.webhook.index]
  switch (code) {
    case 'deadlock':
    case 'blocksItself': {
      const namespace = serviceOf(entry.webhook)?.namespace ?? ''
      return excludingNamespaces(content, [...at, 'namespaceSelector'], [namespace])
    }
    case 'slowChain':
      return entry.webhook.timeoutSeconds.value > 5 ? [setting(content, [...at, 'timeoutSeconds'], 5)] : []
    case 'blocksDryRun':
      return [setting(content, [...at, 'sideEffects'], 'NoneOnDryRun')]
    case 'reviewVersions':
      return [setting(content, [...at, 'admissionReviewVersions'], ['v1'])]
    case 'portMissing': {
      const port = onlyPort(scene, entry)
      return port === null ? [] : [setting(content, [...at, 'clientConfig', 'service', 'port'], port)]
    }
    default:
      return []
  }
}

// A Service with one port leaves no choice.
function onlyPort(scene: Scene, entry: WebhookEntry): number | null {
  const target = serviceOf(entry.webhook)
  if (target === null) return null
  const service = itemsOf(scene.sources.services(target.namespace)).find(
    object => identityOf(object).name === target.name && identityOf(object).namespace === target.namespace,
  )
  const ports = service === undefined ? [] : portsOfService(service)
  return ports.length === 1 ? (ports[0]?.port ?? null) : null
}

/** Every problem of the policy view as a finding. */
export function policyProblems(scene: Scene): readonly Draft[] {
  return [
    ...scene.policies.policies.flatMap(entry => problemsOfEntry(scene, entry)),
    ...scene.policies.bindings.flatMap(entry => problemsOfBinding(scene, entry)),
  ]
}

function problemsOfEntry(scene: Scene, entry: PolicyEntry): readonly Draft[] {
  const object = objectOfPolicy(entry)
  const of = scene.content(object.kind, entry.policy.name)
  return entry.problems.flatMap(problem => {
    const draft = draftOfProblem(problem, [object])
    if (draft === null) return []
    if (problem.code === 'notBound' && of !== null) return [{ ...draft, create: firstBinding(of) }]
    if (problem.code === 'typeWarnings')
      return [{ ...draft, evidence: [...draft.evidence, ...complaints(entry)] }]
    if (problem.code !== 'objectNullOnDelete') return [draft]
    const rules = ['spec', 'matchConstraints', 'resourceRules']
    return [{ ...draft, change: { of, operations: withoutOperation(of, rules, 'DELETE') } }]
  })
}

const mostComplaints = 5

function complaints({ policy }: PolicyEntry): readonly string[] {
  if (policy.typeChecking.state !== 'warnings') return []
  const said = policy.typeChecking.warnings.flatMap(warning =>
    complaintsOf(warning).map(({ message }) => `${warning.fieldRef}: ${message}`),
  )
  return [...new Set(said)].slice(0, mostComplaints)
}

function problemsOfBinding(scene: Scene, entry: BindingEntry): readonly Draft[] {
  const object = objectOfBinding(entry)
  const of = scene.content(object.kind, entry.binding.name)
  const policy = scene.policyOf(entry)
  const objects = policy === null ? [object] : [object, objectOfPolicy(policy)]
  return entry.problems.flatMap(problem => {
    const draft = draftOfProblem(problem, objects)
    return draft === null
      ? []
      : [{ ...draft, change: { of, operations: changesOfBinding(problem.code, of) } }]
  })
}

function changesOfBinding(code: ProblemCode, content: KubeObject | null): readonly FixOperation[] {
  switch (code) {
    case 'parameterActionUnset':
      return [setting(content, ['spec', 'paramRef', 'parameterNotFoundAction'], 'Allow')]
    case 'parameterIgnored':
      return [{ op: 'remove', path: pointer('spec', 'paramRef') }]
    default:
      return []
  }
}

/** What cannot be told, in sentences, each once. */
export function unknowns(scene: Scene): readonly string[] {
  const entries = [...scene.webhooks.webhooks, ...scene.policies.policies, ...scene.policies.bindings]
  const said = entries.flatMap(entry =>
    entry.problems
      .filter(({ severity }) => severity === 'unknown')
      .map(({ title, detail }) => `${entry.ref.name}: ${title}. ${detail}`.trim()),
  )
  return [...new Set(said)]
}
