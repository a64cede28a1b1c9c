import type { AppErrorBody } from '../../errors/index.ts'
import type { KubeObject } from '../../kube/index.ts'
import { gapOf } from '../known.ts'
import { identityOf } from '../meta.ts'
import type { World } from '../trace/types.ts'

/** A kind as gates look for it, with its words for sentences. */
export interface LookedFor {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** Why something is not known: it is being read, or may not be read. */
export interface NotKnown {
  readonly state: 'unknown'
  readonly why: string
  /** Absent while it is being read. */
  readonly gap?: AppErrorBody
}

export type FoundObjects =
  | {
      readonly state: 'known'
      readonly items: readonly KubeObject[]
      /** Why there may be more than `items`. */
      readonly gap?: AppErrorBody
    }
  | NotKnown

export type FoundObject =
  | { readonly state: 'found'; readonly object: KubeObject }
  | { readonly state: 'absent' }
  | NotKnown

/** All objects of a kind in a namespace (empty: cluster-scoped), by name. */
export function listObjects(world: World, wanted: LookedFor, namespace: string): FoundObjects {
  const known = world.objects({ ...wanted, namespace, name: '' })
  switch (known.state) {
    case 'known': {
      const items = inOrder(known.items, namespace)
      const gap = gapOf(known)
      return gap === null ? { state: 'known', items } : { state: 'known', items, gap }
    }
    case 'notServed':
      return { state: 'known', items: [] }
    case 'loading':
      return { state: 'unknown', why: `${wanted.kind} objects${placed(namespace)} are still being read.` }
    case 'unreadable':
      return { state: 'unknown', why: known.error.message, gap: known.error }
  }
}

/** Lists in order by namespace: the same one is asked for with every request. */
const sortedLists = new WeakMap<readonly KubeObject[], Map<string, readonly KubeObject[]>>()

function inOrder(items: readonly KubeObject[], namespace: string): readonly KubeObject[] {
  const own = sortedLists.get(items) ?? new Map<string, readonly KubeObject[]>()
  sortedLists.set(items, own)
  const before = own.get(namespace)
  if (before !== undefined) return before
  const named = items
    .filter(isObject)
    .map(item => ({ item, identity: identityOf(item) }))
    .filter(({ identity }) => identity.namespace === namespace)
    .toSorted((one, other) => compareNames(one.identity.name, other.identity.name))
    .map(({ item }) => item)
  own.set(namespace, named)
  return named
}

/** Why a list is not known to be whole; null where it is. */
export function missingOf(found: FoundObjects): NotKnown | null {
  if (found.state === 'unknown') return found
  return found.gap === undefined ? null : { state: 'unknown', why: found.gap.message, gap: found.gap }
}

/** One object by its name. */
export function findObject(world: World, wanted: LookedFor, namespace: string, name: string): FoundObject {
  const known = world.objects({ ...wanted, namespace, name })
  switch (known.state) {
    case 'known': {
      const object = known.items.find(item => {
        if (!isObject(item)) return false
        const identity = identityOf(item)
        return identity.name === name && identity.namespace === namespace
      })
      if (object !== undefined) return { state: 'found', object }
      const gap = gapOf(known)
      return gap === null ? { state: 'absent' } : { state: 'unknown', why: gap.message, gap }
    }
    case 'notServed':
      return { state: 'absent' }
    case 'loading':
      return { state: 'unknown', why: `${wanted.kind} ${name}${placed(namespace)} is still being read.` }
    case 'unreadable':
      return { state: 'unknown', why: known.error.message, gap: known.error }
  }
}

function isObject(item: unknown): item is KubeObject {
  return typeof item === 'object' && item !== null
}

const placed = (namespace: string): string => (namespace === '' ? '' : ` in namespace ${namespace}`)

/** Byte order, as Go sorts texts; for names of objects, which are ASCII, that of code units. */
export function compareNames(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
