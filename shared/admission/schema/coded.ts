import { CelError } from '../../cel/index.ts'
import { type Amount, compareAmounts, parseAmount } from '../../cel/kubernetes/index.ts'
import { isObject, own, sameJson } from '../values/index.ts'
import { childPath } from './fieldPath.ts'
import { fileNameFaults, labelFaults } from './names.ts'
import { duplicate, type FieldProblem, forbidden, invalid, required } from './problem.ts'
import type { Fields } from './structural.ts'

/**
 * Rules of built-in kinds that stand in the server’s code and in no schema: the few that many objects meet
 * (`pkg/apis/{core,apps}/validation`).
 */
const rules: ReadonlyMap<string, (value: Fields, path: string) => Iterable<FieldProblem>> = new Map([
  ['api.core.v1.ConfigMap', files],
  ['api.core.v1.Secret', files],
  ['api.core.v1.ServiceSpec', service],
  ['api.core.v1.ServicePort', servicePort],
  ['api.core.v1.ContainerPort', containerPort],
  ['api.core.v1.Container', container],
  ['api.core.v1.EphemeralContainer', container],
  ['api.core.v1.ResourceRequirements', resources],
  ['api.core.v1.Volume', volume],
  ['api.core.v1.PodSpec', podSpec],
  ['api.core.v1.ReplicationControllerSpec', counts],
  ['api.apps.v1.DeploymentSpec', workload],
  ['api.apps.v1.ReplicaSetSpec', workload],
  ['api.apps.v1.StatefulSetSpec', workload],
  ['api.apps.v1.DaemonSetSpec', workload],
  ['api.batch.v1.JobSpec', counts],
  ['api.batch.v1.CronJobSpec', counts],
])

/** @param name of the schema of the value */
export function codedProblems(name: string, value: Fields, path: string): Iterable<FieldProblem> {
  return rules.get(name.replace(/^io\.k8s\./, ''))?.(value, path) ?? []
}

/** Keys become names of files. */
function* files(object: Fields, path: string): Generator<FieldProblem> {
  const [data, binary] = ['data', 'binaryData'].map(name => own(object, name))
  for (const [name, map] of [
    ['data', data],
    ['binaryData', binary],
  ] as const) {
    for (const key of isObject(map) ? Object.keys(map) : []) {
      const field = `${childPath(path, name)}[${key}]`
      for (const fault of fileNameFaults(key)) yield invalid(field, key, fault)
      if (name === 'data' && isObject(binary) && Object.hasOwn(binary, key))
        yield invalid(field, key, 'duplicate of key present in binaryData')
    }
  }
}

const badPort = 'must be between 1 and 65535, inclusive'

const isPort = (value: unknown): boolean => typeof value === 'number' && value >= 1 && value <= 65535

/** Only a name for something else, or one without an address, needs no ports. */
function* service(spec: Fields, path: string): Generator<FieldProblem> {
  const ports = own(spec, 'ports')
  if (Array.isArray(ports) && ports.length > 0) return
  if (own(spec, 'type') !== 'ExternalName' && own(spec, 'clusterIP') !== 'None')
    yield required(`${path}.ports`)
}

function* servicePort(port: Fields, path: string): Generator<FieldProblem> {
  const [number = 0, target, name] = ['port', 'targetPort', 'name'].map(one => own(port, one))
  if (typeof name === 'string' && name !== '')
    for (const fault of labelFaults(name)) yield invalid(`${path}.name`, name, fault)
  if (!isPort(number)) yield invalid(`${path}.port`, number, badPort)
  // A target of 0 is one that was not given.
  if (typeof target === 'number' && target !== 0 && !isPort(target))
    yield invalid(`${path}.targetPort`, target, badPort)
}

function* containerPort(port: Fields, path: string): Generator<FieldProblem> {
  const number = own(port, 'containerPort') ?? 0
  if (number === 0) yield required(`${path}.containerPort`)
  else if (!isPort(number)) yield invalid(`${path}.containerPort`, number, badPort)
  const host = own(port, 'hostPort') ?? 0
  if (host !== 0 && !isPort(host)) yield invalid(`${path}.hostPort`, host, badPort)
}

function* container(one: Fields, path: string): Generator<FieldProblem> {
  const [name, image] = [own(one, 'name'), own(one, 'image')]
  if (typeof name === 'string' && name !== '')
    for (const fault of labelFaults(name)) yield invalid(`${path}.name`, name, fault)
  if (image === undefined || image === null || image === '') yield required(`${path}.image`)
}

/** What a container asks for must not be more than it may have. */
function* resources(requirements: Fields, path: string): Generator<FieldProblem> {
  const [requests, limits] = [own(requirements, 'requests'), own(requirements, 'limits')]
  if (!isObject(requests) || !isObject(limits)) return
  for (const [name, request] of Object.entries(requests)) {
    const limit = own(limits, name)
    const [asked, allowed] = [amountOf(request), amountOf(limit)]
    if (asked === null || allowed === null || compareAmounts(asked, allowed) <= 0) continue
    const text = `must be less than or equal to ${name} limit of ${String(limit)}`
    yield invalid(`${path}.requests`, request, text)
  }
}

function amountOf(value: unknown): Amount | null {
  const amount = typeof value === 'string' || typeof value === 'number' ? parseAmount(String(value)) : null
  return amount instanceof CelError ? null : amount
}

/** Sources in the order in which the server looks at them. */
const sources = [
  ...[
    'emptyDir',
    'hostPath',
    'gitRepo',
    'gcePersistentDisk',
    'awsElasticBlockStore',
    'secret',
    'nfs',
    'iscsi',
  ],
  ...[
    'glusterfs',
    'flocker',
    'persistentVolumeClaim',
    'rbd',
    'cinder',
    'cephfs',
    'quobyte',
    'downwardAPI',
    'fc',
  ],
  ...[
    'flexVolume',
    'configMap',
    'azureFile',
    'vsphereVolume',
    'photonPersistentDisk',
    'portworxVolume',
    'azureDisk',
  ],
  ...['storageos', 'projected', 'scaleIO', 'csi', 'ephemeral', 'image'],
]

function* volume(value: Fields, path: string): Generator<FieldProblem> {
  const given = sources.filter(source => (own(value, source) ?? null) !== null)
  for (const source of given.slice(1))
    yield forbidden(`${path}.${source}`, 'may not specify more than 1 volume type')
}

function* podSpec(spec: Fields, path: string): Generator<FieldProblem> {
  for (const list of ['volumes', 'containers', 'initContainers']) {
    const seen = new Set<unknown>()
    const elements = own(spec, list)
    for (const [index, element] of (Array.isArray(elements) ? elements : []).entries()) {
      const name = isObject(element) ? own(element, 'name') : undefined
      if (typeof name === 'string' && seen.has(name)) yield duplicate(`${path}.${list}[${index}].name`, name)
      seen.add(name)
    }
  }
}

const counted = [
  ...[
    'replicas',
    'minReadySeconds',
    'revisionHistoryLimit',
    'progressDeadlineSeconds',
    'parallelism',
    'completions',
  ],
  ...['backoffLimit', 'activeDeadlineSeconds', 'ttlSecondsAfterFinished', 'startingDeadlineSeconds'],
  ...['successfulJobsHistoryLimit', 'failedJobsHistoryLimit'],
]

function* counts(spec: Fields, path: string): Generator<FieldProblem> {
  for (const name of counted) {
    const value = own(spec, name)
    if (typeof value === 'number' && value < 0)
      yield invalid(`${path}.${name}`, value, 'must be greater than or equal to 0')
  }
}

function* workload(spec: Fields, path: string): Generator<FieldProblem> {
  yield* counts(spec, path)
  const selector = own(spec, 'selector')
  const template = own(spec, 'template')
  const metadata = isObject(template) ? own(template, 'metadata') : undefined
  const labels = isObject(metadata) ? own(metadata, 'labels') : undefined
  const wanted = isObject(selector) ? own(selector, 'matchLabels') : undefined
  const has = isObject(labels) ? labels : {}
  const isMatching =
    !isObject(wanted) || Object.entries(wanted).every(([name, value]) => own(has, name) === value)
  if (!isMatching)
    yield invalid(
      `${path}.template.metadata.labels`,
      labels ?? null,
      '`selector` does not match template `labels`',
    )
}

const fixedSelectors: ReadonlySet<string> = new Set(['Deployment', 'ReplicaSet', 'DaemonSet', 'Job'])

/** What may not change. */
export function codedUpdateProblems(object: Fields, old: unknown): readonly FieldProblem[] {
  const kind = own(object, 'kind')
  if (typeof kind !== 'string' || !isObject(old)) return []
  const core = own(object, 'apiVersion') === 'v1' ? kind : ''
  if (core === 'Secret' && own(object, 'type') !== own(old, 'type'))
    return [invalid('type', own(object, 'type') ?? '', 'field is immutable'), ...frozen(object, old)]
  if (core === 'Secret' || core === 'ConfigMap') return frozen(object, old)
  if (!fixedSelectors.has(kind)) return []
  const selectorOf = (whole: Fields): unknown => {
    const spec = own(whole, 'spec')
    return isObject(spec) ? (own(spec, 'selector') ?? null) : null
  }
  const [selector, before] = [selectorOf(object), selectorOf(old)]
  // A Job gets its selector from the server.
  if (sameJson(selector, before) || (kind === 'Job' && selector === null)) return []
  return [invalid('spec.selector', selector, 'field is immutable')]
}

/** A ConfigMap or a Secret that was made so does not change any more. */
function frozen(object: Fields, old: Fields): readonly FieldProblem[] {
  if (own(old, 'immutable') !== true) return []
  const isChanged = (name: string): boolean =>
    name === 'immutable'
      ? own(object, name) !== true
      : !sameJson(own(object, name) ?? {}, own(old, name) ?? {})
  return ['immutable', 'data', 'binaryData']
    .filter(isChanged)
    .map(name => forbidden(name, 'field is immutable when `immutable` is set'))
}
