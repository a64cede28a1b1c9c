import type { Consequence } from '../../shared/ipc/index.ts'
import type { ObjectRef } from '../../shared/kube/index.ts'
import { parseManifest } from '../../shared/manifest/index.ts'
import type { ApiClient } from '../api/index.ts'
import { takesDryRun } from '../session/index.ts'
import type { PlannedRequest, PlanRequest } from '../writes/index.ts'
import { type BuiltRequest, queryText } from './request.ts'

/** A call that could change something as one step of a plan. */
export function planOf(request: BuiltRequest, api: ApiClient): PlanRequest {
  const { operation, path, query, body, contentType } = request
  const title = `${operation.method} ${path}`
  const target = targetOf(request, api)
  const isConnection = operation.action === 'connect'
  const planned: PlannedRequest = {
    ref: target.ref,
    kind: target.kind,
    title,
    method: operation.method as PlannedRequest['method'],
    path,
    query: Object.fromEntries(query),
    ...(body === null ? {} : { body, contentType, ...intentOf(body, contentType) }),
    ...(isConnection ? { accept: request.accept } : {}),
    dryRun: !isConnection && takesDryRunOf(request) ? 'query' : 'none',
    keepsAnswer: true,
    isAlwaysSent: true,
    undo: target.ref === null ? 'none' : 'default',
    ...(target.ref === null ? { noUndo: 'The request is of no single object.' } : {}),
  }
  return {
    title: `${title}${queryText(query)}`.slice(0, 200),
    requests: [planned],
    consequences: consequencesOf(request),
  }
}

/** What was asked for, as an object: the server reads YAML as well as JSON. */
function intentOf(body: string | Uint8Array, contentType: string): { readonly intent?: unknown } {
  if (typeof body !== 'string' || !contentType.includes('yaml')) return {}
  const [document] = parseManifest(body).documents
  return document?.object ? { intent: document.object } : {}
}

function takesDryRunOf({ operation }: BuiltRequest): boolean {
  const { group, resource, subresource, method } = operation
  if (resource === '') return false
  return takesDryRun(method as PlannedRequest['method'], { group, resource, subresource })
}

/** The object that a request is of: by its path where that names one. */
function targetOf(
  { operation, path }: BuiltRequest,
  api: ApiClient,
): { readonly ref: ObjectRef | null; readonly kind: string } {
  const { group, version, resource } = operation
  const info = resource === '' ? null : api.find({ group, version, resource })
  const values = placeholders(operation.path, path)
  const name = values.get('name') ?? ''
  // What is created may be named by the server, and what is reached through it is not changed itself.
  const isOfOne =
    info !== null && name !== '' && operation.action !== 'connect' && operation.method !== 'POST'
  const ref = isOfOne
    ? { resource: { group, version, resource }, namespace: values.get('namespace') ?? '', name }
    : null
  return { ref, kind: info?.kind ?? operation.kind }
}

function placeholders(template: string, path: string): ReadonlyMap<string, string> {
  const filled = path.split('/')
  return new Map(
    template.split('/').flatMap((segment, index) => {
      const name = /^\{(.+)\}$/.exec(segment)?.[1]
      return name === undefined ? [] : [[name, decodeURIComponent(filled[index] ?? '')] as const]
    }),
  )
}

function consequencesOf({ operation }: BuiltRequest): readonly Consequence[] {
  const say = (severity: Consequence['severity'], text: string): readonly Consequence[] => [
    { severity, text, refs: [], total: 0 },
  ]
  if (operation.action === 'connect')
    return say(
      'warning',
      `The request goes through the API server to what stands behind ${operation.resource}/${operation.subresource}. What it does there nobody can tell beforehand.`,
    )
  if (operation.action === 'deletecollection')
    return say(
      'danger',
      `Every ${operation.kind || operation.resource} that the selectors match is deleted; without selectors, every one there is.`,
    )
  return []
}
