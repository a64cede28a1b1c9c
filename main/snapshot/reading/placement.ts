import type { FurtherKinds, InferredKind } from '../catalog/index.ts'
import type { StoredResource } from '../store/index.ts'
import type { DefinedKind } from './definitions.ts'
import type { TakenKind } from './intake.ts'
import { type BuiltInKinds, guessedPlural } from './kinds.ts'

/** Where the objects of one kind and version go. */
export interface Placement {
  readonly stored: StoredResource
  readonly namespaced: boolean
  /** How the kind is served where nothing else says so. */
  readonly inferred: InferredKind | null
  /** Built-in `group/version/resource` that the kind stands in for as long as it has no objects itself. */
  readonly standsInFor: string
}

/** Decides where a kind's objects go: built-in, defined by the dump, or inferred from the objects alone. */
export function placementOf(
  taken: TakenKind,
  builtIn: BuiltInKinds,
  defined: ReadonlyMap<string, DefinedKind>,
): Placement {
  const { group, version, kind } = taken
  const exact = builtIn.find(group, version, kind)
  if (exact !== null) return { stored: exact, namespaced: exact.namespaced, inferred: null, standsInFor: '' }
  const other = builtIn.inAnyVersion(group, kind)
  if (other !== null)
    return inferredAs(taken, other.resource, other.namespaced, `${group}/${other.version}/${other.resource}`)
  const definition = defined.get(`${group}/${kind}`)
  if (definition !== undefined) {
    const { plural, namespaced, servedVersions } = definition
    if (!servedVersions.has(version)) return inferredAs(taken, plural, namespaced, '')
    return { stored: { group, resource: plural }, namespaced, inferred: null, standsInFor: '' }
  }
  const known = builtIn.elsewhere(group, kind)
  if (known !== null) return inferredAs(taken, known.resource, known.namespaced, '')
  const isNamespaced = [...taken.objects.values()].some(({ namespace }) => namespace !== '')
  return inferredAs(taken, taken.plural || guessedPlural(kind), isNamespaced, '')
}

function inferredAs(
  { group, version, kind }: TakenKind,
  resource: string,
  namespaced: boolean,
  standsInFor: string,
): Placement {
  // Each version by itself: nobody here knows how one becomes the other.
  const stored = { group, resource: `${version}/${resource}` }
  return {
    stored,
    namespaced,
    inferred: { group, version, kind, resource, namespaced, stored },
    standsInFor,
  }
}

/** What the placements say of kinds together. */
export function furtherKinds(placements: ReadonlyMap<TakenKind, Placement>): FurtherKinds {
  const filled = new Set(
    [...placements]
      .filter(([{ objects }, { inferred }]) => inferred === null && objects.size > 0)
      .map(([{ version }, { stored }]) => `${stored.group}/${version}/${stored.resource}`),
  )
  const all = [...placements.values()]
  return {
    inferred: all.flatMap(({ inferred }) => (inferred === null ? [] : [inferred])),
    withheld: new Set(
      all.map(({ standsInFor }) => standsInFor).filter(one => one !== '' && !filled.has(one)),
    ),
  }
}
