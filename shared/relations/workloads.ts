import { isMapping, type KubeObject, parseApiVersion } from '../kube/index.ts'
import {
  kinds,
  type Lookup,
  matching,
  named,
  namespaceOf,
  selectedPods,
  selectorAt,
  selects,
} from './lookup.ts'
import { at, listAt, textAt } from './read.ts'

/** Where a kind keeps the specification of its pods; null for kinds that have none. */
export function podSpecOf(object: KubeObject): unknown {
  if (object.kind === 'Pod') return object.spec
  if (object.kind === 'CronJob') return at(object, 'spec', 'jobTemplate', 'spec', 'template', 'spec')
  return at(object, 'spec', 'template', 'spec') ?? null
}

/** What a pod specification names: configuration, claims, account and node. Each object once. */
export function podReferences(object: KubeObject): readonly Lookup[] {
  const spec = podSpecOf(object)
  if (!isMapping(spec)) return []
  const namespace = namespaceOf(object)
  const found = [
    ...named('runs on', kinds.node, '', textAt(spec, 'nodeName')),
    ...named('runs as', kinds.serviceAccount, namespace, textAt(spec, 'serviceAccountName')),
    ...listAt(spec, 'imagePullSecrets').flatMap(secret =>
      named('pulls with', kinds.secret, namespace, textAt(secret, 'name')),
    ),
    ...listAt(spec, 'volumes').flatMap(volume => volumeReferences(volume, namespace, object)),
    ...['initContainers', 'containers', 'ephemeralContainers'].flatMap(list =>
      listAt(spec, list).flatMap(container => environmentReferences(container, namespace)),
    ),
  ]
  return uniqueNames(found)
}

/** Claims that a pod mounts: in a tree they hang below each pod of a StatefulSet. */
export function podClaims(object: KubeObject): readonly Lookup[] {
  const spec = podSpecOf(object)
  if (listAt(spec, 'volumes').every(volume => !isClaim(volume))) return none
  return podReferences(object).filter(lookup => lookup.kind === kinds.volumeClaim)
}

const none: readonly Lookup[] = []

function isClaim(volume: unknown): boolean {
  return at(volume, 'persistentVolumeClaim') !== undefined || at(volume, 'ephemeral') !== undefined
}

function volumeReferences(volume: unknown, namespace: string, object: KubeObject): readonly Lookup[] {
  const ephemeral = at(volume, 'ephemeral') === undefined ? '' : textAt(volume, 'name')
  return [
    ...named('mounts', kinds.configMap, namespace, textAt(volume, 'configMap', 'name')),
    ...named('mounts', kinds.secret, namespace, textAt(volume, 'secret', 'secretName')),
    ...named('mounts', kinds.volumeClaim, namespace, textAt(volume, 'persistentVolumeClaim', 'claimName')),
    ...(ephemeral !== '' && object.kind === 'Pod'
      ? named('mounts', kinds.volumeClaim, namespace, `${object.metadata.name}-${ephemeral}`)
      : []),
    ...listAt(volume, 'projected', 'sources').flatMap(source => [
      ...named('mounts', kinds.configMap, namespace, textAt(source, 'configMap', 'name')),
      ...named('mounts', kinds.secret, namespace, textAt(source, 'secret', 'name')),
    ]),
  ]
}

function environmentReferences(container: unknown, namespace: string): readonly Lookup[] {
  return [
    ...listAt(container, 'envFrom').flatMap(source => [
      ...named('reads', kinds.configMap, namespace, textAt(source, 'configMapRef', 'name')),
      ...named('reads', kinds.secret, namespace, textAt(source, 'secretRef', 'name')),
    ]),
    ...listAt(container, 'env').flatMap(variable => [
      ...named('reads', kinds.configMap, namespace, textAt(variable, 'valueFrom', 'configMapKeyRef', 'name')),
      ...named('reads', kinds.secret, namespace, textAt(variable, 'valueFrom', 'secretKeyRef', 'name')),
    ]),
  ]
}

function uniqueNames(lookups: readonly Lookup[]): readonly Lookup[] {
  const seen = new Map<string, Lookup>()
  for (const lookup of lookups) {
    const key = lookup.type === 'named' ? `${lookup.kind.kind}/${lookup.name}` : ''
    if (!seen.has(key)) seen.set(key, lookup)
  }
  return [...seen.values()]
}

/** Pods whose specification names the object: it must lie in their namespace. */
export function podsUsing(object: KubeObject): readonly Lookup[] {
  const { name } = object.metadata
  return [
    matching('used by', kinds.pod, namespaceOf(object), pod =>
      podReferences(pod).some(
        lookup => lookup.type === 'named' && lookup.kind.kind === object.kind && lookup.name === name,
      ),
    ),
  ]
}

/** The target of a HorizontalPodAutoscaler. */
export function scaleTarget(object: KubeObject): readonly Lookup[] {
  const target = at(object, 'spec', 'scaleTargetRef')
  const { group } = parseApiVersion(textAt(target, 'apiVersion'))
  const kind = { group, kind: textAt(target, 'kind') }
  return kind.kind === '' ? [] : named('scales', kind, namespaceOf(object), textAt(target, 'name'))
}

/** Autoscalers and disruption budgets that concern a workload. */
export function workloadUsers(object: KubeObject): readonly Lookup[] {
  const namespace = namespaceOf(object)
  const labels = { metadata: { name: '', labels: at(object, 'spec', 'template', 'metadata', 'labels') } }
  return [
    matching('scaled by', { group: 'autoscaling', kind: 'HorizontalPodAutoscaler' }, namespace, scaler =>
      scaleTarget(scaler).some(
        lookup =>
          lookup.type === 'named' && lookup.kind.kind === object.kind && lookup.name === object.metadata.name,
      ),
    ),
    ...selectorUsers(namespace, labels as KubeObject),
  ]
}

/** What selects pods with these labels: Services, disruption budgets, network policies. */
export function selectorUsers(namespace: string, pod: KubeObject): readonly Lookup[] {
  const bySelector =
    (...path: readonly string[]) =>
    (candidate: KubeObject): boolean => {
      const selector = selectorAt(candidate, ...path)
      return selector !== null && selects(selector, pod)
    }
  return [
    matching('selected by', kinds.service, namespace, service => {
      const labels = at(service, 'spec', 'selector')
      if (!isMapping(labels) || Object.keys(labels).length === 0) return false
      return bySelector('selector')({ ...service, selector: { matchLabels: labels } })
    }),
    matching(
      'protected by',
      { group: 'policy', kind: 'PodDisruptionBudget' },
      namespace,
      bySelector('spec', 'selector'),
    ),
    matching(
      'restricted by',
      { group: 'networking.k8s.io', kind: 'NetworkPolicy' },
      namespace,
      bySelector('spec', 'podSelector'),
    ),
  ]
}

/** Pods that an object selects by a LabelSelector at a path. */
export function podsSelectedBy(object: KubeObject, ...path: readonly string[]): readonly Lookup[] {
  const selector = selectorAt(object, ...path)
  return selector === null ? [] : [selectedPods('selects', namespaceOf(object), selector)]
}
