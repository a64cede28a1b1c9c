import { isAppError } from '../../shared/errors/index.ts'
import { apiVersionOf, type KubeObject, type ResourceInfo } from '../../shared/kube/index.ts'
import { listAt, numberAt, textAt } from '../../shared/relations/index.ts'
import { resourcePath } from '../api/index.ts'
import type { Setup, Target } from './targets.ts'

interface Asked {
  readonly namespace?: string
  readonly labelSelector?: string
  readonly fieldSelector?: string
  /** Objects that are read at most. */
  readonly most?: number
  /** Metadata alone: for owners, counts, and what is nobody's business. */
  readonly isMetadata?: boolean
}

export interface Listing {
  readonly found: readonly Target[]
  /** All that there are, as far as the server counted. */
  readonly total: number
  /** Not all of it was read: too many, or not to be read (`unreadable`). */
  readonly isComplete: boolean
  readonly unreadable: string | null
}

const pageSize = 500
const mostByDefault = 5000
const metadataForm = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json'

/** Objects of a kind by its name; none where the server does not have the kind. */
export async function listIfReadable(
  setup: Setup,
  { group, kind }: { readonly group: string; readonly kind: string },
  asked: Asked = {},
): Promise<Listing> {
  const info = setup.api.findKind(group, kind)
  return info === null
    ? { found: [], total: 0, isComplete: true, unreadable: null }
    : listKind(setup, info, asked)
}

/** Objects of a kind, page by page; what cannot be read is said and no error. */
export async function listKind(setup: Setup, info: ResourceInfo, asked: Asked = {}): Promise<Listing> {
  const { namespace = '', most = mostByDefault } = asked
  const found: Target[] = []
  let token = ''
  try {
    do {
      const { items, next, remaining } = await readPage(setup, info, { ...asked, namespace }, token)
      found.push(...items.map(object => targetOf(info, object)))
      token = next
      if (token !== '' && found.length >= most)
        return { found, total: found.length + (remaining ?? 1), isComplete: false, unreadable: null }
    } while (token !== '')
    return { found, total: found.length, isComplete: true, unreadable: null }
  } catch (error) {
    if (!isAppError(error) || setup.signal.aborted) throw error
    return { found, total: found.length, isComplete: false, unreadable: error.body.message }
  }
}

interface Page {
  readonly items: readonly KubeObject[]
  readonly next: string
  readonly remaining: number | null
}

async function readPage(
  { api, signal }: Setup,
  info: ResourceInfo,
  { namespace = '', labelSelector, fieldSelector, isMetadata, most = pageSize }: Asked,
  token: string,
): Promise<Page> {
  const response = await api.session.request({
    method: 'GET',
    path: resourcePath(info, { namespace }),
    query: {
      limit: Math.min(pageSize, most),
      labelSelector: labelSelector || undefined,
      fieldSelector: fieldSelector || undefined,
      continue: token || undefined,
    },
    accept: isMetadata ? metadataForm : 'application/json',
    purpose: `list ${info.resource} in ${namespace === '' ? 'all namespaces' : `namespace ${namespace}`}`,
    signal,
  })
  const list = await response.json()
  return {
    items: listAt(list, 'items') as readonly KubeObject[],
    next: textAt(list, 'metadata', 'continue'),
    remaining: numberAt(list, 'metadata', 'remainingItemCount'),
  }
}

/** An item of a list carries no kind of its own, and metadata alone that of its form. */
export function targetOf(info: ResourceInfo, object: KubeObject): Target {
  const { group, version, resource } = info
  return {
    ref: {
      resource: { group, version, resource },
      namespace: object.metadata.namespace ?? '',
      name: object.metadata.name,
    },
    kind: info.kind,
    object: { ...object, apiVersion: apiVersionOf(info), kind: info.kind },
  }
}
