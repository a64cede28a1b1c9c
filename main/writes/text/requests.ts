import { applyChanges, changesOf, compare, type Shape } from '../../../shared/diff/index.ts'
import type { FieldConflict, WriteMethod } from '../../../shared/ipc/index.ts'
import { formatPath, type KubeObject, type ObjectRef } from '../../../shared/kube/index.ts'
import { jsonOf } from '../../../shared/manifest/index.ts'
import { resourcePath } from '../../api/index.ts'
import { sides } from '../plan/conflicts.ts'
import { parseServerPath, valueAt, withoutValue } from '../plan/fields.ts'
import type { PlannedRequest } from '../types.ts'
import { type Intent, ownLeaves } from './intent.ts'
import {
  clientSideManager,
  lastAppliedAnnotation,
  migrated,
  ownersOf,
  released,
  takenOver,
} from './owners.ts'
import type { ResolvedKind } from './resolve.ts'

const json = 'application/json'
const applyType = 'application/apply-patch+yaml'
const jsonPatchType = 'application/json-patch+json'

/** How the objects of a text are sent, and what else was decided. */
export interface Sending {
  readonly method: Exclude<WriteMethod, { type: 'patch' }>
  readonly fieldValidation: string
  /** Fields of conflicts that stay with their managers. */
  readonly leave: readonly string[]
  /** Fields that Gatehouse is not to manage any more. */
  readonly release: readonly string[]
}

export interface Document {
  readonly object: KubeObject
  readonly ref: ObjectRef | null
  readonly resolved: ResolvedKind
  readonly namespace: string
  readonly live: KubeObject | null
  readonly shape: Shape
  /** Of an object that was opened for editing: as the text showed it, and as it was. */
  readonly opened: KubeObject | null
  /** What was edited, as it is applied. */
  readonly intent: Intent
  /** What was edited, as it is put in the place of what was opened. */
  readonly replaced: KubeObject | null
}

type Head = Pick<PlannedRequest, 'ref' | 'kind' | 'dryRun'>

/** The manager under which everything but an apply is sent. */
const ownManager = 'gatehouse'

/** What is sent for one object of a text: one request, or one before it that settles who manages what. */
export function requestsOf(document: Document, sending: Sending): readonly PlannedRequest[] {
  const { object, ref, resolved, namespace } = document
  const { method, fieldValidation } = sending
  const head: Head = { ref, kind: object.kind, dryRun: 'query' }
  const name = `${object.kind} ${namespace === '' ? '' : `${namespace}/`}${object.metadata.name ?? ''}`
  const collection = resourcePath(resolved, { namespace })
  switch (method.type) {
    case 'create':
      return [
        {
          ...head,
          ...{ title: `create ${name}`, method: 'POST', path: collection, contentType: json },
          query: { fieldManager: ownManager, fieldValidation },
          body: jsonOf(object),
        },
      ]
    case 'replace':
      return [
        {
          ...head,
          ...{ title: `replace ${name}`, method: 'PUT', path: pathOf(document), contentType: json },
          query: { fieldManager: ownManager, fieldValidation },
          body: jsonOf(replacement(document)),
        },
      ]
    case 'apply':
      return applying(document, sending, method, head, name)
  }
}

function pathOf({ resolved, namespace, object }: Document): string {
  return resourcePath(resolved, { namespace, name: object.metadata.name })
}

/** The whole object as it was opened, with what was edited; what the text does not show stays. */
function replacement({ object, replaced, live }: Document): KubeObject {
  if (replaced !== null) return replaced
  const { resourceVersion = live?.metadata.resourceVersion } = object.metadata
  return {
    ...object,
    metadata: { ...object.metadata, ...(resourceVersion === undefined ? {} : { resourceVersion }) },
  }
}

function applying(
  document: Document,
  { leave, release, fieldValidation }: Sending,
  { manager, force }: Extract<WriteMethod, { type: 'apply' }>,
  head: Head,
  name: string,
): readonly PlannedRequest[] {
  const { live } = document
  const { applied: whole, dropped } = document.intent
  const left = [...leave, ...release]
  const applied = left.reduce<unknown>(
    (object, field) => withoutValue(object, parseServerPath(`.${field}`, [whole, live])),
    whole,
  ) as KubeObject
  const drops = live === null ? [] : dropped.filter(path => !left.includes(formatPath(path)))
  const others = drops.flatMap(path => conflictAt(path, live, manager))
  const foreign = others.filter(({ managers }) => managers.some(each => each !== manager))
  const conflicts = force ? [] : foreign
  const request: PlannedRequest = {
    ...head,
    ...{ title: `apply ${name}`, method: 'PATCH', path: pathOf(document), contentType: applyType },
    query: { fieldManager: manager, fieldValidation },
    body: jsonOf(applied),
    intent: applied,
    dropped: drops.map(formatPath),
    force,
    ...(conflicts.length === 0 ? {} : { conflicts }),
  }
  if (live === null) return [request]
  const owning = ownershipChanges(document, { manager, drops, release })
  const gone = document.opened === null ? undeclared(live, applied, manager) : drops
  return owning === null || conflicts.length > 0
    ? [request]
    : [
        owningRequest(document, head, name, owning),
        {
          ...request,
          after: [0],
          preview: present =>
            preview(document, present, applied, gone, { fieldManager: manager, fieldValidation }),
        },
      ]
}

/** Places that only the manager, or kubectl before it, applied, and that a text does not name any more. */
function undeclared(
  live: KubeObject,
  applied: KubeObject,
  manager: string,
): readonly FieldConflict['path'][] {
  const isOwn = (owner: string): boolean => owner === manager || owner === clientSideManager
  return ownLeaves(live, owner => isOwn(owner.manager) && owner.subresource === '')
    .filter(path => valueAt(applied, path) === undefined)
    .filter(path => ownersOf(live, path).every(each => isOwn(each.manager ?? '')))
    .filter(path => path.at(-1) !== lastAppliedAnnotation)
}

function conflictAt(
  path: FieldConflict['path'],
  live: KubeObject | null,
  manager: string,
): readonly FieldConflict[] {
  const owners = live === null ? [] : ownersOf(live, path)
  const managers = [...new Set(owners.map(each => each.manager ?? ''))]
  if (managers.length === 0 || (managers.length === 1 && managers[0] === manager)) return []
  const others = managers.filter(each => each !== manager)
  return [{ path, field: formatPath(path), managers: others, ...sides(null, live, path) }]
}

interface Owning {
  readonly verb: string
  readonly entries: (live: KubeObject) => readonly object[] | null
}

/** What has to change in who manages what, before the apply has the effect that was asked for; null: nothing. */
function ownershipChanges(
  { live, opened, shape }: Document,
  {
    manager,
    drops,
    release,
  }: { manager: string; drops: readonly FieldConflict['path'][]; release: readonly string[] },
): Owning | null {
  if (live === null) return null
  if (release.length > 0) {
    const paths = release.map(field => parseServerPath(`.${field}`, [live]))
    return { verb: 'stop managing fields of', entries: present => released(present, manager, paths) }
  }
  // What is applied as a file has kubectl's own record taken over, so that what the file dropped goes.
  if (opened === null && migrated(live, manager) !== null)
    return {
      verb: `take over from ${clientSideManager} the fields of`,
      entries: present => migrated(present, manager),
    }
  const isOwn = (path: FieldConflict['path']): boolean => {
    const owners = ownersOf(live, path)
    return owners.length > 0 && owners.every(each => each.manager === manager && each.operation === 'Apply')
  }
  const taken = drops.filter(path => !isOwn(path))
  if (taken.length === 0) return null
  return { verb: 'take over fields of', entries: present => takenOver(present, manager, taken, shape) }
}

/** Changes who manages what and nothing else, on the version of the object that it was worked out for. */
function owningRequest(
  document: Document,
  head: Head,
  name: string,
  { verb, entries }: Owning,
): PlannedRequest {
  const bodyFor = (live: KubeObject): string | null => {
    const changed = entries(live)
    if (changed === null) return null
    return JSON.stringify([
      { op: 'replace', path: '/metadata/managedFields', value: changed },
      { op: 'replace', path: '/metadata/resourceVersion', value: live.metadata.resourceVersion },
    ])
  }
  return {
    ...head,
    ...{ title: `${verb} ${name}`, method: 'PATCH', path: pathOf(document), contentType: jsonPatchType },
    query: { fieldManager: ownManager },
    body: document.live === null ? '[]' : (bodyFor(document.live) ?? '[]'),
    renewed: bodyFor,
    undo: 'none',
    noUndo: 'It changed who manages fields and no value.',
  }
}

/** What comes of both steps is asked about as one: the object as it would be, put in the place of the one there is. */
function preview(
  document: Document,
  live: KubeObject,
  applied: KubeObject,
  drops: readonly FieldConflict['path'][],
  query: PlannedRequest['query'] & object,
): ReturnType<NonNullable<PlannedRequest['preview']>> {
  const { shape } = document
  const { managedFields: _owners, ...metadata } = live.metadata
  const kept = drops.reduce<unknown>(withoutValue, { ...live, metadata }) as KubeObject
  const changes = changesOf(compare(kept, applied, { shape })).filter(
    change => change.kind !== 'removed' && change.kind !== 'moved',
  )
  return {
    method: 'PUT',
    path: pathOf(document),
    query,
    contentType: json,
    body: jsonOf(applyChanges(kept, changes, shape)),
  }
}
