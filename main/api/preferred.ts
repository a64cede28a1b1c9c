import type { ResourceInfo } from '../../shared/kube/index.ts'

/**
 * Marks one version of each resource as preferred: that of the group where it serves the
 * resource, else the first that does. A resource that is only in an older or newer version than
 * the preferred one (`resource.k8s.io/v1alpha3 resourcepoolstatusrequests`) is not lost this way.
 * @param resources in the server's order of preference
 */
export function markPreferred(resources: readonly ResourceInfo[]): readonly ResourceInfo[] {
  const chosen = new Map<string, ResourceInfo>()
  for (const info of resources) {
    const key = `${info.group}/${info.resource}`
    const known = chosen.get(key)
    if (known === undefined || (info.preferred && !known.preferred)) chosen.set(key, info)
  }
  return resources.map(info => {
    const preferred = chosen.get(`${info.group}/${info.resource}`) === info
    return preferred === info.preferred ? info : { ...info, preferred }
  })
}
