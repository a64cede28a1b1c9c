import { AppError } from '../../shared/errors/index.ts'
import { type ContextId, isMapping, type KubeObject, type ObjectRef } from '../../shared/kube/index.ts'
import type { OpenContexts } from '../api/index.ts'

interface Side {
  readonly context: ContextId
  readonly ref: ObjectRef
}

/** Keys of two Secrets whose values differ, in order; their values go nowhere. @throws AppError */
export async function differingKeys(
  contexts: OpenContexts,
  before: Side,
  after: Side,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const [left, right] = await Promise.all(
    [before, after].map(({ context, ref }) => {
      if (ref.resource.group !== '' || ref.resource.resource !== 'secrets')
        throw new AppError({ kind: 'invalid', message: 'Only Secrets are compared by key.' })
      return contexts.get(context).get(ref, signal)
    }),
  )
  const [old, now] = [valuesOf(left), valuesOf(right)]
  return [...new Set([...old.keys(), ...now.keys()])].filter(key => old.get(key) !== now.get(key)).sort()
}

function valuesOf(secret: KubeObject | undefined): ReadonlyMap<string, unknown> {
  return new Map(isMapping(secret?.data) ? Object.entries(secret.data) : [])
}
