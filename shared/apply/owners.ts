import { elementKey, type FieldPath, type KubeObject, type ManagedFieldsEntry } from '../kube/index.ts'
import { FieldSet, printFieldSet, readFieldSet } from './fieldSet.ts'

/** Who has a field, as `managedFields` tells. */
export interface FieldOwner {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  /** Empty: the object itself. */
  readonly subresource: string
}

/**
 * Who owns each of some paths after a write: those that own the path itself, a part that holds it as a whole,
 * or something below it. Empty where nobody does, as with what the server counts by itself.
 */
export function ownersOfPaths(
  object: KubeObject,
  paths: readonly FieldPath[],
): readonly { readonly path: FieldPath; readonly owners: readonly FieldOwner[] }[] {
  const entries = (object.metadata.managedFields ?? []).map(entry => ({
    owner: {
      manager: entry.manager ?? '',
      operation: entry.operation === 'Apply' ? ('Apply' as const) : ('Update' as const),
      subresource: entry.subresource ?? '',
    },
    set: readFieldSet(entry.fieldsV1),
  }))
  return paths.map(path => ({
    path,
    owners: entries.filter(({ set }) => touches(set, path)).map(({ owner }) => owner),
  }))
}

/** Whether the set has the path, a leaf above it or anything below it. */
function touches(set: FieldSet, path: FieldPath): boolean {
  let here = set
  for (const element of path) {
    const node = here.nodes.get(elementKey(element))
    if (node === undefined) return false
    // A member with nothing below it is owned as a whole.
    if (node.isMember && node.below.isEmpty) return true
    here = node.below
  }
  return true
}

const clientSideManager = 'kubectl-client-side-apply'
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

/**
 * The object with what client-side apply set given to the one who applies from now on, so that fields left out
 * of the next apply go away. The same object where client-side apply owns nothing.
 * Source: client-go, util/csaupgrade/upgrade.go.
 */
export function migratedFromClientSide(object: KubeObject, manager: string): KubeObject {
  const entries = object.metadata.managedFields ?? []
  const isClientSide = (entry: ManagedFieldsEntry): boolean =>
    entry.manager === clientSideManager && entry.operation === 'Update' && (entry.subresource ?? '') === ''
  const theirs = entries.filter(isClientSide)
  const [first] = theirs
  if (first === undefined) return object
  const isOwn = (entry: ManagedFieldsEntry): boolean =>
    entry.manager === manager && entry.operation === 'Apply' && (entry.subresource ?? '') === ''
  const own = entries.find(isOwn)
  const given = [...theirs, ...(own === undefined ? [] : [own])]
    .map(entry => readFieldSet(entry.fieldsV1))
    .reduce((union, set) => union.union(set), new FieldSet())
  const annotation = readFieldSet({ 'f:metadata': { 'f:annotations': { [`f:${lastApplied}`]: {} } } })
  const migrated: ManagedFieldsEntry = {
    ...(own ?? first),
    manager,
    operation: 'Apply',
    fieldsV1: printFieldSet(given.difference(annotation)),
  }
  const left = entries.filter(entry => !isClientSide(entry) && !isOwn(entry))
  return { ...object, metadata: { ...object.metadata, managedFields: [migrated, ...left] } }
}
