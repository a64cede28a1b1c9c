import { AppError, isAppError } from '../../../shared/errors/index.ts'
import { isMapping } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import { type ApiRequest, noDryRunText, takesDryRun } from '../../session/index.ts'

/** Where a request goes. */
interface Target {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
}

/** Groups that the API server itself serves: what it stores, it does not store in a dry run. */
const builtIn = new Set([
  '',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'apps',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'autoscaling',
  'batch',
  'certificates.k8s.io',
  'coordination.k8s.io',
  'discovery.k8s.io',
  'events.k8s.io',
  'flowcontrol.apiserver.k8s.io',
  'internal.apiserver.k8s.io',
  'networking.k8s.io',
  'node.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
  'resource.k8s.io',
  'scheduling.k8s.io',
  'storage.k8s.io',
  'storagemigration.k8s.io',
])

/**
 * Makes sure that a server looks at the dry run of a request before it is sent. Other servers behind an
 * aggregated API may ignore what they do not know, and really write: of a kind that is not built in either
 * the API's description has to name the parameter for the operation, or the kind has to be defined by a
 * CustomResourceDefinition.
 * @throws AppError `invalid`, with reason `NoDryRun`, where that is not known
 */
export async function refuseUnlessTaken(
  api: ApiClient,
  method: ApiRequest['method'],
  target: Target,
  signal: AbortSignal,
): Promise<void> {
  if (!takesDryRun(method, target)) throw unasked(noDryRunText(target))
  if (builtIn.has(target.group)) return
  if (await isDescribed(api, method, target, signal)) return
  if (await isCustom(api, target, signal)) return
  throw unasked(
    `Nothing says that the server of ${target.group}/${target.version} looks at dry runs of ${target.resource}: it could really write, so none is sent.`,
  )
}

/** Why no dry run is sent. */
export function unasked(message: string): AppError {
  return new AppError({ kind: 'invalid', reason: 'NoDryRun', message })
}

/** Whether the description (OpenAPI v3) names the parameter for exactly this operation. */
async function isDescribed(
  api: ApiClient,
  method: ApiRequest['method'],
  target: Target,
  signal: AbortSignal,
): Promise<boolean> {
  const { group, version, resource, subresource } = target
  const base = `/apis/${encodeURIComponent(group)}/${encodeURIComponent(version)}`
  const document = await readOrNull(api, `/openapi/v3${base}`, 'read whether the API takes dry runs', signal)
  if (!isMapping(document) || !isMapping(document.paths)) return false
  const isPlural = method === 'POST' && subresource === ''
  const below = [isPlural ? '' : '/{name}', subresource === '' ? '' : `/${subresource}`].join('')
  const found = ['', '/namespaces/{namespace}']
    .map(place => own(document.paths, `/apis/${group}/${version}${place}/${resource}${below}`))
    .filter(isMapping)
  return (
    found.length > 0 &&
    found.every(path =>
      [path.parameters, fieldsOf(own(path, method.toLowerCase())).parameters].some(parameters =>
        hasDryRun(parameters, document),
      ),
    )
  )
}

function hasDryRun(parameters: unknown, document: Readonly<Record<string, unknown>>): boolean {
  if (!Array.isArray(parameters)) return false
  return parameters.some(item => {
    const fields = fieldsOf(item)
    const reference = /^#\/components\/parameters\/([^/]+)$/.exec(String(fields.$ref ?? ''))?.[1]
    const { name, in: where } =
      reference === undefined ? fields : fieldsOf(own(fieldsOf(document.components).parameters, reference))
    return name === 'dryRun' && where === 'query'
  })
}

/** Whether the kind is a custom one, which the API server itself stores. */
async function isCustom(
  api: ApiClient,
  { group, version, resource }: Target,
  signal: AbortSignal,
): Promise<boolean> {
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${encodeURIComponent(`${resource}.${group}`)}`
  const definition = fieldsOf(await readOrNull(api, path, 'read whether the kind is a custom one', signal))
  const { versions } = fieldsOf(definition.spec)
  return (
    Array.isArray(versions) &&
    versions.some(each => fieldsOf(each).name === version && fieldsOf(each).served === true)
  )
}

/** What is not there or must not be read says nothing. */
async function readOrNull(
  api: ApiClient,
  path: string,
  purpose: string,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    const response = await api.session.request({
      method: 'GET',
      path,
      accept: 'application/json',
      purpose,
      signal,
    })
    return await response.json()
  } catch (error) {
    if (isAppError(error) && (error.body.kind === 'gone' || error.body.kind === 'denied')) return null
    throw error
  }
}

function own(value: unknown, key: string): unknown {
  return isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isMapping(value) ? value : {}
}
