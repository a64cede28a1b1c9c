import { readText } from './parse.ts'
import type { MapEntry, TreeNode } from './tree.ts'

export type ManifestPath = readonly (string | number)[]

export interface PathRange {
  /** Of the whole entry: from the key, or from the dash of an item. UTF-16 offsets. */
  readonly from: number
  readonly to: number
  /** Of the value; empty where nothing is written. */
  readonly valueFrom: number
  readonly valueTo: number
  /** Of `from`, from 1. */
  readonly line: number
  readonly column: number
}

/** Where a path of field names and indices stands in a document; null where it is not in the text. */
export function rangeOf(text: string, document: number, path: ManifestPath): PathRange | null {
  const { trees, lines } = readText(text)
  let node: TreeNode | null = trees[document]?.root ?? null
  if (node === null) return null
  let place: { readonly from: number; readonly to: number } = node
  for (const step of path) {
    const found = stepInto(node, step)
    if (found === null) return null
    place = found
    node = found.value
  }
  return {
    from: place.from,
    to: place.to,
    valueFrom: node?.from ?? place.to,
    valueTo: node?.to ?? place.to,
    ...lines.at(place.from),
  }
}

interface Step {
  readonly from: number
  readonly to: number
  readonly value: TreeNode | null
}

function stepInto(node: TreeNode | null, step: string | number): Step | null {
  const inner = node?.type === 'alias' ? node.target : node
  if (inner?.type === 'list') return (typeof step === 'number' ? inner.items[step] : undefined) ?? null
  if (inner?.type !== 'map') return null
  const own = inner.entries.findLast(({ name, isMerge }) => !isMerge && name === String(step))
  if (own !== undefined) return own
  for (const entry of inner.entries.filter(({ isMerge }) => isMerge)) {
    const sources = entry.value?.type === 'list' ? entry.value.items.map(item => item.value) : [entry.value]
    for (const source of sources) {
      const found = stepInto(source, step)
      if (found !== null) return found
    }
  }
  return null
}

export interface ManifestPlace {
  readonly document: number
  /** The way to what stands there: for `on: 'none'`, to what it stands in. */
  readonly path: ManifestPath
  readonly on: 'key' | 'value' | 'none'
}

/** What stands at an offset: a key, a value, or nothing of its own; null in a text without documents. */
export function placeAt(text: string, offset: number): ManifestPlace | null {
  const { trees } = readText(text)
  const tree = trees.findLast(({ from }) => from <= offset) ?? trees[0]
  if (tree === undefined) return null
  const path: (string | number)[] = []
  let node = tree.root
  for (;;) {
    const next = childAt(node, offset)
    if (next === null) {
      const isOn = node !== null && node.type !== 'map' && node.type !== 'list' && covers(node, offset)
      return { document: tree.index, path, on: isOn ? 'value' : 'none' }
    }
    path.push(next.step)
    if (next.onKey) return { document: tree.index, path, on: 'key' }
    node = next.value
  }
}

interface Child {
  readonly step: string | number
  readonly value: TreeNode | null
  readonly onKey: boolean
}

/** The entry or item that an offset is in: from its beginning to its end. */
function childAt(node: TreeNode | null, offset: number): Child | null {
  if (node?.type === 'list') {
    const index = lastFrom(node.items, offset)
    const item = node.items[index]
    return item !== undefined && covers(item, offset)
      ? { step: index, value: item.value, onKey: false }
      : null
  }
  if (node?.type !== 'map') return null
  const entry = node.entries[lastFrom(node.entries, offset)]
  if (entry === undefined || entry.name === null || !covers(entry, offset)) return null
  return { step: entry.name, value: entry.value, onKey: isOnKey(entry, offset) }
}

function isOnKey({ key, colon }: MapEntry, offset: number): boolean {
  return offset <= key.to || (colon >= 0 && offset < colon)
}

function covers({ from, to }: { readonly from: number; readonly to: number }, offset: number): boolean {
  return from <= offset && offset <= to
}

/** Index of the last that begins at or before an offset; -1 for none. */
function lastFrom(parts: readonly { readonly from: number }[], offset: number): number {
  let low = -1
  let high = parts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((parts[middle]?.from ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
