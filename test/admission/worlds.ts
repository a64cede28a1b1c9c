import { authorizerFromRbac } from '../../shared/admission/gates/index.ts'
import type { SchemaKnown, WebhookAnswer, WebhookCall, World } from '../../shared/admission/trace/index.ts'
import type { GroupVersionKind, JsonObject } from '../../shared/cel/kubernetes/index.ts'
import type { KubeObject, ResourceInfo } from '../../shared/kube/index.ts'
import { customResources, groupVersionOf } from './address.ts'
import { fieldsOf, listOf } from './json.ts'
import type { Base } from './recording.ts'

export interface WorldParts {
  readonly base: Base
  readonly objects: readonly KubeObject[]
  readonly documents: Readonly<Record<string, unknown>>
  readonly now: number
  readonly webhookAnswer: (call: WebhookCall) => WebhookAnswer | null
}

/** A cluster of which everything is known: what a server had, and what it published of its kinds. */
export function worldOf({ base, objects, documents, now, webhookAnswer }: WorldParts): World {
  const all = latest([...base.objects, ...objects])
  const byKind = Map.groupBy(all, object => `${groupVersionOf(object.apiVersion).group}/${object.kind}`)
  const resources: readonly ResourceInfo[] = [...base.resources, ...customResources(all)]
  const schemas = new Map<string, SchemaKnown>()
  const world: World = {
    minor: base.minor,
    now,
    served: { resources, failedGroups: new Set() },
    objects: ({ group, version, kind, namespace, name }) => {
      const isServed = resources.some(
        each => each.group === group && each.kind === kind && (version === '' || each.version === version),
      )
      if (!isServed) return { state: 'notServed' }
      const items = (byKind.get(`${group}/${kind}`) ?? []).filter(
        ({ metadata }) =>
          (namespace === '' || (metadata.namespace ?? '') === namespace) &&
          (name === '' || metadata.name === name),
      )
      const asWanted = version === '' ? items : items.map(item => inVersion(item, group, version))
      return { state: 'known', items: asWanted, staleSince: null }
    },
    schema: kind => {
      const key = JSON.stringify([kind.group, kind.version, kind.kind])
      const known = schemas.get(key) ?? schemaOf(kind, { ...base.documents, ...documents })
      schemas.set(key, known)
      return known
    },
    authorize: question => authorizerFromRbac(world)(question),
    webhookAnswer,
  }
  return world
}

/** The last of those that stand for the same object. */
function latest(objects: readonly KubeObject[]): readonly KubeObject[] {
  const found = new Map<string, KubeObject>()
  for (const object of objects) {
    const { namespace = '', name } = object.metadata
    found.set(`${groupVersionOf(object.apiVersion).group} ${object.kind} ${namespace} ${name}`, object)
  }
  return [...found.values()]
}

// Versions of custom kinds without a conversion differ in their name alone.
function inVersion(object: KubeObject, group: string, version: string): KubeObject {
  const apiVersion = group === '' ? version : `${group}/${version}`
  return object.apiVersion === apiVersion ? object : { ...object, apiVersion }
}

/** Kinds of subresources (Scale, Eviction) stand in the documents of the resources that have them. */
function schemaOf(kind: GroupVersionKind, documents: Readonly<Record<string, unknown>>): SchemaKnown {
  const own = documents[kind.group === '' ? kind.version : `${kind.group}/${kind.version}`]
  for (const document of [own, ...Object.values(documents)]) {
    const schemas = fieldsOf(fieldsOf(fieldsOf(document).components).schemas)
    const root = Object.keys(schemas).find(name => isOfKind(schemas[name], kind))
    if (root !== undefined) return { state: 'known', root, schemas }
  }
  return { state: 'none' }
}

function isOfKind(schema: unknown, { group, version, kind }: GroupVersionKind): boolean {
  return listOf(fieldsOf(schema)['x-kubernetes-group-version-kind']).some(each => {
    const named = fieldsOf(each)
    return named.group === group && named.version === version && named.kind === kind
  })
}

/** JSON as the contract has it; what came from a server is nothing else. */
export const jsonObject = (value: unknown): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
