import type { KubeObject } from '../../shared/kube/index.ts'

const group = 'admissionregistration.k8s.io'
const created = '2026-01-01T00:00:00Z'
const rule = (resource: string) => ({
  apiGroups: ['apps'],
  apiVersions: ['v1'],
  operations: ['CREATE', 'UPDATE'],
  resources: [resource],
  scope: '*',
})

interface Placed {
  readonly group: string
  readonly resource: string
  readonly object: KubeObject
}

function placed(kind: string, resource: string, name: string, more: object): Placed {
  const metadata = { name, uid: `${resource}-${name}`, creationTimestamp: created }
  return { group, resource, object: { apiVersion: `${group}/v1`, kind, metadata, ...more } as KubeObject }
}

/** Many webhooks and policies, of which every tenth acts on Deployments. */
export function admissionCrowd(webhooks: number, policies: number): readonly Placed[] {
  const resourceAt = (at: number) => (at % 10 === 0 ? 'deployments' : 'daemonsets')
  const webhook = (at: number) => ({
    name: `w${at}.a-rather-long-name-of-a-webhook.crowd.example`,
    rules: [rule(resourceAt(at))],
    clientConfig: { url: `https://crowd.example/${at}` },
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    failurePolicy: 'Ignore',
    timeoutSeconds: 5,
  })
  const configurations = Array.from({ length: webhooks / 10 }, (_, at) => {
    const [kind, resource] =
      at % 2 === 0
        ? ['MutatingWebhookConfiguration', 'mutatingwebhookconfigurations']
        : ['ValidatingWebhookConfiguration', 'validatingwebhookconfigurations']
    const own = Array.from({ length: 10 }, (__, place) => webhook(at * 10 + place))
    return placed(kind ?? '', resource ?? '', `crowd-${at}`, { webhooks: own })
  })
  const bound = Array.from({ length: policies }, (_, at) => [
    placed('ValidatingAdmissionPolicy', 'validatingadmissionpolicies', `crowd-${at}`, {
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: { resourceRules: [rule(resourceAt(at))] },
        validations: [{ expression: `object.spec.replicas <= ${100 + at}`, message: `at most ${100 + at}` }],
      },
    }),
    placed('ValidatingAdmissionPolicyBinding', 'validatingadmissionpolicybindings', `crowd-${at}`, {
      spec: { policyName: `crowd-${at}`, validationActions: ['Deny'] },
    }),
  ])
  return [...configurations, ...bound.flat()]
}
