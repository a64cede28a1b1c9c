import { withDefaults } from '../../../shared/admission/defaults/index.ts'
import { type JsonObject, sameJson } from '../../../shared/admission/values/index.ts'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { at, mapping } from '../tables/index.ts'

const generated = new Set(['pod-template-hash'])

/** A pod template with all defaults, without the label that tells replica sets apart. */
export function plainTemplate(template: unknown): JsonObject {
  const { $patch: _patch, ...rest } = mapping(template)
  const labels = Object.entries(mapping(at(rest, 'metadata', 'labels'))).filter(
    ([key]) => !generated.has(key),
  )
  const { creationTimestamp: _time, annotations, ...metadata } = mapping(rest.metadata)
  const noted = Object.keys(mapping(annotations)).length === 0 ? {} : { annotations }
  const bare = { ...rest, metadata: { ...metadata, ...noted, labels: Object.fromEntries(labels) } }
  const set = { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: {}, spec: { template: bare } }
  const kind = { group: 'apps', version: 'v1', kind: 'ReplicaSet' }
  const { object } = withDefaults(kind, JSON.parse(JSON.stringify(set)) as JsonObject)
  return mapping(at(object, 'spec', 'template')) as JsonObject
}

export function hasTemplate(object: KubeObject, template: JsonObject): boolean {
  return sameJson(plainTemplate(at(object, 'spec', 'template')), template)
}
