import { builtInKinds, type GoType, structNameOf, structOf } from '../../shared/admission/defaults/table.ts'
import { randomOf } from './celRandom.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

const quantities: readonly Json[] = [
  ...[
    '1',
    '1000m',
    '0',
    '100m',
    '0.5',
    '1.5',
    '1Gi',
    '1.5Gi',
    '1024Ki',
    '1025Ki',
    '1536Mi',
    '500Mi',
    '128974848',
  ],
  ...[
    '129e6',
    '1e3',
    '1E',
    '123M',
    '0.1Gi',
    '2000000',
    '1500',
    '+5',
    '05',
    '1.500',
    '-1',
    '-0.5Gi',
    '100k',
    '12e-1',
  ],
  ...[
    '1000000m',
    '8Ei',
    '9223372036854775807',
    '0.000000001',
    '3.2Ki',
    '1023',
    '0.5Ki',
    '10E',
    '1000Ki',
    '0Mi',
  ],
  ...[2, 0.5, 0, 1000, 1.25, 4096],
]
/** Smaller than a thousandth: rounded up in lists of resources. */
const tiny: readonly Json[] = ['1n', '100u', '1500u', '0.0001', '999999n', '1.0001', '-100u']
const times = [
  '2026-01-02T03:04:05Z',
  '2026-01-02T03:04:05+02:00',
  '2026-01-02T03:04:05.678Z',
  '0001-01-01T00:00:00Z',
]
const microTimes = [
  '2026-01-02T03:04:05.000006Z',
  '2026-01-02T03:04:05.123456-07:00',
  '0001-01-01T00:00:00.000000Z',
]
const images: readonly Json[] = [
  ...[
    'nginx',
    'nginx:latest',
    'nginx:1.25',
    'ghcr.io/a/b',
    'ghcr.io/a/b:v1',
    'localhost:5000/x',
    'localhost/x:latest',
  ],
  ...[
    'docker.io/x',
    'A/b',
    'a/B',
    'x:',
    '',
    'Nginx',
    `x@sha256:${'a'.repeat(64)}`,
    `x:latest@sha256:${'a'.repeat(64)}`,
  ],
  ...[
    `x@md5:${'a'.repeat(32)}`,
    'a'.repeat(64),
    'x y',
    'a/b/c:d.e',
    'index.docker.io/x',
    '[::1]:5000/x',
    'x_y__z--w',
  ],
]

/** Values that decide about defaults, by the name of their field. */
const telling: ReadonlyMap<string, readonly Json[]> = new Map(
  Object.entries({
    type: [
      ...[
        'RollingUpdate',
        'RollingUpdate',
        'Recreate',
        'OnDelete',
        'ClusterIP',
        'NodePort',
        'LoadBalancer',
        'ExternalName',
      ],
      ...[
        'Container',
        'Container',
        'Container',
        'Pod',
        'Resource',
        'ContainerResource',
        'Object',
        'External',
        'Pods',
      ],
    ],
    kind: ['User', 'Group', 'ServiceAccount', 'ConfigMap'],
    image: images,
    reference: images,
    protocol: ['TCP', 'UDP'],
    sessionAffinity: ['None', 'ClientIP'],
    restartPolicy: ['Always', 'Never', 'OnFailure'],
    allocationMode: ['ExactCount', 'All'],
    name: ['a', 'b', 'cpu', 'main'],
    podIP: ['10.0.0.1', '10.0.0.2'],
    ip: ['10.0.0.1', '10.0.0.2'],
    podCIDR: ['10.0.0.0/24', '10.1.0.0/24'],
    terminationGracePeriodSeconds: [0, 5, -1],
    'LimitRangeItem.type': ['Container', 'Container', 'Pod'],
  }),
)

const keys = {
  resources: ['cpu', 'memory', 'hugepages-2Mi', 'example.com/gpu', 'ephemeral-storage'],
  annotations: [
    ...['a', 'deprecated.daemonset.template.generation', 'deprecated.deployment.rollback.to'],
    ...['pod.beta.kubernetes.io/init-containers', 'autoscaling.alpha.kubernetes.io/behavior'],
  ],
  other: ['a', 'app', '__proto__', 'constructor'],
}

const usual = new Set([
  ...[
    'Pod',
    'Deployment',
    'DaemonSet',
    'StatefulSet',
    'ReplicaSet',
    'ReplicationController',
    'Job',
    'CronJob',
  ],
  ...[
    'Service',
    'Secret',
    'Node',
    'LimitRange',
    'PersistentVolume',
    'HorizontalPodAutoscaler',
    'NetworkPolicy',
  ],
  ...[
    'CustomResourceDefinition',
    'ResourceClaim',
    'RoleBinding',
    'Ingress',
    'ValidatingWebhookConfiguration',
  ],
])

/** Of many alternatives one or none is there. */
const sparse = new Set(['Volume', 'PersistentVolumeSpec'])

const odd: readonly Json[] = [
  1.5,
  'x',
  '',
  true,
  false,
  [],
  {},
  ['x'],
  [1],
  { a: 1 },
  { a: 'x' },
  [{}],
  2 ** 40,
  -1,
  '1',
]

/**
 * Objects of built-in kinds with anything in them that decodes, the same for the same seed; and with some
 * share of values that may not.
 */
export class ObjectWriter {
  readonly #random: () => number
  readonly #kinds = builtInKinds()
  /** Those with rules of their own, and used most. */
  readonly #usual = this.#kinds.filter(({ kind }) => usual.has(kind))

  readonly #oddShare: number

  constructor(seed: number, oddShare = 0) {
    this.#random = randomOf(seed)
    this.#oddShare = oddShare
  }

  object(kindAt: number): { readonly apiVersion: string; readonly kind: string; readonly object: Json } {
    const half = Math.floor(kindAt / 2)
    const from = kindAt % 2 === 0 ? this.#kinds : this.#usual
    const { apiVersion, kind } = from[half % from.length] ?? { apiVersion: 'v1', kind: 'Pod' }
    const made = this.#struct(structNameOf(apiVersion, kind) ?? 'Pod', 0, this.#pick([0.2, 0.4, 0.7]))
    return { apiVersion, kind, object: { ...(made as object), apiVersion, kind } }
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T
  }

  #struct(name: string, depth: number, share: number): Json {
    const made: Record<string, Json> = {}
    // Schemas are within schemas.
    if (depth > 14) return made
    const within = sparse.has(name) ? share / 10 : depth > 6 ? share / 3 : share
    for (const { name: field, type } of structOf(name).fields) {
      if (this.#random() > (depth === 0 ? 0.8 : within)) continue
      const hint = telling.has(`${name}.${field}`) ? `${name}.${field}` : field
      made[field] = this.#random() < 0.05 ? null : this.#perhapsOdd(type, depth, share, hint)
    }
    if (this.#random() < 0.1) made.unknownField = 1
    return made
  }

  #perhapsOdd(type: GoType, depth: number, share: number, field: string): Json {
    const isOdd = this.#oddShare > 0 && this.#random() < this.#oddShare
    return isOdd ? this.#pick(odd) : this.#value(type, depth, share, field)
  }

  #map(type: GoType, depth: number, share: number, from: readonly string[]): Json {
    const made = from.filter(() => this.#random() < 0.4)
    return Object.fromEntries(made.map(key => [key, this.#value(type, depth, share, key)]))
  }

  #text(field: string): Json {
    if (/^deprecated\./.test(field))
      return this.#pick(['1', '007', '+3', ''].filter(text => text !== '' || !field.includes('daemonset')))
    if (field.startsWith('autoscaling.')) return '{}'
    return this.#random() < 0.1 ? '' : this.#pick(telling.get(field) ?? ['x', 'y', 'ä"<&>'])
  }

  #value(type: GoType, depth: number, share: number, field: string): Json {
    switch (type.of) {
      case 'string':
        return this.#text(field)
      case 'bool':
        return this.#random() < 0.5
      case 'int32':
      case 'int64':
        return this.#pick(telling.get(field) ?? [0, 1, 2, 80, 443, -1])
      case 'uint8':
        return this.#pick([0, 1, 200])
      case 'float':
        return this.#pick([0, 1, 1.5, -0.25])
      case 'bytes':
        return this.#pick(['', 'YQ==', 'YWI=', 'YWJj', 'YR==', 'YW\nJj'])
      case 'time':
        return this.#pick(times)
      case 'microTime':
        return this.#pick(microTimes)
      case 'quantity':
        return this.#pick(quantities)
      case 'resources':
        return Object.fromEntries(
          keys.resources
            .filter(() => this.#random() < 0.4)
            .map(key => [key, this.#pick(this.#random() < 0.1 ? tiny : quantities)]),
        )
      case 'intOrString':
        return this.#pick([0, 1, 8080, '', '25%', 'http'])
      case 'raw':
        return this.#pick<Json>([{ a: 1, b: [null, { c: 'x' }] }, 'x', 1, [], {}, true])
      default:
        return this.#nested(type, depth, share, field)
    }
  }

  #nested(type: GoType, depth: number, share: number, field: string): Json {
    switch (type.of) {
      case 'pointer':
        return this.#value(type.element, depth, share, field)
      case 'list': {
        const length = this.#pick([0, 1, 1, 2])
        return Array.from({ length }, () =>
          this.#random() < 0.02 ? null : this.#value(type.element, depth + 1, share, field),
        )
      }
      case 'map':
        return this.#map(
          type.element,
          depth + 1,
          share,
          field === 'annotations' ? keys.annotations : keys.other,
        )
      case 'struct':
        return this.#struct(type.name, depth + 1, share)
      default:
        return this.#schemaOr(type, depth, share)
    }
  }

  #schemaOr({ of }: GoType, depth: number, share: number): Json {
    if (depth > 12) return of === 'schemaOrBool'
    if (of === 'schemaOrBool' && this.#random() < 0.5) return this.#random() < 0.5
    if (of === 'schemaOrTexts' && this.#random() < 0.5) return this.#pick<Json>([['a', 'b'], [], 'x'])
    const one = () => this.#struct('JSONSchemaProps', depth + 2, share / 2)
    return of === 'schemaOrList' && this.#random() < 0.5 ? [one(), one()] : one()
  }
}
