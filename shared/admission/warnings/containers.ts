import { type Fields, fieldsOf, listOf, own, stringOf } from '../fields.ts'
import { sameJson } from '../values/index.ts'
import { type PlacedContainer, portWarnings } from './ports.ts'
import { fractionWarnings } from './quantities.ts'

export interface PodParts {
  readonly spec: Fields
  readonly annotations: Fields
  /** Where a field of the spec stands. */
  readonly at: (field: string) => string
  readonly annotationAt: (key: string) => string
}

/** Of all containers of a pod, in the server’s order. Source: kubernetes, pkg/api/pod/warnings.go. */
export function containerWarnings(parts: PodParts): readonly string[] {
  const { spec, at } = parts
  const containers = ['initContainers', 'containers', 'ephemeralContainers'].flatMap(field =>
    listOf(spec[field]).map((each, index) => ({
      container: fieldsOf(each),
      path: at(`${field}[${index}]`),
    })),
  )
  return [...containers.flatMap(each => ownWarnings(each, parts)), ...portWarnings(containers)]
}

function ownWarnings({ container, path }: PlacedContainer, parts: PodParts): readonly string[] {
  const { limits, requests } = fieldsOf(container.resources)
  return [
    ...profileWarnings(container, parts),
    ...['memory', 'ephemeral-storage'].flatMap(resource => [
      ...fractionWarnings(limits, resource, `${path}.resources.limits`),
      ...fractionWarnings(requests, resource, `${path}.resources.requests`),
    ]),
    ...hiddenVariables(container, path),
  ]
}

/** Profiles that stand in annotations of old. */
function profileWarnings(
  container: Fields,
  { spec, annotations, annotationAt }: PodParts,
): readonly string[] {
  const name = stringOf(container.name)
  const context = fieldsOf(container.securityContext)
  const seccomp = `container.seccomp.security.alpha.kubernetes.io/${name}`
  const appArmor = `container.apparmor.security.beta.kubernetes.io/${name}`
  const isSeccomp = (context.seccompProfile ?? null) === null && Object.hasOwn(annotations, seccomp)
  const isAppArmor =
    (context.appArmorProfile ?? null) === null &&
    stringOf(fieldsOf(spec.os).name) !== 'windows' &&
    Object.hasOwn(annotations, appArmor) &&
    !sameJson(fieldsOf(spec.securityContext).appArmorProfile ?? null, appArmorOf(own(annotations, appArmor)))
  return [
    ...(isSeccomp
      ? [`${annotationAt(seccomp)}: non-functional in v1.27+; use the "seccompProfile" field instead`]
      : []),
    ...(isAppArmor
      ? [`${annotationAt(appArmor)}: deprecated since v1.30; use the "appArmorProfile" field instead`]
      : []),
  ]
}

const localhost = 'localhost/'

/** The field that an annotation stands for; undefined where it stands for none, which equals no field. */
function appArmorOf(annotation: unknown): Fields | undefined {
  const text = stringOf(annotation)
  if (text === 'unconfined') return { type: 'Unconfined' }
  if (text === 'runtime/default') return { type: 'RuntimeDefault' }
  return text.startsWith(localhost)
    ? { type: 'Localhost', localhostProfile: text.slice(localhost.length) }
    : undefined
}

/** Variables that come again without a use of what they were. */
function hiddenVariables({ env }: Fields, path: string): readonly string[] {
  const seen = new Set<string>()
  return listOf(env).flatMap((each, index) => {
    const { name, value, valueFrom } = fieldsOf(each)
    const variable = stringOf(name)
    if (!seen.has(variable)) {
      seen.add(variable)
      return []
    }
    const reference = `$(${variable})`
    const text = stringOf(value)
    const isHidden = (valueFrom ?? null) !== null || text === reference || !text.includes(reference)
    return isHidden
      ? [
          `${path}.env[${index}]: hides previous definition of ${JSON.stringify(variable)}, which may be dropped when using apply`,
        ]
      : []
  })
}
