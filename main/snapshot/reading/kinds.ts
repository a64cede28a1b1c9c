import { builtInGroups } from '../catalog/index.ts'

export interface KnownKind {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly resource: string
  readonly namespaced: boolean
}

/** The built-in kinds, by group and kind in one version and in any. */
export class BuiltInKinds {
  readonly #exact = new Map<string, KnownKind>()
  readonly #anyVersion = new Map<string, KnownKind>()
  readonly #anyGroup = new Map<string, KnownKind>()

  constructor() {
    for (const { metadata, versions } of builtInGroups())
      for (const { version, resources } of versions)
        for (const { resource, responseKind, scope } of resources) {
          const group = metadata.name ?? ''
          const { kind } = responseKind
          const known = { group, version, kind, resource, namespaced: scope === 'Namespaced' }
          this.#exact.set(`${group}/${version}/${kind}`, known)
          if (!this.#anyVersion.has(`${group}/${kind}`)) this.#anyVersion.set(`${group}/${kind}`, known)
          if (!this.#anyGroup.has(kind)) this.#anyGroup.set(kind, known)
        }
  }

  find(group: string, version: string, kind: string): KnownKind | null {
    return this.#exact.get(`${group}/${version}/${kind}`) ?? null
  }

  /** The kind in the version that is served, for an object of another. */
  inAnyVersion(group: string, kind: string): KnownKind | null {
    return this.#anyVersion.get(`${group}/${kind}`) ?? null
  }

  /** Scope and plural of a kind of the project in a group or version that is not served any more. */
  elsewhere(group: string, kind: string): Pick<KnownKind, 'resource' | 'namespaced'> | null {
    const isUpstream = group === '' || !group.includes('.') || group.endsWith('.k8s.io')
    if (!isUpstream) return null
    const further = furtherKinds.get(kind)
    if (further !== undefined) return further
    return movedGroups.has(group) ? (this.#anyGroup.get(kind) ?? null) : null
  }
}

/** Groups whose kinds are in other groups by now. */
const movedGroups = new Set(['extensions', 'events.k8s.io'])

const cluster = (resource: string) => ({ resource, namespaced: false })
const namespaced = (resource: string) => ({ resource, namespaced: true })

/** Kinds of Kubernetes that are not among the embedded ones, or not any more. */
const furtherKinds: ReadonlyMap<string, Pick<KnownKind, 'resource' | 'namespaced'>> = new Map([
  ['APIService', cluster('apiservices')],
  ['CertificateSigningRequest', cluster('certificatesigningrequests')],
  ['ClusterTrustBundle', cluster('clustertrustbundles')],
  ['ComponentStatus', cluster('componentstatuses')],
  ['DeviceClass', cluster('deviceclasses')],
  ['FlowSchema', cluster('flowschemas')],
  ['NodeMetrics', cluster('nodes')],
  ['PodCertificateRequest', namespaced('podcertificaterequests')],
  ['PodMetrics', namespaced('pods')],
  ['PodPreset', namespaced('podpresets')],
  ['PodSecurityPolicy', cluster('podsecuritypolicies')],
  ['PriorityLevelConfiguration', cluster('prioritylevelconfigurations')],
  ['ResourceClaim', namespaced('resourceclaims')],
  ['ResourceClaimTemplate', namespaced('resourceclaimtemplates')],
  ['ResourceSlice', cluster('resourceslices')],
  ['RuntimeClass', cluster('runtimeclasses')],
  ['StorageVersion', cluster('storageversions')],
  ['StorageVersionMigration', cluster('storageversionmigrations')],
])

/** The plural that a kind most likely has, as English forms it. */
export function guessedPlural(kind: string): string {
  const singular = kind.toLowerCase()
  // Ingress, Status; but Endpoints, Settings and the constraints of Gatekeeper are plurals already.
  if (/s$/.test(singular) && !/(?:ss|us|is|as)$/.test(singular)) return singular
  if (/(?:s|x|z|ch|sh)$/.test(singular)) return `${singular}es`
  if (/[^aeiou]y$/.test(singular)) return `${singular.slice(0, -1)}ies`
  return `${singular}s`
}
