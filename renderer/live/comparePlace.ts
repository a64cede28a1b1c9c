import type { ContextId, ObjectRef } from '../../shared/kube/index.ts'

/** One side of a comparison of two objects. */
export interface ComparedObject {
  /** Empty: the context of the view. */
  readonly context: ContextId
  /** Null: not chosen yet. */
  readonly ref: ObjectRef | null
}

/** What is compared with what. */
export interface ComparePlace {
  readonly tab: 'objects' | 'kind' | 'manifests'
  readonly before: ComparedObject
  readonly after: ComparedObject
  /** Of `kind`: the other context, and the kind as `apps/v1/deployments`; empty: not chosen. */
  readonly other: ContextId
  readonly kind: string
  /** Of `manifests`: a file or folder of the engine's machine. */
  readonly path: string
}

const nothing: ComparedObject = { context: '', ref: null }
export const plainCompare: ComparePlace = {
  tab: 'objects',
  before: nothing,
  after: nothing,
  other: '',
  kind: '',
  path: '',
}

export function compareText({ tab, before, after, other, kind, path }: ComparePlace): string {
  const params = new URLSearchParams()
  if (tab !== plainCompare.tab) params.set('tab', tab)
  for (const [name, side] of [
    ['before', before],
    ['after', after],
  ] as const) {
    if (side.context !== '') params.set(`${name}In`, side.context)
    if (side.ref !== null) params.set(name, refText(side.ref))
  }
  if (other !== '') params.set('other', other)
  if (kind !== '') params.set('kind', kind)
  if (path !== '') params.set('path', path)
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

export function parseCompare(params: URLSearchParams): ComparePlace {
  const tab = params.get('tab')
  const side = (name: string): ComparedObject => ({
    context: params.get(`${name}In`) ?? '',
    ref: parseRef(params.get(name) ?? ''),
  })
  return {
    tab: tab === 'kind' || tab === 'manifests' ? tab : 'objects',
    before: side('before'),
    after: side('after'),
    other: params.get('other') ?? '',
    kind: params.get('kind') ?? '',
    path: params.get('path') ?? '',
  }
}

/** No part of it holds a `|`: names of objects hold none, whatever their kind. */
function refText({ resource: { group, version, resource }, namespace, name }: ObjectRef): string {
  return [group, version, resource, namespace, name].join('|')
}

function parseRef(text: string): ObjectRef | null {
  const [group = '', version = '', resource = '', namespace = '', ...rest] = text.split('|')
  const name = rest.join('|')
  return version === '' || resource === '' || name === ''
    ? null
    : { resource: { group, version, resource }, namespace, name }
}
