import { emptyFields, type Fields, isZero } from '../read.ts'
import { copyMap, decidedOutside, fill, found, inside, listed, type Rule, text } from './rule.ts'

const affinitySeconds = 10_800

function sessionAffinity(spec: Fields): void {
  fill(spec, 'sessionAffinity', 'None')
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig
  if (spec.sessionAffinity !== 'ClientIP') return
  const seconds = found(found(spec, 'sessionAffinityConfig'), 'clientIP')?.timeoutSeconds
  if (seconds !== undefined) return
  const clientIP = emptyFields()
  clientIP.timeoutSeconds = affinitySeconds
  const config = emptyFields()
  config.clientIP = clientIP
  spec.sessionAffinityConfig = config
}

function trafficPolicies(spec: Fields): void {
  const type = text(spec.type)
  const externalAddresses = spec.externalIPs
  const isExternal =
    type === 'LoadBalancer' ||
    type === 'NodePort' ||
    (type === 'ClusterIP' && Array.isArray(externalAddresses) && externalAddresses.length > 0)
  if (isExternal) fill(spec, 'externalTrafficPolicy', 'Cluster')
  if (['NodePort', 'LoadBalancer', 'ClusterIP'].includes(type)) fill(spec, 'internalTrafficPolicy', 'Cluster')
}

const service: Rule = {
  apply: fields => {
    const spec = inside(fields, 'spec')
    sessionAffinity(spec)
    fill(spec, 'type', 'ClusterIP')
    for (const port of listed(spec, 'ports')) {
      if (port.targetPort === undefined || isZero(port.targetPort)) port.targetPort = port.port ?? 0
    }
    trafficPolicies(spec)
    if (spec.type !== 'LoadBalancer') return
    fill(spec, 'allocateLoadBalancerNodePorts', true)
    for (const ingress of listed(found(found(fields, 'status'), 'loadBalancer'), 'ingress')) {
      if (text(ingress.ip) !== '') fill(ingress, 'ipMode', 'VIP')
    }
  },
}

const nodeStatus: Rule = {
  apply: fields => {
    const capacity = found(fields, 'capacity')
    if (capacity !== undefined) fill(fields, 'allocatable', copyMap(capacity))
  },
}

const nodeSpec: Rule = {
  apply: fields => {
    const one = text(fields.podCIDR)
    const all = Array.isArray(fields.podCIDRs) ? fields.podCIDRs : []
    if (one !== '' && all[0] !== one) fields.podCIDRs = [one]
    else if (typeof all[0] === 'string' && all[0] !== '') fields.podCIDR = all[0]
  },
}

const nameLabel = 'kubernetes.io/metadata.name'
const namespace: Rule = {
  apply: fields => {
    const name = text(found(fields, 'metadata')?.name)
    if (name !== '') inside(inside(fields, 'metadata'), 'labels')[nameLabel] = name
  },
}

function base64(content: string): string {
  let bytes = ''
  for (const byte of new TextEncoder().encode(content)) bytes += String.fromCharCode(byte)
  return btoa(bytes)
}

const secret: Rule = {
  apply: fields => {
    const texts = found(fields, 'stringData')
    delete fields.stringData
    if (texts === undefined || Object.keys(texts).length === 0) return
    const bytes = inside(fields, 'data')
    for (const [name, content] of Object.entries(texts)) bytes[name] = base64(text(content))
  },
}

const persistentVolume: Rule = {
  apply: fields => {
    const spec = inside(fields, 'spec')
    fill(spec, 'persistentVolumeReclaimPolicy', 'Retain')
    fill(spec, 'volumeMode', 'Filesystem')
  },
}

const rbac = 'rbac.authorization.k8s.io'
const subject: Rule = {
  apply: fields => {
    if (fields.kind === 'User' || fields.kind === 'Group') fill(fields, 'apiGroup', rbac)
  },
}

const alpha = 'rbac.authorization.k8s.io/v1alpha1'
/** The first version of subjects: the version tells the group, and everybody was a user. */
const alphaSubject: Rule = {
  apply: fields => {
    if (fields.kind === 'User' && fields.name === '*') {
      fields.kind = 'Group'
      fields.name = 'system:authenticated'
    }
    if (fields.kind === 'ServiceAccount') fields.apiVersion = 'v1'
    else if (fields.kind === 'User' || fields.kind === 'Group') fields.apiVersion = alpha
    else {
      const [group = '', ...more] = text(fields.apiVersion).split('/')
      delete fields.apiVersion
      if (more.length === 1 && group !== '') fields.apiVersion = `${group}/`
    }
  },
}

const networkPolicySpec: Rule = {
  decides: ['policyTypes'],
  apply: fields => {
    if (Array.isArray(fields.policyTypes) && fields.policyTypes.length > 0) return
    const hasEgress = Array.isArray(fields.egress) && fields.egress.length > 0
    fields.policyTypes = hasEgress ? ['Ingress', 'Egress'] : ['Ingress']
  },
}

const customResourceDefinition: Rule = {
  apply: fields => {
    const spec = inside(fields, 'spec')
    const names = inside(spec, 'names')
    const kind = text(names.kind)
    if (kind !== '') {
      fill(names, 'singular', kind.toLowerCase())
      fill(names, 'listKind', `${kind}List`)
    }
    const status = inside(fields, 'status')
    if (Array.isArray(status.storedVersions) && status.storedVersions.length > 0) return
    const stored = listed(spec, 'versions').find(({ storage }) => storage === true)
    if (stored !== undefined) status.storedVersions = [text(stored.name)]
  },
}

/** The server’s own type has no struct for the webhook, only what stands in it. */
const customResourceConversion: Rule = {
  apply: fields => {
    const webhook = found(fields, 'webhook')
    if (webhook?.clientConfig === undefined && webhook?.conversionReviewVersions === undefined)
      delete fields.webhook
  },
}

const exactCount: Rule = {
  decides: ['count'],
  apply: fields => {
    if (fields.allocationMode === 'ExactCount') fill(fields, 'count', 1)
  },
}

/** The first form of device requests: without a class it is one of alternatives, and has no count. */
const flatDeviceRequest: Rule = {
  apply: fields => {
    if (text(fields.deviceClassName) === '') return
    fill(fields, 'allocationMode', 'ExactCount')
    if (fields.allocationMode === 'ExactCount') fill(fields, 'count', 1)
  },
}

export const otherRules: readonly (readonly [string, Rule])[] = [
  ['Service', service],
  ['ServiceSpec', decidedOutside('internalTrafficPolicy', 'sessionAffinity', 'type')],
  ['NodeStatus', nodeStatus],
  ['NodeSpec', nodeSpec],
  ['Namespace', namespace],
  ['Secret', secret],
  ['PersistentVolume', persistentVolume],
  ['Subject@rbac/v1', subject],
  ['Subject@rbac/v1alpha1', alphaSubject],
  ['NetworkPolicySpec', networkPolicySpec],
  ['CustomResourceDefinition', customResourceDefinition],
  ['CustomResourceConversion', customResourceConversion],
  ['DeviceRequest@resource/v1beta1', flatDeviceRequest],
  ['Device@resource/v1beta1', { apply: fields => void inside(fields, 'basic') }],
  ['ExactDeviceRequest', exactCount],
  ['DeviceSubRequest', exactCount],
]
