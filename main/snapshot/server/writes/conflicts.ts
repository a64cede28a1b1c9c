import type { KubeObject } from '../../../../shared/kube/index.ts'
import type { ServedResource } from '../../catalog/index.ts'
import { text } from '../../tables/index.ts'
import { StatusError } from '../status.ts'

type Qualified = Pick<ServedResource, 'group' | 'resource'>

const qualifiedName = ({ group, resource }: Qualified): string =>
  group === '' ? resource : `${resource}.${group}`

const detailsOf = ({ group, resource }: Qualified, name: string): object => ({
  name,
  ...(group === '' ? {} : { group }),
  kind: resource,
})

export function alreadyThere(
  resource: ServedResource,
  name: string,
  warnings: readonly string[],
): StatusError {
  const message = `${qualifiedName(resource)} "${name}" already exists`
  return new StatusError(409, 'AlreadyExists', message, { details: detailsOf(resource, name), warnings })
}

/** Why a write does not fit what is stored: another version or another object; null where it does. */
export function conflictOf(
  resource: ServedResource,
  { metadata }: KubeObject,
  wanted: Readonly<Record<string, unknown>>,
): StatusError | null {
  const uid = text(wanted.uid)
  const version = text(wanted.resourceVersion)
  const precondition = (what: string, asked: string, found = ''): StatusError =>
    conflict(
      resource,
      metadata.name,
      `Precondition failed: ${what} in precondition: ${asked}, ${what} in object meta: ${found}`,
    )
  if (uid !== '' && uid !== metadata.uid) return precondition('UID', uid, metadata.uid)
  if (version === '' || version === metadata.resourceVersion) return null
  const why = 'the object has been modified; please apply your changes to the latest version and try again'
  return conflict(resource, metadata.name, why)
}

function conflict(resource: Qualified, name: string, why: string): StatusError {
  const message = `Operation cannot be fulfilled on ${qualifiedName(resource)} "${name}": ${why}`
  return new StatusError(409, 'Conflict', message, { details: detailsOf(resource, name) })
}

/**
 * Why a deletion is not for the object that is stored; null where it is. Source: apiserver,
 * pkg/registry/rest/delete.go, which names kinds where all others name resources.
 */
export function preconditionConflict(
  { group, kind }: Pick<ServedResource, 'group' | 'kind'>,
  { metadata }: KubeObject,
  wanted: Readonly<Record<string, unknown>>,
): StatusError | null {
  const { name, uid = '', resourceVersion = '' } = metadata
  const refused = (field: string, asked: string, found: string, why: string): StatusError =>
    conflict(
      { group, resource: kind },
      name,
      `the ${field} in the precondition (${asked}) does not match the ${field} in record (${found}). ${why}`,
    )
  const [askedUid, askedVersion] = [text(wanted.uid), text(wanted.resourceVersion)]
  if (askedUid !== '' && askedUid !== uid)
    return refused('UID', askedUid, uid, 'The object might have been deleted and then recreated')
  if (askedVersion !== '' && askedVersion !== resourceVersion)
    return refused('ResourceVersion', askedVersion, resourceVersion, 'The object might have been modified')
  return null
}

/** Custom resources are replaced only by those who say which version. @throws StatusError 422 */
export function checkVersionSaid(
  { group, resource }: ServedResource,
  name: string,
  metadata: Readonly<Record<string, unknown>>,
): void {
  if (text(metadata.resourceVersion) !== '') return
  const field = 'metadata.resourceVersion'
  const message = 'Invalid value: 0: must be specified for an update'
  throw new StatusError(422, 'Invalid', `${resource}.${group} "${name}" is invalid: ${field}: ${message}`, {
    details: { name, group, kind: resource, causes: [{ reason: 'FieldValueInvalid', message, field }] },
  })
}

export const timedOut = (): StatusError =>
  new StatusError(504, 'Timeout', 'Timeout: request did not complete within the allotted timeout', {
    details: {},
  })
