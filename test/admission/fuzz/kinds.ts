import type { KubeObject } from '../../../shared/kube/index.ts'
import type { Dice } from './dice.ts'

/** A kind that requests are made on. */
export interface FuzzKind {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly kind: string
  readonly isNamespaced: boolean
  /** What a request may ask for beside the object itself. */
  readonly parts: readonly string[]
  /** Fields beside kind and metadata. */
  readonly content: (dice: Dice) => Readonly<Record<string, unknown>>
}

export const customGroup = 'fuzz.example.com'
export const customVersions: readonly string[] = [`${customGroup}/v1`, `${customGroup}/v2`]

export const kinds: readonly FuzzKind[] = [
  {
    ...{ group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', isNamespaced: true, parts: [] },
    content: dice => ({
      ...dice.perhaps(0.85, () => ({ data: dataOf(dice) })),
      ...dice.perhaps(0.1, () => ({ immutable: false })),
    }),
  },
  {
    ...{ group: 'apps', version: 'v1', resource: 'deployments', kind: 'Deployment', isNamespaced: true },
    parts: ['scale', 'status'],
    content: dice => ({
      spec: {
        replicas: 0,
        selector: { matchLabels: { app: 'x' } },
        template: { metadata: { labels: { app: 'x' } }, spec: podSpec(dice) },
        ...dice.perhaps(0.2, () => ({ paused: dice.chance(0.5) })),
        ...dice.perhaps(0.2, () => ({ minReadySeconds: dice.below(9) })),
      },
    }),
  },
  {
    ...{ group: '', version: 'v1', resource: 'pods', kind: 'Pod', isNamespaced: true },
    parts: ['status', 'eviction'],
    content: dice => ({ spec: { ...podSpec(dice), nodeSelector: { nowhere: 'x' } } }),
  },
  {
    ...{
      group: '',
      version: 'v1',
      resource: 'services',
      kind: 'Service',
      isNamespaced: true,
      parts: ['status'],
    },
    content: dice => ({
      spec: {
        clusterIP: 'None',
        selector: { app: dice.pick(['x', 'y']) },
        ports: [
          { name: 'web', port: dice.pick([80, 443, 8080, 30000]) },
          ...(dice.chance(0.3) ? [{ name: 'other', port: 9000, targetPort: dice.pick(['http', 9001]) }] : []),
        ],
      },
    }),
  },
  {
    ...{ group: 'autoscaling', version: 'v2', resource: 'horizontalpodautoscalers', isNamespaced: true },
    ...{ kind: 'HorizontalPodAutoscaler', parts: [] },
    content: dice => ({
      spec: {
        ...scaleTarget(dice),
        metrics: [
          {
            type: 'Resource',
            resource: {
              name: 'cpu',
              target: { type: 'Utilization', averageUtilization: 40 + dice.below(50) },
            },
          },
        ],
      },
    }),
  },
  {
    ...{ group: 'autoscaling', version: 'v1', resource: 'horizontalpodautoscalers', isNamespaced: true },
    ...{ kind: 'HorizontalPodAutoscaler', parts: [] },
    content: dice => ({
      spec: {
        ...scaleTarget(dice),
        ...dice.perhaps(0.8, () => ({ targetCPUUtilizationPercentage: 40 + dice.below(50) })),
      },
    }),
  },
  ...['v1', 'v2'].map(version => ({
    ...{ group: customGroup, version, resource: 'widgets', kind: 'Widget', isNamespaced: true },
    parts: ['status'],
    content: (dice: Dice) => ({
      spec: {
        size: dice.pick([1, 3, 5, 8]),
        ...dice.perhaps(0.5, () => ({ colour: dice.pick(['red', 'blue', 'green']) })),
        ...dice.perhaps(0.3, () => ({ names: dice.some(['a', 'b', 'c']) })),
        ...dice.perhaps(0.1, () => ({ unheardOf: 'x' })),
      },
    }),
  })),
  {
    ...{ group: '', version: 'v1', resource: 'secrets', kind: 'Secret', isNamespaced: true, parts: [] },
    content: dice => ({
      ...dice.perhaps(0.4, () => ({ type: dice.pick(['Opaque', 'example.com/own']) })),
      ...dice.perhaps(0.7, () => ({ data: { k: dice.pick(['YQ==', '']) } })),
      ...dice.perhaps(0.4, () => ({ stringData: { max: dice.pick(['1', '10']) } })),
    }),
  },
  {
    ...{ group: '', version: 'v1', resource: 'persistentvolumeclaims', isNamespaced: true, parts: [] },
    ...{ kind: 'PersistentVolumeClaim' },
    content: dice => ({
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: dice.pick(['1Gi', '500Mi', '0.5Gi']) } },
        ...dice.perhaps(0.4, () => ({ storageClassName: dice.pick(['', 'absent']) })),
      },
    }),
  },
  {
    ...{
      group: 'batch',
      version: 'v1',
      resource: 'jobs',
      kind: 'Job',
      isNamespaced: true,
      parts: ['status'],
    },
    content: dice => ({
      spec: {
        suspend: true,
        ...dice.perhaps(0.5, () => ({ parallelism: dice.below(3) })),
        template: { spec: { ...podSpec(dice), restartPolicy: dice.pick(['Never', 'OnFailure']) } },
      },
    }),
  },
  {
    ...{ group: 'coordination.k8s.io', version: 'v1', resource: 'leases', kind: 'Lease', isNamespaced: true },
    parts: [],
    content: dice => ({
      spec: { holderIdentity: dice.pick(['a', 'b']), leaseDurationSeconds: 1 + few(dice) },
    }),
  },
  {
    ...{ group: '', version: 'v1', resource: 'serviceaccounts', kind: 'ServiceAccount', isNamespaced: true },
    parts: ['token'],
    content: dice => dice.perhaps(0.3, () => ({ automountServiceAccountToken: dice.chance(0.5) })),
  },
  {
    ...{ group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles', kind: 'ClusterRole' },
    ...{ isNamespaced: false, parts: [] },
    content: dice => ({
      rules: [
        {
          apiGroups: [''],
          resources: dice.some(['pods', 'configmaps', 'secrets']),
          verbs: dice.pick([['get'], ['*'], ['get', 'list']]),
        },
      ],
    }),
  },
  {
    ...{ group: '', version: 'v1', resource: 'namespaces', kind: 'Namespace', isNamespaced: false },
    parts: ['status'],
    content: () => ({}),
  },
]

const few = (dice: Dice): number => dice.below(9)

function dataOf(dice: Dice): Readonly<Record<string, string>> {
  const keys = dice.some(['k', 'max', 'level', 'a.b'])
  return Object.fromEntries(keys.map(key => [key, dice.pick(['1', '2', '10', 'x', 'high', ''])]))
}

function podSpec(dice: Dice): Readonly<Record<string, unknown>> {
  return {
    containers: dice.times(1 + dice.below(2), at => ({
      name: `c${at}`,
      image: dice.pick(['web', 'web:1', 'registry.example.com/web:latest', 'web@sha256:abc']),
      ...dice.perhaps(0.4, () => ({
        resources: { requests: { cpu: dice.pick(['100m', '0.5', '1000m']), memory: '64Mi' } },
      })),
      ...dice.perhaps(0.3, () => ({ env: [{ name: 'A', value: dice.pick(['1', 'two']) }] })),
      ...dice.perhaps(0.2, () => ({ securityContext: { privileged: dice.chance(0.5) } })),
      ...dice.perhaps(0.2, () => ({ ports: [{ containerPort: dice.pick([80, 8080]) + at }] })),
    })),
    ...dice.perhaps(0.2, () => ({ volumes: [{ name: 'v', emptyDir: {} }] })),
    ...dice.perhaps(0.2, () => ({ hostNetwork: dice.chance(0.5) })),
    ...dice.perhaps(0.06, () => ({ serviceAccountName: dice.pick(['absent', 'default', 'stored']) })),
    ...dice.perhaps(0.06, () => ({ priorityClassName: dice.pick(['absent', 'system-cluster-critical']) })),
    ...dice.perhaps(0.03, () => ({ runtimeClassName: 'absent' })),
  }
}

function scaleTarget(dice: Dice): Readonly<Record<string, unknown>> {
  return {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'stored' },
    minReplicas: 1,
    maxReplicas: 2 + dice.below(8),
  }
}

/** Labels of objects, namespaces and parameters: few keys and values, so that selectors meet them. */
export function labelsOf(dice: Dice, cell: string): Readonly<Record<string, string>> {
  return {
    ...dice.perhaps(0.85, () => ({ 'fuzz-cell': cell })),
    ...dice.perhaps(0.5, () => ({ tier: dice.pick(['web', 'db', '']) })),
    ...dice.perhaps(0.3, () => ({ env: dice.pick(['prod', 'test']) })),
  }
}

/** An object of a kind, with what is random about it. */
export function objectOf(
  { group, version, kind, isNamespaced, content }: FuzzKind,
  metadata: { readonly name?: string; readonly generateName?: string; readonly namespace: string },
  dice: Dice,
  cell: string,
): KubeObject {
  const { namespace, ...named } = metadata
  const labels = labelsOf(dice, cell)
  return {
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
    metadata: {
      ...named,
      ...(isNamespaced ? { namespace } : {}),
      ...(Object.keys(labels).length > 0 ? { labels } : {}),
      ...dice.perhaps(0.3, () => ({ annotations: { note: dice.pick(['x', 'a b']) } })),
    } as KubeObject['metadata'],
    ...content(dice),
  }
}

const widgetSchema = (extra: object) => ({
  openAPIV3Schema: {
    type: 'object',
    required: ['spec'],
    properties: {
      spec: {
        type: 'object',
        properties: {
          size: { type: 'integer', minimum: 1, maximum: 7 },
          colour: { type: 'string', enum: ['red', 'blue'], default: 'blue' },
          names: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 20 } },
          ...extra,
        },
        'x-kubernetes-validations': [{ rule: 'self.size != 3 || self.colour == "red"' }],
      },
      status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    },
  },
})

/** The custom kinds that cells use: a namespaced one in two versions, and parameters of the whole cluster. */
export const definitions: readonly KubeObject[] = [
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${customGroup}` },
    spec: {
      group: customGroup,
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: widgetSchema({ depth: { type: 'integer' } }),
        },
        {
          ...{ name: 'v2', served: true, storage: false, subresources: { status: {} } },
          schema: widgetSchema({ depth: { type: 'integer', default: 4 } }),
        },
      ],
    },
  },
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `limits.${customGroup}` },
    spec: {
      group: customGroup,
      scope: 'Cluster',
      names: { plural: 'limits', singular: 'limit', kind: 'Limit', listKind: 'LimitList' },
      versions: [
        {
          ...{ name: 'v1', served: true, storage: true },
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  },
]
