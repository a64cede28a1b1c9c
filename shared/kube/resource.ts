export interface GroupVersion {
  /** Empty for the core group. */
  readonly group: string
  readonly version: string
}

/** Group, version and plural: the address of a kind in the API. */
export interface Resource extends GroupVersion {
  /** Lower-case plural, e.g. `pods`. */
  readonly resource: string
}

export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection'

/** What discovery says of one resource (not a subresource). */
export interface ResourceInfo extends Resource {
  readonly kind: string
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly namespaced: boolean
  readonly verbs: readonly string[]
  /** True in the version that the server prefers for its group. */
  readonly preferred: boolean
  readonly subresources: readonly SubresourceInfo[]
}

export interface SubresourceInfo {
  /** e.g. `status`, `scale`, `exec`. */
  readonly name: string
  readonly kind: string
  readonly verbs: readonly string[]
}

/** `apps/v1`, or `v1` for the core group. */
export function apiVersionOf({ group, version }: GroupVersion): string {
  return group === '' ? version : `${group}/${version}`
}

export function parseApiVersion(apiVersion: string): GroupVersion {
  const slash = apiVersion.indexOf('/')
  if (slash < 0) return { group: '', version: apiVersion }
  return { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) }
}

/** Stable key of a resource, e.g. `apps/v1/deployments` or `/v1/pods`. */
export function resourceKey({ group, version, resource }: Resource): string {
  return `${group}/${version}/${resource}`
}
