import type { Shape } from '../diff/index.ts'
import type { FieldPath, KubeObject, ManagedFieldsEntry } from '../kube/index.ts'
import { FieldSet, FieldSetBuilder, printFieldSet, readFieldSet } from './fieldSet.ts'
import { prunedOf } from './prune.ts'
import { differenceOf, fieldSetOf, isEqual, mergedWith } from './walk.ts'

interface Request {
  /** Null: the object does not exist. */
  readonly live: KubeObject | null
  readonly manager: string
  /** Of the kind, its metadata included. */
  readonly shape: Shape
  /** RFC 3339, in seconds. */
  readonly now: string
  /** Empty: the object itself. */
  readonly subresource?: string
  /** Fields that belong to another subresource and that a write of this one leaves alone; default: `status` of the object itself. */
  readonly resets?: readonly FieldPath[]
}

export interface ApplyRequest extends Request {
  readonly applied: KubeObject
  /** Takes fields from their managers. */
  readonly force: boolean
}

export interface UpdateRequest extends Request {
  readonly updated: KubeObject
}

/** A field that others set, and that the apply would change. */
export interface ApplyConflict {
  readonly path: FieldPath
  readonly managers: readonly string[]
}

/**
 * What server-side apply makes of an object, before defaults and admission. Conflicts mean that the server
 * refuses (409); the object is the live one then. Source: structured-merge-diff, merge/update.go, Apply.
 */
export function predictApply(request: ApplyRequest): {
  readonly object: KubeObject
  readonly conflicts: readonly ApplyConflict[]
} {
  const { live, applied, manager, shape, now, force } = request
  const before = contentOf(live ?? emptyOf(applied))
  const config = contentOf(applied)
  const owners = ownersOf(live)
  const self = {
    manager,
    operation: 'Apply',
    apiVersion: applied.apiVersion,
    subresource: request.subresource ?? '',
  } as const
  const last = owners.find(owner => isSelf(owner, self))
  const others = owners.filter(owner => !isSelf(owner, self))
  const written = ignoring(fieldSetOf(config, shape), request)
  const set = written.difference(unowned)
  const merged = mergedWith(before, config, shape)
  const sets = [...others.map(owner => owner.set), written]
  const content = last === undefined ? merged : prunedOf(merged, last.set, sets, shape)
  const difference = differenceOf(before, content, shape)
  const changed = ignoring(difference.modified.union(difference.added), request)
  const conflicts = conflictsOf(others, changed)
  if (conflicts.length > 0 && !force) return { object: live ?? applied, conflicts }
  const left = others.map(owner => ({
    ...owner,
    set: owner.set.difference(changed).difference(ignoring(difference.removed, request)),
  }))
  // Where only ownership changes, the time stays as it was: none for a new applier.
  const isUnchanged = live !== null && isEqual(before, content)
  const mine = { ...self, set, time: isUnchanged ? (last?.time ?? '') : now }
  const all = [...left, mine]
  return { object: withOwners(content as KubeObject, all), conflicts: [] }
}

/** The object as a create, put or patch leaves it, with whom its fields belong to. Source: the same, Update. */
export function predictUpdate(request: UpdateRequest): KubeObject {
  const { live, updated, manager, shape, now } = request
  const before = contentOf(live ?? emptyOf(updated))
  const content = contentOf(updated)
  const { added, modified, removed } = differenceOf(before, content, shape)
  const changed = ignoring(modified.union(added), request)
  const gone = ignoring(removed, request)
  const owners = ownersOf(live)
  const self = {
    manager,
    operation: 'Update',
    apiVersion: updated.apiVersion,
    subresource: request.subresource ?? '',
  } as const
  const own = owners.find(owner => isSelf(owner, self))
  const set = ownable((own?.set ?? new FieldSet()).difference(gone).union(changed), request)
  const others = owners
    .filter(owner => owner !== own)
    .map(owner => ({ ...owner, set: owner.set.difference(changed).difference(gone) }))
  const isUntouched = own !== undefined && ownable(changed, request).isEmpty
  const mine = { ...self, set, time: isUntouched ? own.time : now }
  return withOwners(content as unknown as KubeObject, [...others, mine])
}

interface Owner {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly apiVersion: string
  readonly subresource: string
  readonly time: string
  readonly set: FieldSet
}

type Self = Omit<Owner, 'time' | 'set'>

function isSelf(owner: Owner, self: Self): boolean {
  return (
    owner.manager === self.manager &&
    owner.operation === self.operation &&
    owner.subresource === self.subresource &&
    // An applier is one whatever version it writes; an updater is one for each.
    (self.operation === 'Apply' || owner.apiVersion === self.apiVersion)
  )
}

function ownersOf(object: KubeObject | null): readonly Owner[] {
  return (object?.metadata.managedFields ?? []).map(
    ({ manager, operation, apiVersion, subresource, time, fieldsV1 }) => ({
      manager: manager ?? '',
      operation: operation === 'Apply' ? ('Apply' as const) : ('Update' as const),
      ...{ apiVersion: apiVersion ?? '', subresource: subresource ?? '', time: time ?? '' },
      set: readFieldSet(fieldsV1),
    }),
  )
}

/** Without managedFields, which are no part of what is owned. */
function contentOf(object: KubeObject): Readonly<Record<string, unknown>> {
  const { managedFields: _owners, ...metadata } = object.metadata
  return { ...object, metadata }
}

/** What a create is compared with. */
function emptyOf({ apiVersion, kind }: KubeObject): KubeObject {
  return { apiVersion, kind, metadata: {} as KubeObject['metadata'] }
}

/** In the order in which the server lists them: appliers first, then by time and name. */
function withOwners(content: KubeObject, owners: readonly Owner[]): KubeObject {
  const entries = owners
    .filter(({ set }) => !set.isEmpty)
    .sort(
      (a, b) =>
        compared(a.operation, b.operation) ||
        compared(a.time, b.time) ||
        compared(a.manager, b.manager) ||
        compared(a.apiVersion, b.apiVersion) ||
        compared(a.subresource, b.subresource),
    )
    .map(
      ({ set, subresource, time, ...rest }): ManagedFieldsEntry => ({
        ...rest,
        ...(time === '' ? {} : { time }),
        fieldsType: 'FieldsV1',
        fieldsV1: printFieldSet(set),
        ...(subresource === '' ? {} : { subresource }),
      }),
    )
  return { ...content, metadata: { ...content.metadata, managedFields: entries } }
}

const compared = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

function conflictsOf(others: readonly Owner[], changed: FieldSet): readonly ApplyConflict[] {
  const found = new Map<string, { path: FieldPath; managers: string[] }>()
  for (const { manager, set } of others)
    for (const path of set.intersection(changed).paths()) {
      const key = JSON.stringify(path)
      const known = found.get(key)
      if (known === undefined) found.set(key, { path, managers: [manager] })
      else if (!known.managers.includes(manager)) known.managers.push(manager)
    }
  return [...found.values()]
}

/** Nobody owns these. Source: apimachinery, pkg/util/managedfields/internal/stripmeta.go. */
const unowned = setOf([
  ['apiVersion'],
  ['kind'],
  ['metadata'],
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map(name => ['metadata', name]),
])

function ownable(set: FieldSet, request: Request): FieldSet {
  return ignoring(set, request).difference(unowned)
}

function ignoring(set: FieldSet, { resets, subresource = '' }: Request): FieldSet {
  return set.withoutBelow(setOf(resets ?? (subresource === '' ? [['status']] : [])))
}

function setOf(paths: readonly FieldPath[]): FieldSet {
  const builder = new FieldSetBuilder()
  for (const path of paths) builder.add(path)
  return builder.build()
}
