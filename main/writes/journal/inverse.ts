import { mergeThreeWay, withoutServerFields } from '../../../shared/diff/index.ts'
import { AppError } from '../../../shared/errors/index.ts'
import type { Consequence } from '../../../shared/ipc/index.ts'
import { formatPath, isMapping, type KubeObject, type ObjectRef } from '../../../shared/kube/index.ts'
import { type ApiClient, resourcePath } from '../../api/index.ts'
import { readLive } from '../plan/ask.ts'
import { placeOfRequest } from '../plan/place.ts'
import type { SchemaOf } from '../plan/schemas.ts'
import type { PlannedRequest, PlanRequest } from '../types.ts'
import { shapeFor } from '../work/index.ts'
import type { Before, StoredEntry } from './journal.ts'

interface Undone {
  readonly request: PlannedRequest
  readonly consequences: readonly Consequence[]
}

/** What takes a write back, from what is live now; changes of others since then stay. @throws AppError */
export async function inverseOf(
  api: ApiClient,
  entry: StoredEntry,
  schemaOf: SchemaOf,
  signal: AbortSignal,
): Promise<PlanRequest> {
  const { ref, before, title } = entry
  if (!entry.canUndo || before === undefined || ref === null)
    throw new AppError({
      kind: 'invalid',
      reason: 'NoUndo',
      message: entry.noUndo ?? 'It cannot be made undone.',
    })
  const undone = await undo(api, entry, ref, before, schemaOf, signal)
  return { title: `Undo: ${title}`, requests: [undone.request], consequences: undone.consequences }
}

async function undo(
  api: ApiClient,
  entry: StoredEntry,
  ref: ObjectRef,
  before: Before,
  schemaOf: SchemaOf,
  signal: AbortSignal,
): Promise<Undone> {
  const { path, kind } = entry
  const head = { ref, kind, dryRun: 'query' } as const
  if (before.object === null) return { request: removal(head, ref, before.uid), consequences: [] }
  if (entry.method === 'DELETE') return remaking(head, ref, before.object)
  const live = await readLive(api, { ...head, path, title: '', method: 'PUT' }, signal)
  if (live === null) return remaking(head, ref, before.object)
  return restoring(
    head,
    ref,
    { before, live, subresource: placeOfRequest({ path })?.subresource ?? '' },
    schemaOf,
  )
}

type Head = Pick<PlannedRequest, 'ref' | 'kind' | 'dryRun'>
const manager = { fieldManager: 'gatehouse' }
const json = 'application/json'

function removal(head: Head, ref: ObjectRef, uid: string): PlannedRequest {
  const options = { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid } }
  return {
    ...head,
    title: `delete ${nameOf(head.kind, ref)}`,
    method: 'DELETE',
    path: resourcePath(ref.resource, ref),
    body: JSON.stringify(options),
  }
}

function remaking(head: Head, ref: ObjectRef, object: KubeObject): Undone {
  const { metadata, ...rest } = withoutServerFields(object)
  const {
    deletionTimestamp: _at,
    deletionGracePeriodSeconds: _grace,
    ownerReferences,
    ...kept
  } = metadata as KubeObject['metadata'] & { deletionGracePeriodSeconds?: number }
  const text =
    'It is made anew with another UID. What was deleted with it does not come back, nor does its status.'
  return {
    request: {
      ...head,
      title: `create ${nameOf(head.kind, ref)}`,
      method: 'POST',
      path: resourcePath(ref.resource, { namespace: ref.namespace }),
      query: manager,
      contentType: json,
      body: JSON.stringify({
        ...rest,
        metadata: { ...kept, ...(ownerReferences === undefined ? {} : { ownerReferences }) },
      }),
    },
    consequences: [{ severity: 'warning', text, refs: [{ kind: head.kind, ref }], total: 1 }],
  }
}

async function restoring(
  head: Head,
  ref: ObjectRef,
  { before, live, subresource }: { before: Before; live: KubeObject; subresource: string },
  schemaOf: SchemaOf,
): Promise<Undone> {
  const shape = shapeFor(await schemaOf(live))
  const { uid } = live.metadata
  const onto = (present: KubeObject) =>
    mergeThreeWay({
      base: contentOf(before.after ?? live, subresource),
      mine: contentOf(before.object ?? live, subresource),
      theirs: contentOf(present, subresource),
      shape,
    })
  const bodyOn = (present: KubeObject): string => {
    const { merged } = onto(present)
    const { metadata, ...rest } = isMapping(merged) ? (merged as unknown as KubeObject) : present
    const { resourceVersion } = present.metadata
    return JSON.stringify({ ...rest, metadata: { ...metadata, resourceVersion, uid } })
  }
  const { conflicts } = onto(live)
  const fields = conflicts.map(({ path }) => formatPath(path)).join(', ')
  const text = `Changed since by others, and put back to what it was before the write all the same: ${fields}.`
  return {
    request: {
      ...head,
      title: `restore ${nameOf(head.kind, ref)}`,
      method: 'PUT',
      path: resourcePath(ref.resource, { ...ref, ...(subresource === '' ? {} : { subresource }) }),
      query: manager,
      contentType: json,
      body: bodyOn(live),
      // Controllers write status all the time: the way back is worked out anew for what is there then.
      renewed: bodyOn,
    },
    consequences:
      conflicts.length === 0
        ? []
        : [{ severity: 'warning', text, refs: [{ kind: head.kind, ref }], total: 1 }],
  }
}

/** What is written back: of a subresource `status` that alone, else all but it. */
function contentOf(object: KubeObject, subresource: string): KubeObject {
  const { status, ...rest } = object
  const {
    managedFields: _owners,
    resourceVersion: _version,
    generation: _generation,
    ...metadata
  } = object.metadata
  return { ...rest, metadata, ...(subresource === 'status' ? { status } : {}) } as KubeObject
}

function nameOf(kind: string, { namespace, name }: ObjectRef): string {
  return `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`
}
