import type { DiscoveryFailure } from '../../shared/ipc/index.ts'
import { fieldsOf, listOf, textOf } from './read.ts'

/** Path of the objects that say which server stands behind a group-version. */
export const apiServicesPath = '/apis/apiregistration.k8s.io/v1/apiservices'

/**
 * Adds to failures of discovery what the APIService of the group-version says of itself: which
 * service stands behind it, and the message of its condition `Available`.
 * @param list answer to `apiServicesPath`
 */
export function withConditions(failures: readonly DiscoveryFailure[], list: unknown): DiscoveryFailure[] {
  const words = new Map<string, string>()
  for (const item of listOf(fieldsOf(list).items)) {
    const { group, version, service } = fieldsOf(fieldsOf(item).spec)
    const why = unavailability(fieldsOf(fieldsOf(item).status).conditions)
    if (why === null) continue
    const { namespace, name } = fieldsOf(service)
    const who = textOf(name) === '' ? 'another server' : `the service ${textOf(namespace)}/${textOf(name)}`
    const groupVersion = `${textOf(group)}/${textOf(version)}`
    words.set(groupVersion, `The API ${groupVersion} is served by ${who}, which is not available: ${why}`)
  }
  return failures.map(failure => {
    const message = words.get(failure.groupVersion)
    return message === undefined ? failure : { ...failure, error: { ...failure.error, message } }
  })
}

function unavailability(conditions: unknown): string | null {
  const condition = listOf(conditions)
    .map(fieldsOf)
    .find(({ type, status }) => type === 'Available' && status === 'False')
  if (condition === undefined) return null
  return textOf(condition.message) || textOf(condition.reason) || 'it gives no reason.'
}
