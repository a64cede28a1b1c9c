import type { KubeObject } from '../../../shared/kube/index.ts'
import { ageCell } from './duration.ts'
import { at, count, integer, list, mapping, text } from './fields.ts'
import { accessModesCell, createdAt, type Printer } from './print.ts'

const age = (object: KubeObject, now: number): string => ageCell(object.metadata.creationTimestamp, now)

function nodeStatus(node: KubeObject): string {
  const ready = list(at(node, 'status', 'conditions')).find(condition => at(condition, 'type') === 'Ready')
  const states = [
    ready === undefined ? 'Unknown' : at(ready, 'status') === 'True' ? 'Ready' : 'NotReady',
    ...(at(node, 'spec', 'unschedulable') === true ? ['SchedulingDisabled'] : []),
  ]
  return states.join(',')
}

function nodeRoles(node: KubeObject): string {
  const prefix = 'node-role.kubernetes.io/'
  const roles = new Set<string>()
  for (const [key, value] of Object.entries(mapping(node.metadata.labels))) {
    if (key.startsWith(prefix) && key.length > prefix.length) roles.add(key.slice(prefix.length))
    else if (key === 'kubernetes.io/role' && value !== '') roles.add(text(value))
  }
  return roles.size === 0 ? '<none>' : [...roles].sort().join(',')
}

const printNode: Printer = (node, now) => {
  const address = (type: string): string =>
    text(
      at(
        list(at(node, 'status', 'addresses')).find(entry => at(entry, 'type') === type),
        'address',
      ),
      '<none>',
    )
  const architecture = text(at(node, 'status', 'nodeInfo', 'architecture'))
  const fact = (name: string): string => text(at(node, 'status', 'nodeInfo', name), '<unknown>')
  return [
    nodeStatus(node),
    nodeRoles(node),
    age(node, now),
    text(at(node, 'status', 'nodeInfo', 'kubeletVersion')),
    address('InternalIP'),
    address('ExternalIP'),
    fact('osImage'),
    architecture === '' ? fact('kernelVersion') : `${fact('kernelVersion')} (${architecture})`,
    fact('containerRuntimeVersion'),
  ]
}

const phaseOf = (object: KubeObject): string =>
  object.metadata.deletionTimestamp === undefined ? text(at(object, 'status', 'phase')) : 'Terminating'

const printVolume: Printer = (object, now) => {
  const claim = at(object, 'spec', 'claimRef')
  return [
    text(at(object, 'spec', 'capacity', 'storage'), '0'),
    accessModesCell(at(object, 'spec', 'accessModes')),
    text(at(object, 'spec', 'persistentVolumeReclaimPolicy')),
    phaseOf(object),
    claim === undefined ? '' : `${text(at(claim, 'namespace'))}/${text(at(claim, 'name'))}`,
    text(at(object, 'spec', 'storageClassName')),
    text(at(object, 'spec', 'volumeAttributesClassName'), '<unset>'),
    text(at(object, 'status', 'reason')),
    age(object, now),
    text(at(object, 'spec', 'volumeMode'), '<unset>'),
  ]
}

const printClaim: Printer = (object, now) => {
  const isBound = text(at(object, 'spec', 'volumeName')) !== ''
  return [
    phaseOf(object),
    text(at(object, 'spec', 'volumeName')),
    isBound ? text(at(object, 'status', 'capacity', 'storage'), '0') : '',
    isBound ? accessModesCell(at(object, 'status', 'accessModes')) : '',
    text(at(object, 'spec', 'storageClassName')),
    text(at(object, 'spec', 'volumeAttributesClassName'), '<unset>'),
    age(object, now),
    text(at(object, 'spec', 'volumeMode'), '<unset>'),
  ]
}

const printStorageClass: Printer = (object, now) => [
  text(at(object, 'provisioner')),
  text(at(object, 'reclaimPolicy'), 'Delete'),
  text(at(object, 'volumeBindingMode'), 'Immediate'),
  at(object, 'allowVolumeExpansion') === true,
  age(object, now),
]

function quotaCells(quota: KubeObject): readonly [string, string] {
  const used = mapping(at(quota, 'status', 'used'))
  const hard = mapping(at(quota, 'status', 'hard'))
  const cell = (isLimit: boolean): string =>
    Object.keys(hard)
      .sort()
      .filter(name => name.startsWith('limits') === isLimit)
      .map(name => `${name}: ${text(used[name])}/${text(hard[name])}`)
      .join(', ')
  return [cell(false), cell(true)]
}

const printEvent: Printer = (event, now) => {
  const series = at(event, 'series')
  const eventTime = at(event, 'eventTime')
  const first = ageCell(at(event, 'firstTimestamp') ?? eventTime, now)
  const lastSeen = at(event, 'lastTimestamp')
  const last = lastSeen === undefined || lastSeen === null ? first : ageCell(lastSeen, now)
  const component = text(at(event, 'source', 'component'), text(at(event, 'reportingComponent')))
  const host = text(at(event, 'source', 'host'), text(at(event, 'reportingInstance')))
  const kind = text(at(event, 'involvedObject', 'kind')).toLowerCase()
  const name = text(at(event, 'involvedObject', 'name'))
  return [
    series === undefined ? last : ageCell(at(series, 'lastObservedTime'), now),
    text(at(event, 'type')),
    text(at(event, 'reason')),
    name === '' ? kind : `${kind}/${name}`,
    text(at(event, 'involvedObject', 'fieldPath')),
    host === '' ? component : `${component}, ${host}`,
    text(at(event, 'message')).trim(),
    first,
    integer(at(series, 'count'), integer(at(event, 'count')) || 1),
    event.metadata.name ?? '',
  ]
}

export const clusterPrinters: Readonly<Record<string, Printer>> = {
  '/configmaps': (object, now) => [
    count(at(object, 'data')) + count(at(object, 'binaryData')),
    age(object, now),
  ],
  '/secrets': (object, now) => [text(at(object, 'type')), count(at(object, 'data')), age(object, now)],
  '/serviceaccounts': (object, now) => [age(object, now)],
  '/namespaces': (object, now) => [text(at(object, 'status', 'phase')), age(object, now)],
  '/nodes': printNode,
  '/persistentvolumes': printVolume,
  '/persistentvolumeclaims': printClaim,
  '/resourcequotas': (object, now) => [...quotaCells(object), age(object, now)],
  '/limitranges': object => [createdAt(object)],
  'storage.k8s.io/storageclasses': printStorageClass,
  'coordination.k8s.io/leases': (object, now) => [
    text(at(object, 'spec', 'holderIdentity')),
    age(object, now),
  ],
}

/** An event's row begins with the time, not with the name. */
export const printEventRow = printEvent
