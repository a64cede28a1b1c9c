import type { KubeObject } from '../../../shared/kube/index.ts'
import type { SampleBuilder } from './builder.ts'
import { applied } from './managedFields.ts'
import { days, make, minutes, stamp } from './objects.ts'

interface DefinitionChoice {
  readonly group: string
  readonly plural: string
  readonly kind: string
  readonly shortNames: readonly string[]
  readonly columns: readonly object[]
  readonly spec: object
  readonly status?: object
}

/** Custom kinds: parameters of a policy, and certificates. */
export function addDefinitions(builder: SampleBuilder): void {
  addDefinition(builder, replicaLimits)
  addDefinition(builder, certificates)
  addReplicaLimit(builder, 'shop', 'default', 12, 2)
  addReplicaLimit(builder, 'payments', 'default', 6, 1)
  addCertificate(builder, 'shop', 'web-tls', 'shop.lanternfish.example', 70)
  addCertificate(builder, 'payments', 'gateway-tls', 'pay.lanternfish.example', 41)
}

const text = { type: 'string' }
const integer = { type: 'integer', format: 'int32' }

const replicaLimits: DefinitionChoice = {
  group: 'policy.lanternfish.example',
  plural: 'replicalimits',
  kind: 'ReplicaLimit',
  shortNames: ['rlim'],
  columns: [
    {
      name: 'Max',
      type: 'integer',
      jsonPath: '.spec.maxReplicas',
      description: 'Most replicas that a deployment may ask for',
    },
    { name: 'Min', type: 'integer', jsonPath: '.spec.minReplicas', priority: 1 },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
  spec: {
    type: 'object',
    required: ['maxReplicas'],
    properties: {
      maxReplicas: { ...integer, minimum: 1 },
      minReplicas: { ...integer, minimum: 0 },
      exempt: { type: 'array', items: text },
    },
    'x-kubernetes-validations': [
      {
        rule: '!has(self.minReplicas) || self.minReplicas <= self.maxReplicas',
        message: 'minReplicas may not exceed maxReplicas',
      },
    ],
  },
}

const certificates: DefinitionChoice = {
  group: 'cert-manager.io',
  plural: 'certificates',
  kind: 'Certificate',
  shortNames: ['cert', 'certs'],
  columns: [
    { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
    { name: 'Secret', type: 'string', jsonPath: '.spec.secretName' },
    { name: 'Issuer', type: 'string', jsonPath: '.spec.issuerRef.name', priority: 1 },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
  spec: {
    type: 'object',
    required: ['secretName', 'issuerRef'],
    properties: {
      secretName: text,
      dnsNames: { type: 'array', items: text },
      issuerRef: { type: 'object', properties: { name: text, kind: text } },
    },
  },
  status: {
    type: 'object',
    properties: {
      notAfter: { type: 'string', format: 'date-time' },
      renewalTime: { type: 'string', format: 'date-time' },
      conditions: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            type: text,
            status: text,
            reason: text,
            message: text,
            lastTransitionTime: { type: 'string', format: 'date-time' },
          },
        },
      },
    },
  },
}

function addDefinition(
  builder: SampleBuilder,
  { group, plural, kind, shortNames, columns, spec, status }: DefinitionChoice,
): void {
  const created = builder.ago(340 * days)
  const names = { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List`, shortNames }
  const schema = {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        apiVersion: text,
        kind: text,
        metadata: { type: 'object' },
        spec,
        ...(status === undefined ? {} : { status }),
      },
    },
  }
  const condition = (type: string, reason: string, message: string): object => ({
    type,
    status: 'True',
    lastTransitionTime: stamp(created),
    reason,
    message,
  })
  const object = make('CustomResourceDefinition', '', `${plural}.${group}`, created, {
    labels: { team: 'platform' },
    generation: 1,
    spec: {
      group,
      names,
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema,
          ...(status === undefined ? {} : { subresources: { status: {} } }),
          additionalPrinterColumns: columns,
        },
      ],
      conversion: { strategy: 'None' },
    },
    status: {
      acceptedNames: names,
      conditions: [
        condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
        condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
      ],
      storedVersions: ['v1'],
    },
  })
  builder.add(applied(object, 'argocd-controller', created, 'kube-apiserver'))
}

function addReplicaLimit(
  builder: SampleBuilder,
  namespace: string,
  name: string,
  maxReplicas: number,
  minReplicas: number,
): void {
  const created = builder.ago(95 * days)
  const object = make('ReplicaLimit', namespace, name, created, {
    labels: { team: namespace },
    generation: 1,
    spec: { maxReplicas, minReplicas },
  })
  builder.add(applied(object, 'argocd-controller', created))
}

function addCertificate(
  builder: SampleBuilder,
  namespace: string,
  name: string,
  host: string,
  left: number,
): void {
  const created = builder.ago(210 * days)
  const issued = builder.ago((90 - left) * days)
  const object: KubeObject = make('Certificate', namespace, name, created, {
    labels: { team: namespace },
    generation: 1,
    spec: {
      secretName: name,
      dnsNames: [host],
      issuerRef: { name: 'lanternfish-public', kind: 'ClusterIssuer' },
    },
    status: {
      notAfter: stamp(builder.now + left * days),
      renewalTime: stamp(builder.now + (left - 30) * days),
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'Ready',
          message: 'Certificate is up to date and has not expired',
          lastTransitionTime: stamp(issued + minutes),
        },
      ],
    },
  })
  builder.add(
    applied(object, 'argocd-controller', created, 'cert-manager-certificates-readiness', issued + minutes),
  )
}
