import { resourcePath } from '../api/index.ts'
import type { ApiRequest } from '../session/index.ts'
import type { Form, WatchTarget } from './types.ts'

/** Path of the collection, each segment encoded once. @throws AppError `invalid` for what is no name */
export function collectionPath({ resource, namespace }: WatchTarget): string {
  return resourcePath(resource, { namespace })
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

/**
 * Asks for what happened since a version and ends after a second, in order: its connection serves
 * the next such request.
 */
export function checkRequest(parts: RequestParts, version: string): ApiRequest {
  return {
    ...common(parts, 'watch'),
    idleTimeout: null,
    query: {
      ...selection(parts),
      includeObject: parts.form === 'table' ? 'None' : undefined,
      watch: 1,
      timeoutSeconds: 1,
      resourceVersion: version,
    },
  }
}

/** The smallest answer by which a server says whether it has come as far as a version. */
export function reachedRequest(parts: RequestParts, version: string): ApiRequest {
  return {
    ...countRequest(parts),
    query: {
      ...countRequest(parts).query,
      resourceVersion: version,
      resourceVersionMatch: 'NotOlderThan',
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
    // The stream says that the server wants to be left alone, and waits in view of everybody.
    whenThrottled: 'fail',
  } as const
}

function selection({ target, form }: RequestParts) {
  return {
    labelSelector: target.labelSelector === '' ? undefined : target.labelSelector,
    fieldSelector: target.fieldSelector === '' ? undefined : target.fieldSelector,
    includeObject: form === 'table' ? 'Metadata' : undefined,
  }
}
