import { apiVersionOf } from '../../shared/kube/index.ts'
import type { ApiRequest } from '../session/index.ts'
import type { Form, WatchTarget } from './types.ts'

/** Path of the collection, each segment encoded once. */
export function collectionPath({ resource, namespace }: WatchTarget): string {
  const root = resource.group === '' ? '/api' : '/apis'
  const scope = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`
  const version = apiVersionOf(resource).split('/').map(encodeURIComponent).join('/')
  return `${root}/${version}${scope}/${encodeURIComponent(resource.resource)}`
}

/** `pods in namespace shop`, `pods in all namespaces`, `nodes`. */
export function targetWords({ resource, namespace }: WatchTarget, isNamespaced: boolean): string {
  const kind = resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`
  if (namespace !== '') return `${kind} in namespace ${namespace}`
  return isNamespaced ? `${kind} in all namespaces` : kind
}

/** Plain JSON is the last resort of every form: some aggregated servers know nothing else. */
export function acceptOf(form: Form, verb: 'list' | 'watch'): string {
  switch (form) {
    case 'table':
      return 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json'
    case 'metadata':
      return verb === 'list'
        ? 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json'
        : 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json'
    case 'objects':
      return 'application/json'
  }
}

interface RequestParts {
  readonly target: WatchTarget
  readonly form: Form
  readonly isNamespaced: boolean
  readonly signal: AbortSignal
}

/** One page of a list. */
export function listRequest(parts: RequestParts, limit: number, token: string): ApiRequest {
  return {
    ...common(parts, 'list'),
    query: { ...selection(parts), limit, continue: token === '' ? undefined : token },
  }
}

/** The smallest list there is, for the number of objects alone. */
export function countRequest(parts: RequestParts): ApiRequest {
  return {
    ...common({ ...parts, form: 'table' }, 'list'),
    query: { ...selection(parts), limit: 1, includeObject: 'None' },
  }
}

/** A watch that goes on from a version. */
export function watchRequest(parts: RequestParts, version: string, timeoutSeconds: number): ApiRequest {
  return {
    ...common(parts, 'watch'),
    idleTimeout: null,
    query: {
      ...selection(parts),
      watch: 1,
      allowWatchBookmarks: true,
      timeoutSeconds,
      resourceVersion: version,
    },
  }
}

/** A watch that begins with everything there is (KEP-3157, "watch list"). */
export function streamRequest(parts: RequestParts, timeoutSeconds: number): ApiRequest {
  return {
    ...common(parts, 'watch'),
    idleTimeout: null,
    query: {
      ...selection(parts),
      watch: 1,
      sendInitialEvents: true,
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: true,
      timeoutSeconds,
    },
  }
}

function common(parts: RequestParts, verb: 'list' | 'watch') {
  return {
    method: 'GET',
    path: collectionPath(parts.target),
    accept: acceptOf(parts.form, verb),
    signal: parts.signal,
    purpose: `${verb} ${targetWords(parts.target, parts.isNamespaced)}`,
  } as const
}

function selection({ target, form }: RequestParts) {
  return {
    labelSelector: target.labelSelector === '' ? undefined : target.labelSelector,
    fieldSelector: target.fieldSelector === '' ? undefined : target.fieldSelector,
    includeObject: form === 'table' ? 'Metadata' : undefined,
  }
}
