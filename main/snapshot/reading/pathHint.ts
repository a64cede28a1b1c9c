/** What the place of a file within a must-gather says of its objects. */
export interface PathHint {
  /** Empty for the core group. */
  readonly group: string
  readonly plural: string
}

const dnsName = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/

/**
 * `cluster-scoped-resources/GROUP/PLURAL.yaml`, `…/GROUP/PLURAL/NAME.yaml` and the same below
 * `namespaces/NAMESPACE/`, as `oc adm inspect` writes them. Null for any other place.
 */
export function pathHint(label: string): PathHint | null {
  const parts = label.split(/[/\\]|\s»\s/)
  const root = parts.findLastIndex(part => part === 'cluster-scoped-resources' || part === 'namespaces')
  if (root < 0) return null
  const below = parts.slice(root + (parts[root] === 'namespaces' ? 2 : 1))
  if (below.length !== 2 && below.length !== 3) return null
  const [group = '', second = ''] = below
  const plural = below.length === 2 ? second.replace(/\.(?:ya?ml|json)$/, '') : second
  const isNamed = dnsName.test(group) && dnsName.test(plural) && (group === 'core' || group !== 'pods')
  return isNamed ? { group: group === 'core' ? '' : group, plural } : null
}
