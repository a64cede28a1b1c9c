import { type Fields, isObject } from '../read.ts'
import { pullPolicyOf } from './image.ts'
import { defaultPodResources, requestsOfLimits } from './podResources.ts'
import { dropAnnotations, fill, found, inside, listed, type Rule, text } from './rule.ts'

const initContainerAnnotations = [
  'pod.beta.kubernetes.io/init-containers',
  'pod.alpha.kubernetes.io/init-containers',
  'pod.beta.kubernetes.io/init-container-statuses',
  'pod.alpha.kubernetes.io/init-container-statuses',
]

const container: Rule = {
  decides: ['imagePullPolicy'],
  apply: fields => fill(fields, 'imagePullPolicy', pullPolicyOf(text(fields.image))),
}

/** A volume of no kind is an empty directory. */
const volume: Rule = {
  decides: ['emptyDir'],
  apply: fields => {
    if (!Object.keys(fields).some(name => name !== 'name')) fields.emptyDir = inside(fields, 'emptyDir')
  },
}

const podSpec: Rule = {
  apply: fields => {
    const account = text(fields.serviceAccountName) || text(fields.serviceAccount)
    if (account === '') return
    fields.serviceAccountName = account
    fields.serviceAccount = account
  },
}

/** On the host’s network a container’s ports are the host’s. */
function portsOfHost(spec: Fields): void {
  for (const each of [...listed(spec, 'containers'), ...listed(spec, 'initContainers')]) {
    for (const port of listed(each, 'ports')) {
      if (port.containerPort !== undefined) fill(port, 'hostPort', port.containerPort)
    }
  }
}

const pod: Rule = {
  apply: fields => {
    const spec = inside(fields, 'spec')
    for (const each of [...listed(spec, 'containers'), ...listed(spec, 'initContainers')])
      requestsOfLimits(each)
    defaultPodResources(spec)
    fill(spec, 'enableServiceLinks', true)
    if (spec.hostNetwork === true) portsOfHost(spec)
    if (Number(spec.terminationGracePeriodSeconds ?? 0) < 0) spec.terminationGracePeriodSeconds = 1
    dropAnnotations(fields, initContainerAnnotations)
  },
}

const podTemplate: Rule = { apply: fields => dropAnnotations(fields, initContainerAnnotations) }

const podStatus: Rule = {
  apply: fields => {
    const address = text(fields.podIP)
    const first = text(listed(fields, 'podIPs')[0]?.ip)
    const hasList = Array.isArray(fields.podIPs) && fields.podIPs.length > 0
    if (address !== '' && first !== address) fields.podIPs = [{ ip: address }]
    else if (hasList && first !== '') fields.podIP = first
  },
}

const image: Rule = {
  decides: ['pullPolicy'],
  apply: fields => fill(fields, 'pullPolicy', pullPolicyOf(text(fields.reference))),
}

/** An amount that a limit range sets stands for those that it does not. */
const limitRangeItem: Rule = {
  apply: fields => {
    if (fields.type !== 'Container') return
    const byDefault = inside(fields, 'default')
    const requested = inside(fields, 'defaultRequest')
    const fillFrom = (target: Fields, source: Fields | undefined) => {
      for (const [name, amount] of Object.entries(source ?? {})) fill(target, name, amount ?? '0')
    }
    fillFrom(byDefault, found(fields, 'max'))
    fillFrom(requested, byDefault)
    fillFrom(requested, found(fields, 'min'))
  },
}

export const podRules: readonly (readonly [string, Rule])[] = [
  ['Container', container],
  ['EphemeralContainer', container],
  ['Volume', volume],
  ['ImageVolumeSource', image],
  ['PodSpec', podSpec],
  ['Pod', pod],
  ['PodTemplateSpec', podTemplate],
  ['PodStatus', podStatus],
  ['LimitRangeItem', limitRangeItem],
]

/** For rules of kinds with a template: its labels, where it has any. */
export function templateLabels(spec: Fields | undefined): Fields | undefined {
  const labels = found(found(found(spec, 'template'), 'metadata'), 'labels')
  return isObject(labels) ? labels : undefined
}
