import { type Fields, fieldsOf, listOf, own, stringOf, stringsOf } from '../fields.ts'
import { labelValueFaults } from '../schema/index.ts'

/** Labels of nodes that have gone out of use. Source: kubernetes, pkg/api/node/util.go. */
const deprecated: Readonly<Record<string, string>> = {
  'beta.kubernetes.io/arch': 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  'beta.kubernetes.io/os': 'deprecated since v1.14; use "kubernetes.io/os" instead',
  'failure-domain.beta.kubernetes.io/region':
    'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  'failure-domain.beta.kubernetes.io/zone':
    'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  'beta.kubernetes.io/instance-type':
    'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  'app.kubernetes.io/created-by': 'deprecated since v1.9',
  'scheduler.alpha.kubernetes.io/preferAvoidPods':
    'deprecated since v1.22; use Taints and Tolerations instead',
  'node-role.kubernetes.io/master': 'use "node-role.kubernetes.io/control-plane" instead',
}

const messageOf = (label: string): string => stringOf(own(deprecated, label))

/** Of the labels by which nodes are chosen. */
export function nodeWarnings(spec: Fields, at: (path: string) => string): readonly string[] {
  const chosen = Object.keys(fieldsOf(spec.nodeSelector)).filter(label => messageOf(label) !== '')
  return [
    ...chosen.map(label => `${at(`nodeSelector[${label}]`)}: ${messageOf(label)}`),
    ...affinityWarnings(fieldsOf(fieldsOf(spec.affinity).nodeAffinity), at),
  ]
}

function affinityWarnings(affinity: Fields, at: (path: string) => string): readonly string[] {
  const { requiredDuringSchedulingIgnoredDuringExecution: required } = affinity
  const { preferredDuringSchedulingIgnoredDuringExecution: preferred } = affinity
  const path = at('affinity.nodeAffinity')
  return [
    ...listOf(fieldsOf(required).nodeSelectorTerms).flatMap((term, index) =>
      termWarnings(
        term,
        `${path}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[${index}]`,
      ),
    ),
    ...listOf(preferred).flatMap((term, index) => {
      const { preference } = fieldsOf(term)
      const place = `${path}.preferredDuringSchedulingIgnoredDuringExecution[${index}].preference`
      return [...termWarnings(preference, place, true)]
    }),
  ]
}

/** @param isPreferred what is only preferred is not refused for a value that no label can have */
function termWarnings(term: unknown, path: string, isPreferred = false): readonly string[] {
  return listOf(fieldsOf(term).matchExpressions).flatMap((each, index) => {
    const { key, values } = fieldsOf(each)
    const place = `${path}.matchExpressions[${index}]`
    return [
      ...topologyWarnings(stringOf(key), `${place}.key`),
      ...(isPreferred ? stringsOf(values) : []).flatMap((value, at) =>
        labelValueFaults(value).map(fault => `${place}.values[${at}]: ${value} is invalid, ${fault}`),
      ),
    ]
  })
}

/** Of a label that is named at a path of its own. */
export function topologyWarnings(label: string, path: string): readonly string[] {
  const message = messageOf(label)
  return message === '' ? [] : [`${path}: ${label} is ${message}`]
}
