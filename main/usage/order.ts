import type { Resource } from '../../shared/kube/index.ts'
import type { MetricsFeed, Scope } from './metricsFeed.ts'

/** Numbers beside the rows of a kind, by which a list may be ordered. */
export interface FollowedNumbers {
  /** By `namespace/name`; another map once they changed, and this one stays as it is. */
  values(): ReadonlyMap<string, number>
  close(): void
}

/** The use of CPU or memory of pods and nodes; null for other kinds and columns. */
export function followUse(
  feed: () => MetricsFeed,
  { group, resource }: Resource,
  namespaces: readonly string[],
  column: string,
  changed: () => void,
): FollowedNumbers | null {
  const name = column.toLowerCase()
  const isKnown = group === '' && (resource === 'pods' || resource === 'nodes')
  if (!isKnown || (name !== 'cpu' && name !== 'memory')) return null
  const spaces = resource === 'nodes' || namespaces.length === 0 ? [''] : namespaces
  const scopes = spaces.map((namespace): Scope => ({ kind: resource, namespace }))
  const followed = feed()
  const look = followed.look(scopes, changed)
  const items = resource === 'pods' ? followed.pods : followed.nodes
  let madeAt = -1
  let made: ReadonlyMap<string, number> = new Map()
  return {
    values: () => {
      if (madeAt === followed.beats.last) return made
      madeAt = followed.beats.last
      const values = new Map<string, number>()
      for (const [key, measured] of items.items) {
        const value = measured.latest[name]
        if (value !== null) values.set(key, value)
      }
      made = values
      return made
    },
    close: () => look.close(),
  }
}
