import { type Fields, fieldsOf, listOf, stringOf, stringsOf } from '../fields.ts'
import { addressWarnings } from './addresses.ts'
import { containerWarnings } from './containers.ts'
import { nodeWarnings, topologyWarnings } from './nodeLabels.ts'
import { fractionWarnings } from './quantities.ts'
import { volumeWarnings } from './volumes.ts'

export interface Template {
  /** A pod, or what has `metadata` and `spec` of one. */
  readonly template: Fields
  /** Where it stands; empty for a pod itself. */
  readonly path: string
  readonly minor: number
}

/** Of a pod or a template. Source: kubernetes, pkg/api/pod/warnings.go. */
export function specWarnings({ template, path, minor }: Template): readonly string[] {
  const spec = fieldsOf(template.spec)
  const annotations = fieldsOf(fieldsOf(template.metadata).annotations)
  const under = path === '' ? '' : `${path}.`
  const at = (field: string): string => `${under}spec.${field}`
  const annotationAt = (key: string): string => `${under}metadata.annotations[${key}]`
  return [
    ...nodeWarnings(spec, at),
    ...spreadWarnings(spec, at),
    ...annotationWarnings(annotations, annotationAt),
    ...volumeWarnings(spec, at, minor),
    ...repeatedWarnings(spec, at),
    ...['memory', 'ephemeral-storage'].flatMap(each => fractionWarnings(spec.overhead, each, at('overhead'))),
    ...seccompWarnings(spec, annotations, annotationAt),
    ...containerWarnings({ spec, annotations, at, annotationAt }),
    ...graceWarnings(spec, at),
    ...podAffinityWarnings(spec, at),
    ...stringsOf(fieldsOf(spec.dnsConfig).nameservers).flatMap((each, index) =>
      addressWarnings(each, at(`dnsConfig.nameservers[${index}]`)),
    ),
    ...listOf(spec.hostAliases).flatMap((each, index) =>
      addressWarnings(stringOf(fieldsOf(each).ip), at(`hostAliases[${index}].ip`)),
    ),
  ]
}

type At = (field: string) => string

const noSelector = (path: string): string => `${path}: a null labelSelector results in matching no pod`

function spreadWarnings(spec: Fields, at: At): readonly string[] {
  return listOf(spec.topologySpreadConstraints).flatMap((each, index) => {
    const { topologyKey, labelSelector } = fieldsOf(each)
    const path = at(`topologySpreadConstraints[${index}]`)
    return [
      ...topologyWarnings(stringOf(topologyKey), `${path}.topologyKey`),
      ...((labelSelector ?? null) === null ? [noSelector(`${path}.labelSelector`)] : []),
    ]
  })
}

function podAffinityWarnings(spec: Fields, at: At): readonly string[] {
  return ['podAffinity', 'podAntiAffinity'].flatMap(name => {
    const affinity = fieldsOf(fieldsOf(spec.affinity)[name])
    const of = (kind: 'required' | 'preferred', inside: string): readonly string[] => {
      const field = `${kind}DuringSchedulingIgnoredDuringExecution`
      return listOf(affinity[field]).flatMap((each, index) => {
        const term = inside === '' ? fieldsOf(each) : fieldsOf(fieldsOf(each).podAffinityTerm)
        const path = at(`affinity.${name}.${field}[${index}]${inside}.labelSelector`)
        return (term.labelSelector ?? null) === null ? [noSelector(path)] : []
      })
    }
    return [...of('required', ''), ...of('preferred', '.podAffinityTerm')]
  })
}

const sysctls = 'non-functional in v1.11+; use the "sysctls" field instead'
const deprecatedAnnotations: Readonly<Record<string, string>> = {
  'scheduler.alpha.kubernetes.io/critical-pod':
    'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.kubernetes.io/sysctls': sysctls,
  'security.alpha.kubernetes.io/unsafe-sysctls': sysctls,
}

function annotationWarnings(annotations: Fields, at: At): readonly string[] {
  return Object.entries(deprecatedAnnotations).flatMap(([key, message]) =>
    Object.hasOwn(annotations, key) ? [`${at(key)}: ${message}`] : [],
  )
}

function seccompWarnings(spec: Fields, annotations: Fields, at: At): readonly string[] {
  const key = 'seccomp.security.alpha.kubernetes.io/pod'
  const profile = fieldsOf(spec.securityContext).seccompProfile ?? null
  return profile === null && Object.hasOwn(annotations, key)
    ? [`${at(key)}: non-functional in v1.27+; use the "seccompProfile" field instead`]
    : []
}

/** Host aliases of one address, pull secrets of one name or of none. */
function repeatedWarnings(spec: Fields, at: At): readonly string[] {
  const values = (list: unknown, name: string): readonly string[] =>
    listOf(list).map(each => stringOf(fieldsOf(each)[name]))
  const addresses = values(spec.hostAliases, 'ip')
  const secrets = values(spec.imagePullSecrets, 'name')
  const isRepeated = (value: string, index: number, all: readonly string[]): boolean =>
    all.indexOf(value) < index
  return [
    ...addresses.flatMap((ip, index) =>
      isRepeated(ip, index, addresses)
        ? [`${at(`hostAliases[${index}].ip`)}: duplicate ip ${JSON.stringify(ip)}`]
        : [],
    ),
    ...secrets.flatMap((name, index) =>
      isRepeated(name, index, secrets)
        ? [`${at(`imagePullSecrets[${index}].name`)}: duplicate name ${JSON.stringify(name)}`]
        : [],
    ),
    ...secrets.flatMap((name, index) =>
      name === '' ? [`${at(`imagePullSecrets[${index}].name`)}: invalid empty name ""`] : [],
    ),
  ]
}

function graceWarnings({ terminationGracePeriodSeconds: seconds }: Fields, at: At): readonly string[] {
  return typeof seconds === 'number' && seconds < 0
    ? [
        `${at('terminationGracePeriodSeconds')}: must be >= 0; negative values are invalid and will be treated as 1`,
      ]
    : []
}
