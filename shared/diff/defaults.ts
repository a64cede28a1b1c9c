import { canonical } from './normal.ts'
import type { Shape } from './shape.ts'

/**
 * A value that the server fills in where the field is absent. `*` stands for any one step, a
 * leading `**` for any number of them. OpenAPI does not hold these for the built-in kinds; they
 * come from the `defaults.go` files of kubernetes/pkg/apis.
 */
export interface DefaultRule {
  readonly path: readonly string[]
  readonly value: unknown
}

const rule = (path: string, value: unknown): DefaultRule => ({ path: path.split('.'), value })

const webhookRules: readonly DefaultRule[] = [
  rule('webhooks.*.failurePolicy', 'Fail'),
  rule('webhooks.*.matchPolicy', 'Equivalent'),
  rule('webhooks.*.namespaceSelector', {}),
  rule('webhooks.*.objectSelector', {}),
  rule('webhooks.*.timeoutSeconds', 10),
  rule('webhooks.*.reinvocationPolicy', 'Never'),
  rule('webhooks.*.clientConfig.service.port', 443),
  rule('webhooks.*.rules.*.scope', '*'),
]

const policyRules: readonly DefaultRule[] = [
  rule('spec.failurePolicy', 'Fail'),
  rule('spec.matchConstraints.matchPolicy', 'Equivalent'),
  rule('spec.matchConstraints.namespaceSelector', {}),
  rule('spec.matchConstraints.objectSelector', {}),
  rule('spec.matchConstraints.resourceRules.*.scope', '*'),
]

const podRules: readonly DefaultRule[] = [
  rule('**.spec.restartPolicy', 'Always'),
  rule('**.spec.dnsPolicy', 'ClusterFirst'),
  rule('**.spec.schedulerName', 'default-scheduler'),
  rule('**.spec.securityContext', {}),
  rule('**.spec.terminationGracePeriodSeconds', 30),
  rule('**.spec.enableServiceLinks', true),
  rule('**.terminationMessagePath', '/dev/termination-log'),
  rule('**.terminationMessagePolicy', 'File'),
  rule('**.resources', {}),
  rule('**.ports.*.protocol', 'TCP'),
  rule('**.defaultMode', 420),
  rule('**.fieldRef.apiVersion', 'v1'),
  rule('**.httpGet.scheme', 'HTTP'),
  rule('**.periodSeconds', 10),
  rule('**.successThreshold', 1),
  rule('**.failureThreshold', 3),
]

const workloadRules: readonly DefaultRule[] = [
  ...podRules,
  rule('spec.replicas', 1),
  rule('spec.revisionHistoryLimit', 10),
  rule('spec.progressDeadlineSeconds', 600),
  rule('spec.podManagementPolicy', 'OrderedReady'),
  rule('spec.template.metadata.creationTimestamp', null),
]

const serviceRules: readonly DefaultRule[] = [
  rule('spec.type', 'ClusterIP'),
  rule('spec.sessionAffinity', 'None'),
  rule('spec.internalTrafficPolicy', 'Cluster'),
  rule('spec.ports.*.protocol', 'TCP'),
]

const byKind: ReadonlyMap<string, readonly DefaultRule[]> = new Map([
  ['ValidatingWebhookConfiguration', webhookRules],
  ['MutatingWebhookConfiguration', webhookRules],
  ['ValidatingAdmissionPolicy', policyRules],
  ['MutatingAdmissionPolicy', policyRules],
  ['Pod', podRules],
  ['Deployment', workloadRules],
  ['StatefulSet', workloadRules],
  ['DaemonSet', workloadRules],
  ['ReplicaSet', workloadRules],
  ['Job', workloadRules],
  ['CronJob', workloadRules],
  ['Service', serviceRules],
])

/** What the server fills in for a kind, as far as it is known. */
export function defaultsOfKind(kind: string): readonly DefaultRule[] {
  return byKind.get(kind) ?? []
}

/** True when the value is what the schema or a rule says the server puts there by itself. */
export function isDefaulted(
  value: unknown,
  path: readonly string[],
  shape: Shape,
  rules: readonly DefaultRule[],
): boolean {
  const declared = shape.defaultValue()
  if (declared !== undefined && canonical(declared) === canonical(value)) return true
  return rules.some(
    candidate => matches(candidate.path, path) && canonical(candidate.value) === canonical(value),
  )
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  const isSuffix = pattern[0] === '**'
  const steps = isSuffix ? pattern.slice(1) : pattern
  if (isSuffix ? path.length < steps.length : path.length !== steps.length) return false
  const offset = path.length - steps.length
  return steps.every((step, index) => step === '*' || step === path[offset + index])
}
