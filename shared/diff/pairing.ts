import { elementKey, isMapping, isScalar, keyOfItem, type PathElement } from '../kube/index.ts'
import { alignSequences } from './align.ts'
import { canonical } from './normal.ts'
import type { ListPairing } from './shape.ts'

export interface ItemPair {
  readonly element: PathElement
  readonly from: number | null
  readonly to: number | null
}

export interface PairedItems {
  readonly pairs: readonly ItemPair[]
  /** True when elements are keys or values, unique in each list. */
  readonly isKeyed: boolean
}

/**
 * Key fields to try, in this order, where no schema tells: the merge keys of the built-in kinds.
 * All items of both lists must carry them, without a repetition in either list.
 */
const guesses: readonly (readonly string[])[] = [
  ['name'],
  ['key'],
  ['containerPort', 'protocol'],
  ['port', 'protocol'],
  ['mountPath'],
  ['type'],
  ['uid'],
  ['ip'],
  ['id'],
]
/** Key fields that may be left out where keys are guessed. */
export const guessedDefaults: ReadonlyMap<string, string> = new Map([['protocol', 'TCP']])

/** Pairs the items of two lists, in the order of the later one; removed items keep their place. */
export function pairItems(
  before: readonly unknown[],
  after: readonly unknown[],
  pairing: ListPairing | null,
): PairedItems {
  const keyed = keyedPairs(before, after, pairing)
  if (keyed !== null) return { pairs: keyed, isKeyed: true }
  return { pairs: sequencePairs(before, after), isKeyed: false }
}

function keyedPairs(
  before: readonly unknown[],
  after: readonly unknown[],
  pairing: ListPairing | null,
): readonly ItemPair[] | null {
  if (pairing?.type === 'atomic') return null
  if (pairing?.type === 'set') return pairByElement(before, after, valueElement)
  if (pairing?.type === 'map')
    return pairByElement(before, after, item => keyOfItem(item, pairing.keys, pairing.defaults))
  if (!before.every(isMapping) || !after.every(isMapping)) return null
  for (const keys of guesses) {
    const pairs = pairByElement(before, after, item => guessedKey(item, keys))
    if (pairs !== null) return pairs
  }
  return null
}

function guessedKey(item: unknown, keys: readonly string[]): PathElement | null {
  const [first] = keys
  if (!isMapping(item) || first === undefined || !isNaming(item[first])) return null
  return keyOfItem(item, keys, guessedDefaults)
}

function isNaming(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

function valueElement(item: unknown): PathElement | null {
  return isScalar(item) ? { value: item } : null
}

/** Null when an item has no element or two of one list have the same. */
function pairByElement(
  before: readonly unknown[],
  after: readonly unknown[],
  elementOf: (item: unknown) => PathElement | null,
): readonly ItemPair[] | null {
  const earlier = elementsOf(before, elementOf)
  const later = earlier === null ? null : elementsOf(after, elementOf)
  if (earlier === null || later === null) return null
  const pairs: ItemPair[] = []
  const keysBefore = [...earlier.keys()]
  let next = 0
  const flushRemoved = (until: number): void => {
    for (; next < until; next++) {
      const found = earlier.get(keysBefore[next] ?? '')
      if (found !== undefined && !later.has(keysBefore[next] ?? ''))
        pairs.push({ element: found.element, from: found.index, to: null })
    }
  }
  for (const [key, { element, index }] of later) {
    const from = earlier.get(key)?.index ?? null
    if (from !== null) flushRemoved(from)
    pairs.push({ element, from, to: index })
  }
  flushRemoved(before.length)
  return pairs
}

function elementsOf(
  list: readonly unknown[],
  elementOf: (item: unknown) => PathElement | null,
): ReadonlyMap<string, { readonly element: PathElement; readonly index: number }> | null {
  const found = new Map<string, { readonly element: PathElement; readonly index: number }>()
  for (const [index, item] of list.entries()) {
    const element = elementOf(item)
    if (element === null) return null
    const key = elementKey(element)
    if (found.has(key)) return null
    found.set(key, { element, index })
  }
  return found
}

/** Equal items by their longest common order; between those, items of one kind side by side. */
function sequencePairs(before: readonly unknown[], after: readonly unknown[]): readonly ItemPair[] {
  const anchors = alignSequences(before.map(canonical), after.map(canonical))
  const pairs: ItemPair[] = []
  let from = 0
  let to = 0
  for (const [nextFrom, nextTo] of [...anchors, [before.length, after.length] as const]) {
    while (from < nextFrom && to < nextTo && isMapping(before[from]) === isMapping(after[to])) {
      pairs.push({ element: to, from: from++, to: to++ })
    }
    while (from < nextFrom) pairs.push({ element: from, from: from++, to: null })
    while (to < nextTo) pairs.push({ element: to, from: null, to: to++ })
    if (from < before.length && to < after.length) pairs.push({ element: to, from: from++, to: to++ })
  }
  return pairs
}
