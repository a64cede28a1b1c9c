import { AppError } from '../../shared/errors/index.ts'
import type { Clock } from '../../shared/flow/index.ts'
import type { Cell, Column } from '../../shared/ipc/index.ts'
import type { Resource } from '../../shared/kube/index.ts'
import { type ApiClient, resourcePath } from '../api/index.ts'
import {
  acceptOf,
  collectionPath,
  Decoder,
  type Received,
  targetWords,
  type WatchTarget,
} from '../watch/index.ts'
import { CellReader } from './cells.ts'

/** What to list: all namespaces when `namespace` is empty, one object when `name` is given. */
export interface ListScope {
  readonly namespace: string
  readonly name?: string
  readonly labelSelector?: string
  readonly fieldSelector?: string
}

export interface ListedRow {
  readonly namespace: string
  readonly name: string
  readonly cells: readonly Cell[]
}

export interface ListedTable {
  readonly columns: readonly Column[]
  readonly rows: readonly ListedRow[]
}

const pageSize = 500

/**
 * The rows of a collection, or of one object, as the server prints them, in the server's order.
 * @throws AppError
 */
export async function listOnce(
  api: ApiClient,
  resource: Resource,
  scope: ListScope,
  options: { readonly clock: Clock; readonly signal?: AbortSignal },
): Promise<ListedTable> {
  const target: WatchTarget = {
    resource,
    namespace: scope.namespace,
    labelSelector: scope.labelSelector ?? '',
    fieldSelector: scope.fieldSelector ?? '',
  }
  const info = api.find(resource)
  const decoder = new Decoder('table', target, info?.kind ?? '')
  const rows: ListedRow[] = []
  let reader = new CellReader(resource, [])
  let token = ''
  do {
    const answer = await ask(api, target, scope.name, token, info?.namespaced ?? true, options.signal)
    const page = decoder.page(answer) ?? decoder.page({ kind: 'List', items: [answer] })
    if (page === null) throw unreadable(api, target)
    if (page.columns !== null && reader.columns.length === 0) reader = new CellReader(resource, page.columns)
    const now = options.clock.now()
    for (const item of page.items) rows.push(rowOf(reader, item, now))
    token = page.continue
  } while (token !== '')
  return { columns: reader.columns, rows }
}

async function ask(
  api: ApiClient,
  target: WatchTarget,
  name: string | undefined,
  token: string,
  isNamespaced: boolean,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const words = targetWords(target, isNamespaced)
  const response = await api.session.request({
    method: 'GET',
    path:
      name === undefined
        ? collectionPath(target)
        : resourcePath(target.resource, { namespace: target.namespace, name }),
    accept: acceptOf('table', 'list'),
    purpose: name === undefined ? `list ${words}` : `get ${name} of ${words}`,
    query:
      name === undefined
        ? {
            limit: pageSize,
            continue: token === '' ? undefined : token,
            labelSelector: target.labelSelector === '' ? undefined : target.labelSelector,
            fieldSelector: target.fieldSelector === '' ? undefined : target.fieldSelector,
          }
        : {},
    ...(signal === undefined ? {} : { signal }),
  })
  return response.json()
}

function rowOf(reader: CellReader, item: Received, now: number): ListedRow {
  return { namespace: item.namespace, name: item.name, cells: reader.read(item, now, undefined) }
}

function unreadable(api: ApiClient, target: WatchTarget): AppError {
  return new AppError({
    kind: 'serverFault',
    message: `The server's answer to a list of ${target.resource.resource} cannot be read.`,
    context: api.context,
  })
}
