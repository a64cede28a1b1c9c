import { AppError, isAppError } from '../../../shared/errors/index.ts'
import type { HandlersOf, Plan } from '../../../shared/ipc/index.ts'
import { isMapping, type KubeObject, type ObjectRef } from '../../../shared/kube/index.ts'
import { type ApiClient, resourcePath } from '../../api/index.ts'
import type { DraftHead } from '../drafts/disk.ts'
import { editedOf } from '../drafts/draft.ts'
import type { Drafts } from '../drafts/drafts.ts'
import { readLive } from '../plan/ask.ts'
import type { Plans } from '../plan/plans.ts'
import { type SchemaOf, schemasOf } from '../plan/schemas.ts'
import type { PlannedRequest, WritesSources } from '../types.ts'
import { shapeFor, type Work } from '../work/index.ts'
import { consequencesOf } from './consequences.ts'
import { type PlacedObject, refuseUnreadable } from './documents.ts'
import type { Item, PlannedDocument } from './items.ts'
import { needsOf, sendingOrder } from './order.ts'
import { type Document, requestsOf, type Sending } from './requests.ts'
import { type ResolvedKind, resolveKinds } from './resolve.ts'

type Asked = Parameters<HandlersOf<'writes'>['writes.plan']>[0]

interface Parts {
  readonly sources: WritesSources
  readonly plans: Plans
  readonly drafts: Drafts
  readonly work: Work
}

const readAtOnce = 8

/** What a text would do, document by document. @throws AppError where it cannot be read at all */
export async function planText(
  { sources, plans, drafts, work }: Parts,
  asked: Asked,
  signal: AbortSignal,
): Promise<Plan> {
  const { context, text, method } = asked
  const api = sources.contexts.get(context)
  const head = asked.draft === null ? null : drafts.find(asked.draft).head
  const read = await work.run({ type: 'read', text })
  const name = sources.contextName(context)
  if (method.type === 'patch') {
    if (read.values.includes(undefined)) refuseUnreadable(read)
    const request = patchRequest(head, method.form, read.values)
    return plans.make(
      context,
      { title: `Patch ${request.title.slice(6)} in ${name}`, requests: [request] },
      signal,
      asked.draft,
    )
  }
  refuseUnreadable(read)
  const fallback = asked.namespace || sources.namespaceOf(context) || 'default'
  const items = await itemsOf(api, read.objects, fallback)
  const sending: Sending = {
    method,
    fieldValidation: asked.fieldValidation,
    ...{ leave: asked.leave, release: asked.release ?? [] },
  }
  const planned = await documentsOf(api, items, { head, method, work, signal })
  const locate =
    ({ document, path }: PlacedObject) =>
    (field: string) =>
      work.run({ type: 'locate', text, document, path, field })
  const requests = sequence(planned, sending, locate)
  const title = `${verbs[method.type]} ${planned.length === 1 ? (requests.at(-1)?.title.split(' ').slice(1).join(' ') ?? '') : `${planned.length} objects`} to ${name}`
  return plans.make(
    context,
    { title, requests, consequences: consequencesOf(planned, method) },
    signal,
    asked.draft,
  )
}

const verbs = { apply: 'Apply', create: 'Create', replace: 'Replace' } as const

async function itemsOf(
  api: ApiClient,
  objects: readonly PlacedObject[],
  fallback: string,
): Promise<readonly Item[]> {
  const resolved = await resolveKinds(api, objects)
  return objects.map((placed, index) => {
    const found = resolved[index]
    if (found === undefined || 'message' in found)
      return {
        placed,
        object: placed.object,
        namespace: '',
        ref: null,
        resolved: null,
        problem: found ?? null,
      }
    return placedItem(placed, found, fallback)
  })
}

function placedItem(placed: PlacedObject, resolved: ResolvedKind, fallback: string): Item {
  const { metadata } = placed.object
  const namespace = resolved.isNamespaced ? (metadata.namespace ?? fallback) : ''
  const { managedFields: _owners, ...kept } = metadata
  const object = {
    ...placed.object,
    metadata: { ...kept, ...(resolved.isNamespaced ? { namespace } : {}) },
  }
  const { group, version, resource } = resolved
  const { name } = metadata
  const isNamed = typeof name === 'string' && name !== ''
  const ref: ObjectRef | null = isNamed ? { resource: { group, version, resource }, namespace, name } : null
  return { placed, object, namespace, ref, resolved, problem: null }
}

interface Reading {
  readonly head: DraftHead | null
  readonly method: Sending['method']
  readonly work: Work
  readonly signal: AbortSignal
}

async function documentsOf(
  api: ApiClient,
  items: readonly Item[],
  reading: Reading,
): Promise<readonly PlannedDocument[]> {
  const schemaOf = schemasOf(api)
  const planned: PlannedDocument[] = []
  let next = 0
  const read = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at]
      if (item !== undefined) planned[at] = { item, document: await documentOf(api, item, schemaOf, reading) }
    }
  }
  await Promise.all(Array.from({ length: readAtOnce }, read))
  return planned
}

async function documentOf(
  api: ApiClient,
  { object, ref, resolved, namespace }: Item,
  schemaOf: SchemaOf,
  { head, method, work, signal }: Reading,
): Promise<Document | null> {
  if (resolved === null) return null
  const place: PlannedRequest = {
    ref,
    kind: object.kind,
    title: '',
    method: 'GET',
    path: '/',
    dryRun: 'none',
  }
  // What may not be read is told of by its step.
  const live =
    resolved.definedBy === null ? await readLive(api, place, signal).catch(nullUnlessCancelled) : null
  const isOpened = head?.ref?.name === ref?.name && head?.ref?.namespace === ref?.namespace
  const base = isOpened ? (head?.base ?? null) : null
  const schema = await schemaOf(object)
  const document = { object, ref, resolved, namespace, live, shape: shapeFor(schema) }
  const whole = { applied: object, dropped: [] }
  if (base === null) return { ...document, opened: null, intent: whole, replaced: null }
  const opened = namespaced(editedOf(base), object)
  const edit = { opened, edited: object, schema }
  return {
    ...{ ...document, opened },
    intent:
      method.type === 'apply' && live !== null
        ? await work.run({ type: 'intent', ...edit, live, manager: method.manager })
        : whole,
    replaced: method.type === 'replace' ? await work.run({ type: 'replace', ...edit, base }) : null,
  }
}

function nullUnlessCancelled(error: unknown): null {
  if (isAppError(error) && error.body.kind !== 'cancelled') return null
  throw error
}

/** The namespace that was filled in is no change. */
function namespaced(opened: KubeObject, { metadata }: KubeObject): KubeObject {
  return metadata.namespace === undefined
    ? opened
    : { ...opened, metadata: { ...opened.metadata, namespace: metadata.namespace } }
}

/** All requests in their order, each with the steps that it needs. */
function sequence(
  planned: readonly PlannedDocument[],
  sending: Sending,
  locate: (placed: PlacedObject) => NonNullable<PlannedRequest['locate']>,
): readonly PlannedRequest[] {
  const items = planned.map(({ item }) => item)
  const needs = needsOf(items)
  const requests: PlannedRequest[] = []
  const lastStep = new Map<number, number>()
  for (const index of sendingOrder(items)) {
    const { item, document } = planned[index] ?? {}
    if (item === undefined) continue
    const before = (needs[index] ?? []).flatMap(each => lastStep.get(each) ?? [])
    const from = requests.length
    const { line, column } = item.placed
    for (const request of document === null || document === undefined
      ? [refused(item)]
      : made(document, sending)) {
      const after = [...before, ...(request.after ?? []).map(each => each + from)]
      requests.push({
        ...request,
        at: { line, column },
        locate: locate(item.placed),
        ...(after.length === 0 ? {} : { after }),
      })
    }
    lastStep.set(index, requests.length - 1)
  }
  return requests
}

function made(document: Document, sending: Sending): readonly PlannedRequest[] {
  const { object, ref } = document
  const isGenerated =
    sending.method.type === 'create' &&
    typeof (object.metadata as { generateName?: unknown }).generateName === 'string'
  if (ref !== null || isGenerated) return requestsOf(document, sending)
  const message =
    'It has no metadata.name. Only what is created can have its name made by the server (generateName).'
  return [{ ...nothingOf(object), problem: { kind: 'invalid', reason: 'NoName', message } }]
}

function refused({ object, problem }: Item): PlannedRequest {
  return { ...nothingOf(object), ...(problem === null ? {} : { problem }) }
}

function nothingOf({ kind, metadata }: KubeObject): PlannedRequest {
  const title = `write ${kind} ${metadata.name ?? ''}`.trim()
  return { ref: null, kind, title, method: 'PATCH', path: '/', dryRun: 'none' }
}

const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const

function patchRequest(
  head: DraftHead | null,
  form: keyof typeof patchTypes,
  values: readonly unknown[],
): PlannedRequest {
  const [patch] = values
  if (head === null || head.ref === null)
    throw new AppError({ kind: 'invalid', message: 'A patch is of one object: open that for editing first.' })
  if (values.length !== 1 || (form === 'json' ? !Array.isArray(patch) : !isMapping(patch)))
    throw new AppError({
      kind: 'invalid',
      message:
        form === 'json'
          ? 'A JSON patch is one list of operations.'
          : 'A merge patch is one mapping of fields.',
    })
  const { ref, kind } = head
  const name = `${kind} ${ref.namespace === '' ? '' : `${ref.namespace}/`}${ref.name}`
  return {
    ...{ ref, kind, title: `patch ${name}`, method: 'PATCH', path: resourcePath(ref.resource, ref) },
    ...{ query: { fieldManager: 'gatehouse' }, contentType: patchTypes[form], dryRun: 'query' },
    body: JSON.stringify(patch),
  }
}
