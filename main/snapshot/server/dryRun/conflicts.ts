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

export const timedOut = (): StatusError =>
  new StatusError(504, 'Timeout', 'Timeout: request did not complete within the allotted timeout', {
    details: {},
  })
