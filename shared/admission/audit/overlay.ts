import type { KubeObject } from '../../kube/index.ts'
import { parseApiVersion } from '../../kube/index.ts'
import type { Known } from '../known.ts'
import type { WantedObjects, World } from '../trace/types.ts'

export const admissionGroup = 'admissionregistration.k8s.io'

const identity = ({ metadata }: KubeObject): string => `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`

/** Whether a draft's object is one of those that are wanted. */
function isWanted(object: KubeObject, { group, kind, namespace, name }: WantedObjects): boolean {
  return (
    object.kind === kind &&
    parseApiVersion(object.apiVersion).group === group &&
    (namespace === '' || object.metadata.namespace === namespace) &&
    (name === '' || object.metadata.name === name)
  )
}

/** A world that answers otherwise than another; what it answers is made once for each answer of that one. */
function changedWorld(world: World, change: (wanted: WantedObjects, known: Known) => Known): World {
  const made = new Map<string, { readonly from: Known; readonly to: Known }>()
  return {
    ...world,
    objects: wanted => {
      const from = world.objects(wanted)
      const { group, version, kind, namespace, name } = wanted
      const key = `${group}/${version}/${kind}/${namespace}/${name}`
      const before = made.get(key)
      if (before?.from === from) return before.to
      const to = change(wanted, from)
      made.set(key, { from, to })
      return to
    },
  }
}

/**
 * The world in which a draft is applied: its objects stand in for those of their name, or come to them. A kind
 * that is not served counts as served where the draft has some of it.
 */
export function withDraft(world: World, draft: readonly KubeObject[]): World {
  return changedWorld(world, (wanted, known) => {
    const own = draft.filter(object => isWanted(object, wanted))
    if (own.length === 0 || known.state === 'loading' || known.state === 'unreadable') return known
    const items = known.state === 'known' ? known.items : []
    const replaced = new Set(own.map(identity))
    const kept = items.filter(object => !replaced.has(identity(object)))
    return { staleSince: null, ...known, state: 'known', items: [...kept, ...own] }
  })
}

/** The world with fewer policies: those that the claim takes. */
export function withPolicies(world: World, claim: (policy: KubeObject) => boolean): World {
  return changedWorld(world, ({ group, kind }, known) =>
    known.state === 'known' && group === admissionGroup && /^(?:Valid|Mut)atingAdmissionPolicy$/.test(kind)
      ? { ...known, items: known.items.filter(claim) }
      : known,
  )
}
