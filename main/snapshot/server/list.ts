import type { KubeObject } from '../../../shared/kube/index.ts'
import type { ServedResource } from '../catalog/index.ts'
import { type Collection, keyOf, type Stored, unpacked } from '../store/index.ts'
import { type Form, listed } from './form.ts'
import { type Matches, readCount, readVersion } from './query.ts'
import { badRequest, continueExpired, invalidListOptions, versionTooLarge, versionTooOld } from './status.ts'

export interface ListRequest {
  readonly resource: ServedResource
  readonly collection: Collection
  readonly namespace: string
  readonly matches: Matches | null
  readonly query: URLSearchParams
  /** Version of the store now. */
  readonly version: number
}

export interface ListPage {
  readonly objects: readonly Stored[]
  readonly version: number
  readonly token: string
  /** Objects after this page; null at the end and wherever selectors make it unknown. */
  readonly remaining: number | null
}

/** Where a page ends: the version all pages of this list show, and the last key shown. */
interface Place {
  readonly version: number
  readonly after: string
}

/** @throws StatusError 400, 410, 422 and 504 as the real server does */
export function listPage(request: ListRequest): ListPage {
  const { matches, query } = request
  const place = readToken(query.get('continue') ?? '')
  const { objects, version } = place === null ? startOf(request) : resume(request, place)
  const after = place?.after ?? ''
  const rest = after === '' ? objects : objects.slice(firstAfter(objects, after))
  const limit = readCount(query, 'limit') ?? 0
  const shown = matches === null ? rest : firstMatching(rest, matches, limit)
  if (limit === 0 || shown.length <= limit) return { objects: shown, version, token: '', remaining: null }
  const last = shown[limit - 1]
  return {
    objects: shown.slice(0, limit),
    version,
    token: last === undefined ? '' : writeToken({ version, after: keyOf(last) }),
    remaining: matches === null ? shown.length - limit : null,
  }
}

/** Those that match, no more than one beyond the limit: nobody looks at the others. Limit 0 is none. */
function firstMatching(objects: readonly Stored[], matches: Matches, limit: number): readonly Stored[] {
  if (limit === 0) return objects.filter(stored => matches(unpacked(stored)))
  const found: Stored[] = []
  for (const stored of objects) {
    if (matches(unpacked(stored))) found.push(stored)
    if (found.length > limit) break
  }
  return found
}

interface ListState {
  readonly objects: readonly Stored[]
  readonly version: number
}

function startOf({ collection, namespace, query, version }: ListRequest): ListState {
  const asked = readVersion(query)
  const match = query.get('resourceVersionMatch') ?? ''
  if (match !== '' && match !== 'Exact' && match !== 'NotOlderThan')
    throw invalidListOptions(
      'FieldValueNotSupported',
      'resourceVersionMatch',
      `Unsupported value: ${JSON.stringify(match)}: supported values: "Exact", "NotOlderThan", ""`,
    )
  if (match !== '' && asked === null)
    throw invalidListOptions(
      'FieldValueForbidden',
      'resourceVersionMatch',
      'Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
    )
  if (asked !== null && asked > version) throw versionTooLarge(asked, version)
  if (match !== 'Exact' || asked === null) return { objects: collection.stored(namespace), version }
  const objects = collection.storedAt(asked, namespace)
  if (objects === null) throw versionTooOld(asked, collection.history.floor)
  return { objects, version: asked }
}

function resume({ collection, namespace, version }: ListRequest, place: Place): ListState {
  // Version -1: the list goes on at today's version, as the answer to an expired token offers.
  if (place.version < 0) return { objects: collection.stored(namespace), version }
  const objects = collection.storedAt(place.version, namespace)
  if (objects === null) throw continueExpired(writeToken({ version: -1, after: place.after }))
  return { objects, version: place.version }
}

function firstAfter(objects: readonly Stored[], key: string): number {
  let low = 0
  let high = objects.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const object = objects[middle]
    if (object !== undefined && keyOf(object) <= key) low = middle + 1
    else high = middle
  }
  return low
}

function writeToken({ version, after }: Place): string {
  return Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: version, start: after })).toString('base64url')
}

function readToken(token: string): Place | null {
  if (token === '') return null
  try {
    const place = JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as {
      readonly rv?: unknown
      readonly start?: unknown
    }
    if (typeof place.rv === 'number' && typeof place.start === 'string')
      return { version: place.rv, after: place.start }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw badRequest('invalid continue token: continue key is not valid')
}

/** The object in the version that was asked for: definitions here convert by name alone. */
export function atVersion(object: KubeObject, { group, version, isCustom }: ServedResource): KubeObject {
  const apiVersion = group === '' ? version : `${group}/${version}`
  return !isCustom || object.apiVersion === apiVersion ? object : { ...object, apiVersion }
}

const pieceSize = 64 * 1024

/** The JSON of a list in pieces, so that no list is too long for one string. */
export function* listPieces(
  form: Form,
  resource: ServedResource,
  page: ListPage,
  now: number,
): Generator<string> {
  const metadata = {
    resourceVersion: String(page.version),
    ...(page.token === '' ? {} : { continue: page.token }),
    ...(page.remaining === null ? {} : { remainingItemCount: page.remaining }),
  }
  if (form.kind === 'table' && page.objects.length === 0 && isDefaultTable(resource)) {
    yield JSON.stringify({
      ...listHead(form, resource),
      metadata,
      ...listColumns(form, resource),
      rows: null,
    })
    return
  }
  let piece = `${JSON.stringify({ ...listHead(form, resource), metadata, ...listColumns(form, resource) }).slice(0, -1)}`
  piece += form.kind === 'table' ? ',"rows":[' : ',"items":['
  let separator = ''
  for (const stored of page.objects) {
    const object = atVersion(unpacked(stored), resource)
    piece += separator + JSON.stringify(listed(form, resource, object, now))
    separator = ','
    if (piece.length > pieceSize) {
      yield piece
      piece = ''
    }
  }
  yield `${piece}]}`
}

function listHead(form: Form, { group, version, kind }: ServedResource): object {
  switch (form.kind) {
    case 'object':
      return { kind: `${kind}List`, apiVersion: group === '' ? version : `${group}/${version}` }
    case 'metadata':
      return { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' }
    case 'table':
      return { kind: 'Table', apiVersion: 'meta.k8s.io/v1' }
  }
}

function listColumns(form: Form, { columns }: ServedResource): object {
  return form.kind === 'table' ? { columnDefinitions: columns } : {}
}

/** Kinds without a printer of their own (name and `Created At`): the server has null for no rows. */
function isDefaultTable({ columns }: ServedResource): boolean {
  return columns.some(({ name, type }) => name === 'Created At' && type === 'date')
}
