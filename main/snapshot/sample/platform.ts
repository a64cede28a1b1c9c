import { registry, type SampleBuilder } from './builder.ts'
import { base64, type CertificateRequest, certificate, privateKey } from './certificates.ts'
import { applied } from './managedFields.ts'
import { addService } from './networking.ts'
import { days, hours, make } from './objects.ts'
import { addDaemonSet } from './stateful.ts'
import { addDeployment, selectorOf, type WorkloadChoice } from './workloads.ts'

const namespace = 'platform'
const team = 'platform'

/** Webhook back ends of the sample and the authority that signs each one's certificate. */
const authorities = {
  guard: { issuer: 'Platform Webhook CA', age: 300, left: 20 * 365 },
  quota: { issuer: 'Tenant Quota CA', age: 377, left: -12 },
  certManager: { issuer: 'cert-manager webhook CA', age: 357, left: 8 },
} as const

type AuthorityName = keyof typeof authorities

function authorityRequest(builder: SampleBuilder, name: AuthorityName): CertificateRequest {
  const { issuer, age, left } = authorities[name]
  return { name: issuer, issuer, from: builder.ago(age * days), until: builder.now + left * days }
}

/** The bundle that a webhook configuration trusts, as it stands in `caBundle`. */
export function caBundle(builder: SampleBuilder, name: AuthorityName): string {
  return base64(certificate(authorityRequest(builder, name)))
}

function addServingSecret(
  builder: SampleBuilder,
  at: string,
  name: string,
  dnsName: string,
  authority: AuthorityName,
): void {
  const from = builder.ago(Math.min(60, authorities[authority].age) * days)
  const request = {
    name: dnsName,
    issuer: authorities[authority].issuer,
    from,
    until: builder.now + 60 * days,
    dnsNames: [dnsName, `${dnsName}.cluster.local`],
  }
  const secret = make('Secret', at, name, from, {
    type: 'kubernetes.io/tls',
    annotations: { 'cert-manager.io/certificate-name': name, 'cert-manager.io/common-name': dnsName },
    data: {
      'ca.crt': caBundle(builder, authority),
      'tls.crt': base64(certificate(request)),
      'tls.key': base64(privateKey(dnsName)),
    },
  })
  builder.add(applied(secret, 'cert-manager-certificates-issuing', from))
}

/** The team that keeps the others running: webhook back ends, agents, certificates. */
export function addPlatform(builder: SampleBuilder): void {
  addWebhookBackend(
    builder,
    { namespace, name: 'policy-guard', tags: ['1.5.2', '1.6.0'], age: 260 * days },
    'guard',
  )
  addWebhookBackend(
    builder,
    { namespace, name: 'sidecar-injector', tags: ['0.11.0'], age: 200 * days },
    'guard',
  )
  addWebhookBackend(builder, { namespace, name: 'tenant-quota', tags: ['0.4.1'], age: 377 * days }, 'quota')
  addWebhookBackend(
    builder,
    { namespace: 'cert-manager', name: 'cert-manager-webhook', tags: ['1.19.1'], age: 357 * days },
    'certManager',
  )
  addBrokenBackend(builder)
  addDecoy(builder)
  addDaemonSet(builder, {
    namespace,
    team,
    name: 'log-agent',
    age: 250 * days,
    image: `${registry}/platform/log-agent`,
    tags: ['3.1.0', '3.2.0'],
    container: { name: 'log-agent', hasLimits: false },
  })
  addRoles(builder)
}

function addWebhookBackend(
  builder: SampleBuilder,
  back: Pick<WorkloadChoice, 'namespace' | 'name' | 'tags' | 'age'>,
  authority: AuthorityName,
): void {
  const choice: WorkloadChoice = {
    ...back,
    team,
    image: `${registry}/platform/${back.name}`,
    replicas: 2,
    container: { name: back.name, port: 9443 },
  }
  addDeployment(builder, choice)
  addService(builder, {
    ...back,
    selector: selectorOf(choice),
    port: 443,
    targetPort: 9443,
    portName: 'https',
  })
  addServingSecret(
    builder,
    back.namespace,
    `${back.name}-tls`,
    `${back.name}.${back.namespace}.svc`,
    authority,
  )
}

/** A back end whose image is gone from the registry: its service has no ready endpoint. */
function addBrokenBackend(builder: SampleBuilder): void {
  const choice: WorkloadChoice = {
    namespace,
    team,
    name: 'image-verifier',
    age: 40 * days,
    image: `${registry}/platform/image-verifier`,
    tags: ['0.3.0', '0.4.0-rc1'],
    replicas: 2,
    container: { name: 'image-verifier', port: 9443 },
    states: [{ is: 'imagePullBackOff' }, { is: 'imagePullBackOff' }],
  }
  addDeployment(builder, choice)
  addService(builder, {
    namespace,
    name: choice.name,
    age: choice.age,
    selector: selectorOf(choice),
    port: 443,
    targetPort: 9443,
    portName: 'https',
  })
}

/**
 * A webhook names `ledger-guard` in namespace payments, where it is not; here stands a service of
 * that name which has nothing to do with it.
 */
function addDecoy(builder: SampleBuilder): void {
  addService(builder, {
    namespace,
    name: 'ledger-guard',
    age: 30 * days,
    selector: { 'app.kubernetes.io/name': 'policy-guard' },
    port: 443,
    targetPort: 9443,
    portName: 'https',
  })
}

function addRoles(builder: SampleBuilder): void {
  const created = builder.ago(390 * days)
  const rules = [
    {
      apiGroups: ['', 'apps', 'batch', 'networking.k8s.io'],
      resources: ['*'],
      verbs: ['get', 'list', 'watch'],
    },
    { apiGroups: ['apps'], resources: ['deployments', 'deployments/scale'], verbs: ['patch', 'update'] },
  ]
  const objects = [
    make('ClusterRole', '', 'cluster-admin', created, {
      labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' },
      rules: [
        { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
        { nonResourceURLs: ['*'], verbs: ['*'] },
      ],
    }),
    make('ClusterRole', '', 'team-developer', created, { labels: { team }, rules }),
    make('ClusterRole', '', 'webhook-reader', created, {
      labels: { team },
      rules: [
        { apiGroups: ['admissionregistration.k8s.io'], resources: ['*'], verbs: ['get', 'list', 'watch'] },
      ],
    }),
    make('ClusterRoleBinding', '', 'platform-admins', created, {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'platform-admins' }],
    }),
    make('ClusterRoleBinding', '', 'sample-visitors', created, {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'sample:visitors' }],
    }),
    make('ClusterRoleBinding', '', 'policy-guard-reads-webhooks', created, {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'webhook-reader' },
      subjects: [{ kind: 'ServiceAccount', name: 'policy-guard', namespace }],
    }),
    make('ServiceAccount', namespace, 'policy-guard', created, { labels: { team } }),
  ]
  builder.add(...objects.map(object => applied(object, 'argocd-controller', created)))
  const lease = make('Lease', namespace, 'policy-guard-leader', builder.ago(9 * hours), {
    spec: {
      holderIdentity: 'policy-guard-0_6c0b',
      leaseDurationSeconds: 15,
      leaseTransitions: 4,
      acquireTime: new Date(builder.ago(9 * hours)).toISOString().replace('Z', '000Z'),
      renewTime: new Date(builder.now).toISOString().replace('Z', '000Z'),
    },
  })
  builder.add(applied(lease, 'policy-guard', builder.now))
}
