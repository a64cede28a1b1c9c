import { changesOf, compare, type Shape } from '../../../shared/diff/index.ts'
import {
  elementKey,
  type FieldOwner,
  type FieldPath,
  formatPath,
  type KubeObject,
  readOwnedFields,
} from '../../../shared/kube/index.ts'
import { valueAt, withValue } from '../plan/fields.ts'
import { ownablePath } from './atomic.ts'

export interface Intent {
  /** What is applied: no more than what was changed, and what was applied before. */
  readonly applied: KubeObject
  /** Places that were there and are to go. */
  readonly dropped: readonly FieldPath[]
}

/**
 * What an edited object asks for in a server-side apply: fields that differ from what was opened, and those that the
 * manager applied before. The rest of the text is only what was there, and stays with whoever manages it.
 */
export function intentOf(
  {
    opened,
    edited,
    live,
  }: { readonly opened: KubeObject; readonly edited: KubeObject; readonly live: KubeObject },
  manager: string,
  shape: Shape,
): Intent {
  let applied: unknown = identityOf(edited)
  for (const path of appliedLeaves(live, manager)) {
    const value = valueAt(edited, path)
    if (value !== undefined) applied = withValue(applied, path, value)
  }
  const dropped = new Map<string, FieldPath>()
  for (const change of changesOf(compare(opened, edited, { shape }))) {
    const path = ownablePath(edited, change.path, shape)
    const value = valueAt(edited, path)
    if (value === undefined) dropped.set(formatPath(path), path)
    else applied = withValue(applied, path, value)
  }
  return { applied: applied as KubeObject, dropped: [...dropped.values()] }
}

function identityOf({ apiVersion, kind, metadata }: KubeObject): KubeObject {
  const { name, namespace } = metadata
  return { apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) } }
}

function appliedLeaves(live: KubeObject, manager: string): readonly FieldPath[] {
  return ownLeaves(
    live,
    owner => owner.manager === manager && owner.operation === 'Apply' && owner.subresource === '',
  )
}

/** Places that some managers have, without those in which they have others. */
export function ownLeaves(live: KubeObject, isOwn: (owner: FieldOwner) => boolean): readonly FieldPath[] {
  const paths = readOwnedFields(live)
    .filter(({ owner }) => isOwn(owner))
    .flatMap(each => each.paths)
  const inner = new Set<string>()
  for (const path of paths)
    for (let length = 1; length < path.length; length++) inner.add(keyOf(path.slice(0, length)))
  return paths.filter(path => !inner.has(keyOf(path)))
}

const keyOf = (path: FieldPath): string => path.map(elementKey).join('\n')
