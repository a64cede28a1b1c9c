import {
  elementKey,
  type FieldPath,
  formatPath,
  isMapping,
  isScalar,
  keyOfItem,
  type PathElement,
} from '../kube/index.ts'
import type { Change } from './changes.ts'
import { guessedDefaults } from './pairing.ts'
import { type Shape, unknownShape } from './shape.ts'

/**
 * Replays changes on the value they were computed from; the value itself stays as it is. Throws
 * when a path does not lead where it should: the changes then belong to another value. `shape`
 * must be the one they were computed with.
 */
export function applyChanges(
  value: unknown,
  changes: readonly Change[],
  shape: Shape = unknownShape,
): unknown {
  const pending = changes.map(change => ({ change, rest: change.path }))
  return applyAt(value, pending, [], shape)
}

interface Pending {
  readonly change: Change
  /** Steps that remain from here. */
  readonly rest: FieldPath
}

function applyAt(value: unknown, pending: readonly Pending[], at: FieldPath, shape: Shape): unknown {
  const whole = pending.find(({ rest, change }) => rest.length === 0 && change.kind !== 'moved')?.change
  if (whole !== undefined) return 'after' in whole ? whole.after : undefined
  if (pending.length === 0) return value
  if (Array.isArray(value)) return applyToList(value, pending, at, shape)
  if (isMapping(value)) return applyToFields(value, pending, at, shape)
  throw new Error(`nothing to change at ${formatPath(at)}`)
}

function applyToFields(
  value: Readonly<Record<string, unknown>>,
  pending: readonly Pending[],
  at: FieldPath,
  shape: Shape,
): Record<string, unknown> {
  const fields = new Map(Object.entries(value))
  for (const { element, below } of byFirstStep(pending)) {
    if (typeof element !== 'string') throw new Error(`a field was expected at ${formatPath(at)}`)
    const result = applyAt(fields.get(element), below, [...at, element], shape.field(element))
    if (result === undefined) fields.delete(element)
    else fields.set(element, result)
  }
  return Object.fromEntries(fields)
}

function applyToList(
  list: readonly unknown[],
  pending: readonly Pending[],
  at: FieldPath,
  shape: Shape,
): unknown[] {
  const groups = byFirstStep(pending.filter(({ rest }) => rest.length > 0))
  const moved = pending.find(({ rest }) => rest.length === 0)?.change
  const elements = [...groups.map(group => group.element), ...(moved?.kind === 'moved' ? moved.before : [])]
  const items = indexItems(list, elements, shape)
  const added: { readonly index: number; readonly item: unknown }[] = []
  for (const { element, below } of groups) {
    const change = below[0]?.change
    if (change?.kind === 'added' && below[0]?.rest.length === 0) {
      added.push({ index: change.index ?? list.length, item: change.after })
      continue
    }
    const key = elementKey(element)
    if (!items.has(key)) throw new Error(`no item ${formatPath([...at, element])}`)
    items.set(key, applyAt(items.get(key), below, [...at, element], shape.item()))
  }
  const kept: readonly unknown[] =
    moved?.kind === 'moved' ? moved.after.map(element => items.get(elementKey(element))) : [...items.values()]
  const result = kept.filter(item => item !== undefined) as unknown[]
  for (const { index, item } of added.sort((a, b) => a.index - b.index)) result.splice(index, 0, item)
  return result
}

function byFirstStep(pending: readonly Pending[]): readonly { element: PathElement; below: Pending[] }[] {
  const groups = new Map<string, { element: PathElement; below: Pending[] }>()
  for (const { change, rest } of pending) {
    const [element, ...below] = rest
    if (element === undefined) continue
    const key = elementKey(element)
    const group = groups.get(key) ?? { element, below: [] }
    group.below.push({ change, rest: below })
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Items by the text of their element; the elements that changes use tell which fields are keys. */
function indexItems(
  list: readonly unknown[],
  elements: readonly PathElement[],
  shape: Shape,
): Map<string, unknown> {
  const sample = elements.find(element => typeof element === 'object')
  return new Map(list.map((item, index) => [elementKey(elementOf(item, index, sample, shape)), item]))
}

function elementOf(item: unknown, index: number, sample: PathElement | undefined, shape: Shape): PathElement {
  if (typeof sample !== 'object') return index
  if ('value' in sample) return isScalar(item) ? { value: item } : index
  const pairing = shape.pairing()
  const defaults = pairing?.type === 'map' ? pairing.defaults : guessedDefaults
  return (
    keyOfItem(
      item,
      sample.key.map(([field]) => field),
      defaults,
    ) ?? index
  )
}
