import type { JsonObject } from '../../../cel/kubernetes/index.ts'
import { fieldOf, isSet, objectOf, objectsAt, textAt } from '../json.ts'
import { compareNames } from '../lookups.ts'

/** What checks look at: a pod, or the template of one. */
export interface CheckedPod {
  readonly spec: JsonObject
  readonly annotations: JsonObject
  /** Init containers, containers and ephemeral ones. */
  readonly containers: readonly JsonObject[]
}

/** Why a check forbids a pod: in a few words, and what exactly. */
export interface Violation {
  readonly reason: string
  readonly detail: string
}

export type Check = (pod: CheckedPod) => Violation | null

export function checkedPod(metadata: JsonObject, spec: JsonObject): CheckedPod {
  const lists = ['initContainers', 'containers', 'ephemeralContainers']
  return {
    spec,
    annotations: objectOf(fieldOf(metadata, 'annotations')),
    containers: lists.flatMap(list => objectsAt(spec, list)),
  }
}

export const securityOf = (owner: JsonObject): JsonObject => objectOf(fieldOf(owner, 'securityContext'))

/** A field of the security context as an object, or null where it is not set. */
export function securityPart(owner: JsonObject, name: string): JsonObject | null {
  const security = securityOf(owner)
  return isSet(security, name) ? objectOf(fieldOf(security, name)) : null
}

export const namesOf = (containers: readonly JsonObject[]): readonly string[] =>
  containers.map(container => textAt(container, 'name'))

export const quoted = (texts: Iterable<string>): string => [...texts].map(text => `"${text}"`).join(', ')

export const sorted = (texts: ReadonlySet<string>): readonly string[] => [...texts].toSorted(compareNames)

export const plural = (singular: string, many: string, count: number): string =>
  count === 1 ? singular : many

/** `container "a"`, `containers "a", "b"`. */
export const containersInWords = (names: readonly string[]): string =>
  `${plural('container', 'containers', names.length)} ${quoted(names)}`

/** `pod and containers "a", "b"`: who sets something forbidden. */
export function settersInWords(isPod: boolean, names: readonly string[]): string {
  return [...(isPod ? ['pod'] : []), ...(names.length > 0 ? [containersInWords(names)] : [])].join(' and ')
}

/** Pods in a user namespace of their own are root of nothing. */
export const hasOwnUsers = (pod: CheckedPod): boolean => fieldOf(pod.spec, 'hostUsers') === false

export const isWindows = (pod: CheckedPod): boolean =>
  textAt(objectOf(fieldOf(pod.spec, 'os')), 'name') === 'windows'
