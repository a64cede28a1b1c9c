import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Fields, fieldsOf, listOf, stringOf } from '../fields.ts'
import { atomicAt } from './atomic.ts'
import { atomicInKind, atomicInPodSpec, podSpecAt } from './atomicPaths.ts'

const folder = join(import.meta.dirname, '../../../main/snapshot/schemas/openapi')
const schemas = new Map<string, Fields>(
  readdirSync(folder).flatMap(file => {
    const document = fieldsOf(JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString('utf8')))
    return Object.entries(fieldsOf(fieldsOf(document.components).schemas)).map(
      ([name, schema]) => [name, fieldsOf(schema)] as const,
    )
  }),
)

/** The schema at a field, with what the field says beside its reference; lists are gone into. */
function resolved(schema: Fields): Fields {
  const reference = stringOf(schema.$ref) || stringOf(fieldsOf(listOf(schema.allOf)[0]).$ref)
  return reference === ''
    ? schema
    : { ...resolved(fieldsOf(schemas.get(reference.split('/').at(-1) ?? ''))), ...schema }
}

function isAtomicAt(root: string, path: string): boolean {
  let schema = resolved(fieldsOf(schemas.get(root)))
  for (const step of path.split('.')) {
    const next = resolved(fieldsOf(fieldsOf(schema.properties)[step]))
    schema = next
    if (next.type === 'array') {
      if (!['map', 'set'].includes(stringOf(next['x-kubernetes-list-type']))) continue
      schema = resolved(fieldsOf(next.items))
    }
  }
  return schema.type === 'array' || schema['x-kubernetes-map-type'] === 'atomic'
}

const roots: Readonly<Record<string, string>> = {
  services: 'io.k8s.api.core.v1.Service',
  nodes: 'io.k8s.api.core.v1.Node',
  deployments: 'io.k8s.api.apps.v1.Deployment',
  statefulsets: 'io.k8s.api.apps.v1.StatefulSet',
  ingresses: 'io.k8s.api.networking.v1.Ingress',
  networkpolicies: 'io.k8s.api.networking.v1.NetworkPolicy',
  roles: 'io.k8s.api.rbac.v1.Role',
  jobs: 'io.k8s.api.batch.v1.Job',
  horizontalpodautoscalers: 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler',
}

describe('atomic fields', () => {
  it.each(atomicInPodSpec)('%s of a Pod’s spec is one by the server’s schema', path => {
    expect(isAtomicAt('io.k8s.api.core.v1.PodSpec', path)).toBe(true)
  })

  it.each(Object.entries(roots))('those of %s are such by the server’s schema', (resource, root) => {
    const paths = atomicInKind.get(resource) ?? []
    expect(paths).not.toEqual([])
    expect(paths.filter(path => !isAtomicAt(root, path))).toEqual([])
  })

  it.each([
    ['pods', 'spec.tolerations', 'spec.tolerations'],
    ['pods', 'spec.tolerations.key', 'spec.tolerations'],
    ['deployments', 'spec.template.spec.containers.args', 'spec.template.spec.containers.args'],
    ['deployments', 'spec.selector.matchLabels', 'spec.selector'],
    ['pods', 'spec.containers.image', null],
    ['pods', 'metadata.labels', null],
    ['deployments', 'spec.replicas', null],
    ['constructor', 'spec.x', null],
  ])('%s %s lies in %s', (resource, path, expected) => {
    expect(atomicAt(resource, path.split('.'), null)).toBe(expected)
  })

  it('a Pod’s spec is where kinds have it', () => {
    expect(podSpecAt.get('cronjobs')).toBe('spec.jobTemplate.spec.template.spec')
  })
})
