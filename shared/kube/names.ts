import type { ResourceInfo } from './resource.ts'

/** Short names that people use for kinds whose API gives none. */
const commonAliases: ReadonlyMap<string, string> = new Map([
  ['validatingadmissionpolicies', 'vap'],
  ['validatingadmissionpolicybindings', 'vapb'],
  ['mutatingadmissionpolicies', 'map'],
  ['mutatingadmissionpolicybindings', 'mapb'],
  ['validatingwebhookconfigurations', 'vwc'],
  ['mutatingwebhookconfigurations', 'mwc'],
  ['clusterrolebindings', 'crb'],
  ['rolebindings', 'rb'],
])

/**
 * Characters of what names an object, at most: what is longer is no object of a cluster. Names are
 * bounded to 253 by nearly every kind, and by what fits into an address for the others.
 */
export const longest = { group: 253, version: 63, resource: 253, namespace: 253, name: 1024 } as const

/** Every word that means a kind, in lower case: plural, singular, kind and short names. */
export function kindNames(info: ResourceInfo): readonly string[] {
  const alias = commonAliases.get(info.resource)
  return [
    info.resource,
    info.singular,
    info.kind.toLowerCase(),
    ...info.shortNames,
    ...(alias === undefined || info.shortNames.length > 0 ? [] : [alias]),
  ]
}
