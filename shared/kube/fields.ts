import type { KubeObject, ManagedFieldsEntry } from './object.ts'
import { type FieldPath, isMapping, isScalar, type PathElement, type Scalar } from './path.ts'

/** One entry of managedFields: who wrote, how and when. */
export interface FieldOwner {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly apiVersion: string
  /** Empty for the object itself. */
  readonly subresource: string
  /** Milliseconds since the epoch; null when the entry tells none. */
  readonly time: number | null
}

/** The fields one entry of managedFields owns. */
export interface OwnedFields {
  readonly owner: FieldOwner
  readonly paths: readonly FieldPath[]
}

/**
 * Owners of the parts of one object as it stands. A field below an atomic list or map belongs
 * to whoever owns the whole; one that no entry names belongs to nobody.
 */
export interface Ownership {
  readonly owners: readonly FieldOwner[]
  readonly children: ReadonlyMap<string | number, Ownership>
}

interface SetNode {
  readonly element: PathElement | null
  readonly owners: FieldOwner[]
  /** Those of `owners` that own everything below too. */
  readonly wholeOwners: FieldOwner[]
  readonly children: Map<string, SetNode>
}

/** Every entry of managedFields with the paths it owns. Entries that cannot be read own nothing. */
export function readOwnedFields(object: KubeObject): readonly OwnedFields[] {
  return entriesOf(object).map(entry => {
    const paths: FieldPath[] = []
    collectPaths(entry.fieldsV1, [], paths)
    return { owner: ownerOf(entry), paths }
  })
}

/** Who owns which part of the object: the tree follows the object's own fields and indices. */
export function readOwnership(object: KubeObject): Ownership {
  const root = newNode(null)
  for (const entry of entriesOf(object)) addEntry(root, entry.fieldsV1, ownerOf(entry))
  return project(root, object, [])
}

/** Owners of the part at a path of field names and indices; empty when nobody owns it. */
export function ownersAt(ownership: Ownership, path: readonly (string | number)[]): readonly FieldOwner[] {
  let node = ownership
  for (const element of path) {
    const child = node.children.get(element)
    if (child === undefined) return []
    node = child
  }
  return node.owners
}

function entriesOf(object: KubeObject): readonly ManagedFieldsEntry[] {
  const entries: unknown = object.metadata?.managedFields
  return Array.isArray(entries) ? entries.filter(isMapping) : []
}

function ownerOf(entry: ManagedFieldsEntry): FieldOwner {
  const time = Date.parse(String(entry.time))
  return {
    manager: typeof entry.manager === 'string' ? entry.manager : '',
    operation: entry.operation === 'Apply' ? 'Apply' : 'Update',
    apiVersion: typeof entry.apiVersion === 'string' ? entry.apiVersion : '',
    subresource: typeof entry.subresource === 'string' ? entry.subresource : '',
    time: Number.isNaN(time) ? null : time,
  }
}

/**
 * `f:<name>`, `k:<key fields as JSON>`, `v:<value as JSON>` or `i:<index>`: the encoding of
 * sigs.k8s.io/structured-merge-diff. Null for anything else, `.` included.
 */
function parseElement(text: string): PathElement | null {
  const body = text.slice(2)
  if (text.startsWith('f:')) return body
  if (text.startsWith('i:')) return /^\d+$/.test(body) ? Number(body) : null
  if (!text.startsWith('k:') && !text.startsWith('v:')) return null
  const parsed = parseJson(body)
  if (text.startsWith('v:')) return isScalar(parsed) ? { value: parsed } : null
  if (!isMapping(parsed)) return null
  const key = Object.entries(parsed).filter((pair): pair is [string, Scalar] => isScalar(pair[1]))
  return { key: key.sort(([a], [b]) => (a < b ? -1 : 1)) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function collectPaths(set: unknown, path: FieldPath, paths: FieldPath[]): void {
  if (!isMapping(set)) return
  const names = Object.keys(set)
  if (path.length > 0 && (names.length === 0 || names.includes('.'))) paths.push(path)
  for (const name of names) {
    const element = parseElement(name)
    if (element !== null) collectPaths(set[name], [...path, element], paths)
  }
}

function newNode(element: PathElement | null): SetNode {
  return { element, owners: [], wholeOwners: [], children: new Map() }
}

function addEntry(node: SetNode, set: unknown, owner: FieldOwner): void {
  if (!isMapping(set)) return
  const names = Object.keys(set)
  if (node.element !== null && (names.length === 0 || names.includes('.'))) node.owners.push(owner)
  if (node.element !== null && names.length === 0) node.wholeOwners.push(owner)
  for (const name of names) {
    const element = parseElement(name)
    if (element === null) continue
    const child = node.children.get(name) ?? newNode(element)
    node.children.set(name, child)
    addEntry(child, set[name], owner)
  }
}

const noOwners: readonly FieldOwner[] = []

function project(node: SetNode | null, value: unknown, inherited: readonly FieldOwner[]): Ownership {
  const owners = node === null ? inherited : union(node.owners, inherited)
  const below = node === null ? inherited : union(node.wholeOwners, inherited)
  const children = new Map<string | number, Ownership>()
  if (node === null && below.length === 0) return { owners, children }
  if (Array.isArray(value)) {
    const matches = node === null ? null : itemMatcher(node, value)
    for (const [index, item] of value.entries())
      children.set(index, project(matches?.(item, index) ?? null, item, below))
  } else if (isMapping(value)) {
    for (const [name, field] of Object.entries(value))
      children.set(name, project(node?.children.get(`f:${name}`) ?? null, field, below))
  }
  return { owners, children }
}

function union(own: readonly FieldOwner[], inherited: readonly FieldOwner[]): readonly FieldOwner[] {
  if (inherited.length === 0) return own.length === 0 ? noOwners : own
  if (own.length === 0) return inherited
  return [...new Set([...own, ...inherited])]
}

/** Finds the node of a list item in one pass over the set, whatever key fields it uses. */
function itemMatcher(
  node: SetNode,
  list: readonly unknown[],
): (item: unknown, index: number) => SetNode | null {
  const byText = new Map<string, SetNode>()
  const keyFields = new Map<string, readonly string[]>()
  for (const child of node.children.values()) {
    const element = child.element
    if (element === null || typeof element === 'string') continue
    if (typeof element === 'number') byText.set(`i:${element}`, child)
    else if ('value' in element) byText.set(`v:${JSON.stringify(element.value)}`, child)
    else {
      const fields = element.key.map(([field]) => field)
      keyFields.set(fields.join('\n'), fields)
      byText.set(`k:${JSON.stringify(element.key)}`, child)
    }
  }
  if (list.length === 0 || byText.size === 0) return () => null
  return (item, index) => {
    if (isScalar(item)) return byText.get(`v:${JSON.stringify(item)}`) ?? byText.get(`i:${index}`) ?? null
    if (!isMapping(item)) return byText.get(`i:${index}`) ?? null
    for (const fields of keyFields.values()) {
      const key = fields.map(field => [field, Object.hasOwn(item, field) ? item[field] : null])
      const found = byText.get(`k:${JSON.stringify(key)}`)
      if (found !== undefined) return found
    }
    return byText.get(`i:${index}`) ?? null
  }
}
