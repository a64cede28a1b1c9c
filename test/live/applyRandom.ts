/** Random configurations of several kinds, and who writes them. */
import type { KubeObject } from '../../shared/kube/index.ts'
import type { Draw } from './patchRandom.ts'

export const namespace = 'apply'
export const managers = ['alpha', 'beta', 'gatehouse'] as const

/** A custom kind that has every way in which lists and mappings are merged. */
export const thingDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.apply.example' },
  spec: {
    group: 'apply.example',
    names: { plural: 'things', singular: 'thing', kind: 'Thing' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  size: { type: 'integer' },
                  text: { type: 'string', nullable: true },
                  labels: { type: 'object', additionalProperties: { type: 'string' } },
                  whole: {
                    type: 'object',
                    'x-kubernetes-map-type': 'atomic',
                    properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } },
                  },
                  names: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
                  args: { type: 'array', items: { type: 'string' } },
                  ports: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['port', 'protocol'],
                    items: {
                      type: 'object',
                      required: ['port'],
                      properties: {
                        port: { type: 'integer' },
                        protocol: { type: 'string', default: 'TCP' },
                        title: { type: 'string' },
                        inner: {
                          type: 'object',
                          properties: { x: { type: 'string' }, y: { type: 'string' } },
                        },
                      },
                    },
                  },
                  groups: {
                    type: 'object',
                    additionalProperties: {
                      type: 'object',
                      properties: { a: { type: 'string' }, b: { type: 'string' } },
                    },
                  },
                  free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                },
              },
              status: { type: 'object', properties: { phase: { type: 'string' } } },
            },
          },
        },
      },
    ],
  },
}

type Fields = Record<string, unknown>

const letters = ['a', 'b', 'c'] as const

function maybe(draw: Draw, fields: Record<string, () => unknown>, chance = 2): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, make]) => (draw.isOneIn(chance) ? [[name, make()]] : [])),
  )
}

const some = (draw: Draw): readonly string[] => letters.filter(() => draw.isOneIn(2))
const textMap = (draw: Draw): Fields => Object.fromEntries(some(draw).map(name => [name, draw.of(letters)]))

function metadataOf(draw: Draw, name: string): KubeObject['metadata'] {
  return {
    name,
    namespace,
    ...maybe(draw, { labels: () => textMap(draw), annotations: () => textMap(draw) }, 3),
  } as KubeObject['metadata']
}

function configMap(draw: Draw, name: string): KubeObject {
  const data = maybe(draw, { data: () => textMap(draw) }, 1)
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: metadataOf(draw, name), ...data }
}

function service(draw: Draw, name: string): KubeObject {
  const ports = [80, 81, 82]
    .filter(() => !draw.isOneIn(3))
    .map(port => ({
      port,
      name: `p${port}`,
      ...(draw.isOneIn(2) ? { protocol: 'TCP' } : {}),
      ...maybe(draw, { targetPort: () => draw.of([8080, 'web']) }),
    }))
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadataOf(draw, name),
    spec: {
      ports: ports.length === 0 ? [{ port: 80, name: 'p80' }] : ports,
      ...maybe(draw, { selector: () => textMap(draw), sessionAffinity: () => draw.of(['None', 'ClientIP']) }),
    },
  }
}

function container(draw: Draw, name: string): Fields {
  return {
    name,
    image: draw.of(['one', 'two']),
    ...maybe(draw, {
      args: () => some(draw),
      env: () => some(draw).map(each => ({ name: each, value: draw.of(letters) })),
      ports: () =>
        [80, 81]
          .filter(() => draw.isOneIn(2))
          .map(containerPort => ({ containerPort, ...(draw.isOneIn(2) ? { protocol: 'TCP' } : {}) })),
      resources: () =>
        maybe(draw, {
          limits: () => ({ cpu: draw.of(['1', '1000m', '2']) }),
          requests: () => ({ cpu: '1' }),
        }),
      volumeMounts: () => (draw.isOneIn(2) ? [{ name: 'v', mountPath: '/v' }] : []),
    }),
  }
}

function deployment(draw: Draw, name: string): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadataOf(draw, name),
    spec: {
      ...maybe(draw, {
        replicas: () => draw.below(3),
        paused: () => true,
        minReadySeconds: () => draw.below(3),
      }),
      selector: { matchLabels: { app: 'x' } },
      template: {
        metadata: { labels: { app: 'x', ...textMap(draw) } },
        spec: {
          containers: ['main', 'side', 'third']
            .filter(each => each === 'main' || draw.isOneIn(2))
            .map(each => container(draw, each)),
          volumes: [{ name: 'v', emptyDir: {} }],
          ...maybe(draw, {
            tolerations: () => some(draw).map(key => ({ key, operator: 'Exists' })),
            nodeSelector: () => textMap(draw),
          }),
        },
      },
    },
  }
}

function thing(draw: Draw, name: string): KubeObject {
  const spec = maybe(draw, {
    size: () => draw.below(3),
    text: () => draw.of([...letters, null]),
    labels: () => textMap(draw),
    whole: () => textMap(draw),
    names: () => some(draw),
    args: () => some(draw),
    ports: () =>
      [80, 81]
        .filter(() => draw.isOneIn(2))
        .map(port => ({
          port,
          ...(draw.isOneIn(2) ? { protocol: draw.of(['TCP', 'UDP']) } : {}),
          ...maybe(draw, {
            title: () => draw.of(letters),
            inner: () => maybe(draw, { x: () => draw.of(letters), y: () => draw.of(letters) }),
          }),
        })),
    groups: () =>
      Object.fromEntries(
        some(draw).map(each => [each, maybe(draw, { a: () => 'x', b: () => draw.of(letters) })]),
      ),
    free: () => ({
      ...textMap(draw),
      ...maybe(draw, { list: () => some(draw), deep: () => ({ deeper: textMap(draw) }) }),
    }),
  })
  return {
    apiVersion: 'apply.example/v1',
    kind: 'Thing',
    metadata: metadataOf(draw, name),
    ...maybe(draw, { spec: () => spec }, 1),
  }
}

export const kinds = [
  { resource: { group: '', version: 'v1', resource: 'configmaps' }, make: configMap },
  { resource: { group: '', version: 'v1', resource: 'services' }, make: service },
  { resource: { group: 'apps', version: 'v1', resource: 'deployments' }, make: deployment },
  { resource: { group: 'apply.example', version: 'v1', resource: 'things' }, make: thing },
] as const
