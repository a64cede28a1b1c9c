import type { KubeObject } from '../../../shared/kube/index.ts'
import type { SampleBuilder } from './builder.ts'
import { withManagers } from './managedFields.ts'
import { type Described, days, make } from './objects.ts'
import { caBundle } from './platform.ts'

type Webhook = Readonly<Record<string, unknown>> & { readonly name: string; readonly clientConfig: object }

const suffix = 'lanternfish.example'

/** Every field that the API server fills in, so that the objects look as stored ones do. */
function webhook(
  name: string,
  clientConfig: object,
  rules: readonly object[],
  more: Readonly<Record<string, unknown>> = {},
): Webhook {
  return {
    name: `${name}.${suffix}`,
    clientConfig,
    rules: rules.map(rule => ({ scope: '*', ...rule })),
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    namespaceSelector: {},
    objectSelector: {},
    sideEffects: 'None',
    timeoutSeconds: 10,
    admissionReviewVersions: ['v1'],
    ...more,
  }
}

const service = (namespace: string, name: string, path: string, bundle?: string): object => ({
  service: { namespace, name, path, port: 443 },
  ...(bundle === undefined ? {} : { caBundle: bundle }),
})

const rule = (
  apiGroups: readonly string[],
  resources: readonly string[],
  operations: readonly string[],
  more: object = {},
): object => ({
  apiGroups,
  apiVersions: ['v1'],
  operations,
  resources,
  ...more,
})

const writes = ['CREATE', 'UPDATE']
const outsideSystem = {
  matchExpressions: [
    { key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['kube-system', 'platform'] },
  ],
}

/** Webhooks of every health: sound ones, and each of the classical faults. */
export function addWebhooks(builder: SampleBuilder): void {
  const add = (
    kind: 'ValidatingWebhookConfiguration' | 'MutatingWebhookConfiguration',
    name: string,
    age: number,
    webhooks: readonly Webhook[],
    described: Described = {},
  ): void => {
    const created = builder.ago(age * days)
    const object = make(kind, '', name, created, {
      labels: { team: 'platform' },
      generation: 3,
      ...described,
      webhooks,
    })
    builder.add(owned(object, webhooks, created, builder.ago(Math.min(age, 20) * days)))
  }
  add('ValidatingWebhookConfiguration', 'policy-guard', 260, policyGuard(builder))
  add('ValidatingWebhookConfiguration', 'image-signatures', 40, imageSignatures(builder))
  add('ValidatingWebhookConfiguration', 'ledger-guard', 160, ledgerGuard(builder))
  add('ValidatingWebhookConfiguration', 'tenant-quota', 377, tenantQuota(builder))
  add('ValidatingWebhookConfiguration', 'compliance-audit', 90, complianceAudit())
  const injected = {
    annotations: { 'cert-manager.io/inject-ca-from-secret': 'cert-manager/cert-manager-webhook-tls' },
  }
  add(
    'ValidatingWebhookConfiguration',
    'cert-manager-webhook',
    357,
    certManager(builder, 'validate'),
    injected,
  )
  add(
    'MutatingWebhookConfiguration',
    'cert-manager-webhook',
    357,
    certManager(builder, 'mutate').map(hook => ({ ...hook, reinvocationPolicy: 'Never' })),
    injected,
  )
  add('MutatingWebhookConfiguration', 'sidecar-injector', 200, sidecarInjector(builder))
}

/** Argo CD applies the configuration; cert-manager's injector fills in the bundles. */
function owned(
  object: KubeObject,
  webhooks: readonly Webhook[],
  created: number,
  injected: number,
): KubeObject {
  const { labels, annotations } = object.metadata
  const applied = webhooks.map(hook => ({
    ...hook,
    clientConfig: Object.fromEntries(Object.entries(hook.clientConfig).filter(([key]) => key !== 'caBundle')),
  }))
  const bundles = webhooks
    .filter(hook => 'caBundle' in hook.clientConfig)
    .map(hook => ({ name: hook.name, clientConfig: { caBundle: '' } }))
  return withManagers(object, [
    {
      manager: 'argocd-controller',
      operation: 'Apply',
      at: created,
      of: { metadata: { labels, ...(annotations === undefined ? {} : { annotations }) }, webhooks: applied },
    },
    ...(bundles.length === 0
      ? []
      : [{ manager: 'cert-manager-cainjector', at: injected, of: { webhooks: bundles } }]),
  ])
}

function policyGuard(builder: SampleBuilder): readonly Webhook[] {
  const bundle = caBundle(builder, 'guard')
  const optOut = { matchExpressions: [{ key: 'guard.lanternfish.example/skip', operator: 'DoesNotExist' }] }
  return [
    webhook(
      'images.guard',
      service('platform', 'policy-guard', '/validate/images', bundle),
      [rule([''], ['pods', 'pods/ephemeralcontainers'], writes, { scope: 'Namespaced' })],
      {
        namespaceSelector: outsideSystem,
        objectSelector: optOut,
        matchConditions: [
          { name: 'not-by-nodes', expression: '!("system:nodes" in request.userInfo.groups)' },
          {
            name: 'not-static',
            expression:
              '!has(object.metadata.annotations) || !("kubernetes.io/config.mirror" in object.metadata.annotations)',
          },
        ],
        timeoutSeconds: 5,
      },
    ),
    webhook(
      'workloads.guard',
      service('platform', 'policy-guard', '/validate/workloads', bundle),
      [
        rule(['apps'], ['deployments', 'statefulsets', 'daemonsets'], writes),
        rule(['batch'], ['jobs', 'cronjobs'], writes),
      ],
      {
        namespaceSelector: {
          matchExpressions: [{ key: 'team', operator: 'In', values: ['shop', 'payments'] }],
        },
        failurePolicy: 'Ignore',
        timeoutSeconds: 5,
      },
    ),
  ]
}

/** Matches the pods of its own back end, which has none ready: nothing can start any more. */
function imageSignatures(builder: SampleBuilder): readonly Webhook[] {
  return [
    webhook(
      'signatures.images',
      service('platform', 'image-verifier', '/verify', caBundle(builder, 'guard')),
      [rule([''], ['pods'], ['CREATE'])],
      { timeoutSeconds: 15 },
    ),
  ]
}

function ledgerGuard(builder: SampleBuilder): readonly Webhook[] {
  return [
    webhook(
      'volumes.ledger',
      service('payments', 'ledger-guard', '/volumes', caBundle(builder, 'guard')),
      [rule([''], ['persistentvolumeclaims'], ['DELETE'])],
      {
        namespaceSelector: { matchLabels: { team: 'payments' } },
        failurePolicy: 'Ignore',
      },
    ),
  ]
}

function tenantQuota(builder: SampleBuilder): readonly Webhook[] {
  return [
    webhook(
      'namespaces.quota',
      service('platform', 'tenant-quota', '/namespaces', caBundle(builder, 'quota')),
      [rule([''], ['namespaces'], ['CREATE', 'UPDATE', 'DELETE'], { scope: 'Cluster' })],
      { sideEffects: 'NoneOnDryRun' },
    ),
  ]
}

/** Everything, everywhere, for half a minute, outside the cluster. */
function complianceAudit(): readonly Webhook[] {
  return [
    webhook(
      'changes.audit',
      { url: 'https://audit.compliance.lanternfish.example:8443/admit' },
      [rule(['*'], ['*'], ['*'], { apiVersions: ['*'] })],
      {
        failurePolicy: 'Ignore',
        timeoutSeconds: 30,
        admissionReviewVersions: ['v1', 'v1beta1'],
      },
    ),
  ]
}

function certManager(builder: SampleBuilder, path: string): readonly Webhook[] {
  return [
    {
      ...webhook(
        'webhook',
        service('cert-manager', 'cert-manager-webhook', `/${path}`, caBundle(builder, 'certManager')),
        [rule(['cert-manager.io', 'acme.cert-manager.io'], ['*/*'], writes)],
        {
          timeoutSeconds: 30,
          namespaceSelector: {
            matchExpressions: [
              { key: 'cert-manager.io/disable-validation', operator: 'NotIn', values: ['true'] },
            ],
          },
        },
      ),
      name: 'webhook.cert-manager.io',
    },
  ]
}

function sidecarInjector(builder: SampleBuilder): readonly Webhook[] {
  const bundle = caBundle(builder, 'guard')
  return [
    webhook(
      'proxy.sidecar',
      service('platform', 'sidecar-injector', '/inject/proxy', bundle),
      [rule([''], ['pods'], ['CREATE'])],
      {
        namespaceSelector: {
          matchExpressions: [
            { key: 'team', operator: 'Exists' },
            { key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['platform', 'cert-manager'] },
          ],
        },
        objectSelector: {
          matchExpressions: [
            { key: 'sidecar.lanternfish.example/inject', operator: 'NotIn', values: ['false'] },
          ],
        },
        reinvocationPolicy: 'IfNeeded',
      },
    ),
    webhook(
      'defaults.sidecar',
      service('platform', 'sidecar-injector', '/defaults', bundle),
      [rule(['apps'], ['deployments'], writes)],
      {
        namespaceSelector: { matchLabels: { environment: 'production' } },
        failurePolicy: 'Ignore',
        reinvocationPolicy: 'Never',
      },
    ),
  ]
}
