import {
  type FieldSelector,
  fieldText,
  type KubeObject,
  type LabelSelector,
  matchesFields,
  matchesLabels,
  parseFieldSelector,
  parseLabelSelector,
} from '../../../shared/kube/index.ts'
import type { ServedResource } from '../catalog/index.ts'
import { badRequest } from './status.ts'

export type Matches = (object: KubeObject) => boolean

/** What a request's selectors let through; null when it has none. @throws StatusError 400 */
export function readSelectors(query: URLSearchParams, resource: ServedResource): Matches | null {
  const labels = readLabels(query.get('labelSelector') ?? '')
  const fields = readFields(query.get('fieldSelector') ?? '', resource)
  if (labels.length === 0 && fields.length === 0) return null
  return object =>
    matchesLabels(labels, object.metadata.labels) &&
    matchesFields(fields, field => selectableText(resource, object, field))
}

function readLabels(text: string): LabelSelector {
  const parsed = parseLabelSelector(text)
  if (!parsed.ok) throw badRequest(`unable to parse requirement: ${parsed.problem.message}`)
  return parsed.selector
}

function readFields(text: string, resource: ServedResource): FieldSelector {
  const parsed = parseFieldSelector(text)
  if (!parsed.ok) throw badRequest(parsed.problem.message)
  for (const { field } of parsed.selector) {
    const isKnown =
      field === 'metadata.name' || field === 'metadata.namespace' || resource.selectableFields.includes(field)
    if (!isKnown) throw badRequest(`field label not supported: ${field}`)
  }
  return parsed.selector
}

/** Fields whose selector name is not their path, and those that are never empty. */
function selectableText(resource: ServedResource, object: KubeObject, field: string): string {
  if (resource.group === '' && resource.resource === 'events') {
    if (field === 'source') return fieldText(object, 'source.component')
    if (field === 'reportingComponent') return fieldText(object, 'reportingComponent')
  }
  const text = fieldText(object, field)
  if (text !== '') return text
  if (field === 'spec.hostNetwork' || field === 'spec.unschedulable') return 'false'
  return field === 'status.successful' ? fieldText(object, 'status.succeeded') : ''
}

/** A whole number of a query, or null when it is absent. @throws StatusError 400 */
export function readCount(query: URLSearchParams, name: string): number | null {
  const value = query.get(name)
  if (value === null || value === '') return null
  if (!/^\d+$/.test(value))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`)
  return Number(value)
}

/** The asked resourceVersion; null for none. @throws StatusError 400 */
export function readVersion(query: URLSearchParams): number | null {
  const value = query.get('resourceVersion')
  if (value === null || value === '') return null
  if (!/^\d+$/.test(value))
    throw badRequest(
      `invalid resource version: resourceVersion: Invalid value: ${JSON.stringify(value)}: ` +
        `strconv.ParseUint: parsing ${JSON.stringify(value)}: invalid syntax`,
    )
  return Number(value)
}

export function readFlag(query: URLSearchParams, name: string): boolean {
  const value = query.get(name)
  return value !== null && value !== '0' && value !== 'false'
}
