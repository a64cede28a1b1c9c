import { policyInventory, webhookInventory } from '../../shared/admission/index.ts'
import type { KubeObject } from '../../shared/kube/index.ts'
import { reportSpread } from './figures.ts'

const group = 'admissionregistration.k8s.io/v1'
const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))
const known = (items: readonly KubeObject[]) => ({ state: 'known', items, staleSince: null }) as const
const namespaces = known(
  many(200, at => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: `n${at}`, labels: { team: `t${at % 20}`, tier: `${at % 3}` } },
  })),
)
const kinds = many(150, at => ({
  group: at < 50 ? '' : `g${at % 10}.example.com`,
  version: 'v1',
  resource: `things${at}`,
  kind: `Thing${at}`,
  singular: '',
  shortNames: [],
  categories: [],
  namespaced: at % 4 !== 0,
  verbs: [],
  preferred: true,
  subresources: [{ name: 'status', kind: '', verbs: [] }],
}))
const served = { resources: kinds, failedGroups: new Set<string>() }
const selector = (at: number) => ({
  matchExpressions: [{ key: 'team', operator: 'NotIn', values: [`t${at % 20}`] }],
})
const rule = (at: number) => ({
  operations: ['CREATE', 'UPDATE'],
  apiGroups: [at % 5 === 0 ? '*' : ''],
  apiVersions: ['*'],
  resources: at % 5 === 0 ? ['*'] : [`things${at % 50}`, `things${(at + 1) % 50}`],
})
const configuration = (kind: string, name: string, count: number): KubeObject => ({
  apiVersion: group,
  kind,
  metadata: { name },
  webhooks: many(count, at => ({
    name: `w${at}.example.com`,
    rules: [rule(at)],
    namespaceSelector: selector(at),
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    clientConfig: { caBundle: 'x', service: { namespace: `n${at % 20}`, name: 'hook' } },
  })),
})

/** The inventories of 200 webhooks and of 50 policies with 100 bindings, in 200 namespaces. */
export function benchAdmission(): Promise<void> {
  const snapshot = {
    configurations: {
      mutating: known(many(10, at => configuration('MutatingWebhookConfiguration', `m${at}`, 10))),
      validating: known(many(10, at => configuration('ValidatingWebhookConfiguration', `v${at}`, 10))),
    },
    namespaces,
    served,
    services: () => known([]),
    slices: () => known([]),
    decode: () => ({ certificates: [], rejected: 0, failure: 'notPem' }) as const,
    now: 0,
  }
  const policies = {
    policies: {
      validating: known(
        many(50, at => ({
          apiVersion: group,
          kind: 'ValidatingAdmissionPolicy',
          metadata: { name: `p${at}` },
          spec: { matchConstraints: { namespaceSelector: selector(at), resourceRules: [rule(at)] } },
        })),
      ),
      mutating: known([]),
    },
    bindings: {
      validating: known(
        many(100, at => ({
          apiVersion: group,
          kind: 'ValidatingAdmissionPolicyBinding',
          metadata: { name: `b${at}` },
          spec: { policyName: `p${at % 50}`, matchResources: { namespaceSelector: selector(at + 1) } },
        })),
      ),
      mutating: known([]),
    },
    namespaces,
    served,
    parameters: () => known([]),
  }
  reportSpread(
    'admission.webhooks',
    timesOf(() => webhookInventory(snapshot)),
    '20',
  )
  reportSpread(
    'admission.policies',
    timesOf(() => policyInventory(policies)),
    '20',
  )
  return Promise.resolve()
}

function timesOf(run: () => unknown): readonly number[] {
  return many(25, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
}
