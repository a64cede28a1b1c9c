import type { ListPairing, Shape } from '../../../shared/diff/index.ts'
import {
  type FieldPath,
  isMapping,
  type KubeObject,
  keyOfItem,
  type ManagedFieldsEntry,
  type PathElement,
} from '../../../shared/kube/index.ts'
import { isWhole } from './atomic.ts'

/** Fields of one manager, in the encoding of sigs.k8s.io/structured-merge-diff (`f:`, `k:`, `v:`, `.`). */
interface FieldSet {
  readonly [element: string]: FieldSet
}

export const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration'
const lastApplied: FieldPath = ['metadata', 'annotations', lastAppliedAnnotation]

/** The manager under which kubectl applies on the client's side. Source: kubectl, pkg/cmd/apply. */
export const clientSideManager = 'kubectl-client-side-apply'

/** Who else manages a place or something in it. */
export function ownersOf(object: KubeObject, path: FieldPath): readonly ManagedFieldsEntry[] {
  return entriesOf(object).filter(entry => subsetAt(setOf(entry), path) !== undefined)
}

/** Whether an entry is what a manager applied itself. */
export function isAppliedBy(entry: ManagedFieldsEntry, manager: string): boolean {
  return entry.manager === manager && entry.operation === 'Apply' && !entry.subresource
}

/**
 * Managed fields in which a manager alone has these places, as if it had applied them: what it then leaves out of an
 * apply is dropped. Nothing else of the object changes.
 */
export function takenOver(
  object: KubeObject,
  manager: string,
  paths: readonly FieldPath[],
  shape: Shape,
): readonly ManagedFieldsEntry[] {
  let taken: FieldSet = {}
  const others = entriesOf(object).map(entry => {
    let set = setOf(entry)
    for (const path of paths) {
      const part = subsetAt(set, path)
      if (part === undefined) continue
      taken = merged(taken, at(path, part))
      if (!isAppliedBy(entry, manager)) set = without(set, path)
    }
    return { ...entry, fieldsV1: set }
  })
  for (const path of paths)
    if (subsetAt(taken, path) === undefined) taken = merged(taken, at(path, setOfValue(object, path, shape)))
  return withApplied(others, object, manager, taken)
}

/** Managed fields in which a manager does not have these places any more. */
export function released(
  object: KubeObject,
  manager: string,
  paths: readonly FieldPath[],
): readonly ManagedFieldsEntry[] {
  return entriesOf(object)
    .map(entry =>
      entry.manager === manager
        ? { ...entry, fieldsV1: paths.reduce<FieldSet>(without, setOf(entry)) }
        : entry,
    )
    .filter(isOfSomething)
}

/**
 * Managed fields in which what kubectl applied on the client's side is the manager's own, but for the annotation in
 * which kubectl remembers it. Source of the rule: client-go, util/csaupgrade.
 */
export function migrated(object: KubeObject, manager: string): readonly ManagedFieldsEntry[] | null {
  const isOld = (entry: ManagedFieldsEntry): boolean =>
    entry.manager === clientSideManager && entry.operation === 'Update' && !entry.subresource
  const old = entriesOf(object).filter(isOld)
  if (old.length === 0) return null
  const sets = old.map(entry => without(setOf(entry), lastApplied))
  const rest = entriesOf(object).filter(entry => !isOld(entry))
  return withApplied(rest, object, manager, sets.reduce(merged, {}))
}

function withApplied(
  entries: readonly ManagedFieldsEntry[],
  object: KubeObject,
  manager: string,
  fields: FieldSet,
): readonly ManagedFieldsEntry[] {
  const present = entries.find(entry => isAppliedBy(entry, manager))
  const own: ManagedFieldsEntry = {
    ...{ manager, operation: 'Apply', apiVersion: object.apiVersion, fieldsType: 'FieldsV1' },
    ...{ time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'), ...present },
    fieldsV1: merged(present === undefined ? {} : setOf(present), fields),
  }
  return [...entries.filter(entry => entry !== present), own].filter(isOfSomething)
}

const isOfSomething = (entry: ManagedFieldsEntry): boolean => Object.keys(setOf(entry)).length > 0

function entriesOf({ metadata }: KubeObject): readonly ManagedFieldsEntry[] {
  return metadata.managedFields ?? []
}

function setOf({ fieldsV1 }: ManagedFieldsEntry): FieldSet {
  return isMapping(fieldsV1) ? (fieldsV1 as FieldSet) : {}
}

function nameOf(element: PathElement): string {
  if (typeof element === 'string') return `f:${element}`
  if (typeof element === 'number') return `i:${element}`
  return 'value' in element
    ? `v:${JSON.stringify(element.value)}`
    : `k:${JSON.stringify(Object.fromEntries(element.key.toSorted(([a], [b]) => (a < b ? -1 : 1))))}`
}

function subsetAt(set: FieldSet, path: FieldPath): FieldSet | undefined {
  let present: FieldSet | undefined = set
  for (const element of path) {
    const name = nameOf(element)
    present = Object.hasOwn(present, name) ? present[name] : undefined
    if (present === undefined) return undefined
  }
  return present
}

function at(path: FieldPath, set: FieldSet): FieldSet {
  return path.reduceRight<FieldSet>((inner, element) => ({ [nameOf(element)]: inner }), set)
}

function merged(one: FieldSet, other: FieldSet): FieldSet {
  const result: Record<string, FieldSet> = { ...one }
  for (const [name, inner] of Object.entries(other)) {
    const present = Object.hasOwn(result, name) ? result[name] : undefined
    result[name] = present === undefined ? inner : merged(present, inner)
  }
  return result
}

/** What it leaves empty goes too: an entry without fields below it would stand for a whole. */
function without(set: FieldSet, [element, ...rest]: FieldPath): FieldSet {
  if (element === undefined) return {}
  const name = nameOf(element)
  const inner = Object.hasOwn(set, name) ? set[name] : undefined
  if (inner === undefined) return set
  const { [name]: _gone, ...others } = set
  if (rest.length === 0) return others
  const left = without(inner, rest)
  const isEmpty = Object.keys(left).every(key => key === '.')
  return isEmpty ? others : { ...others, [name]: left }
}

/** What a manager has that applies a value as it stands. */
function setOfValue(object: KubeObject, path: FieldPath, shape: Shape): FieldSet {
  let value: unknown = object
  let place = shape
  for (const element of path) {
    const list: readonly unknown[] = Array.isArray(value) ? value : []
    if (typeof element === 'string') {
      value = isMapping(value) ? value[element] : undefined
      place = place.field(element)
    } else {
      const pairing = place.appliedPairing()
      value = list.find((item, index) => nameOf(elementOf(item, index, pairing) ?? index) === nameOf(element))
      place = place.item()
    }
  }
  return fieldsOfValue(value, place)
}

function fieldsOfValue(value: unknown, shape: Shape): FieldSet {
  if (isWhole(value, shape)) return {}
  if (isMapping(value)) {
    const fields = Object.entries(value).map(([name, inner]) => [
      `f:${name}`,
      fieldsOfValue(inner, shape.field(name)),
    ])
    return fields.length === 0 ? {} : (Object.fromEntries(fields) as FieldSet)
  }
  if (!Array.isArray(value)) return {}
  const pairing = shape.appliedPairing()
  const items = value.flatMap((item: unknown, index) => {
    const element = elementOf(item, index, pairing)
    if (element === null) return []
    const inner = isMapping(item) ? { '.': {}, ...fieldsOfValue(item, shape.item()) } : {}
    return [[nameOf(element), inner] as const]
  })
  return Object.fromEntries(items) as FieldSet
}

function elementOf(item: unknown, index: number, pairing: ListPairing): PathElement | null {
  if (pairing.type === 'map') return keyOfItem(item, pairing.keys, pairing.defaults)
  if (pairing.type === 'set') return { value: item as string }
  return index
}
