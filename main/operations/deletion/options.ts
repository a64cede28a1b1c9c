import { assertNever } from '../../../shared/errors/index.ts'
import { apiVersionOf } from '../../../shared/kube/index.ts'
import type { Target } from '../targets.ts'

export type Propagation = 'Background' | 'Foreground' | 'Orphan'

/** How a deletion is asked for. */
export interface DeletionWish {
  /** Null: the server's choice for the kind. */
  readonly propagation: Propagation | null
  /** Seconds; -1: each object's own. */
  readonly grace: number
}

export type Preconditions = 'none' | 'uid' | 'version'

/** Kinds whose pods stay where nothing is said. Source: kubernetes, pkg/registry/*, DefaultGarbageCollectionPolicy. */
const orphaning: ReadonlySet<string> = new Set(['batch/v1 Job', 'v1 ReplicationController'])

/** What the server makes of it. Source: apiserver, pkg/registry/generic/registry/store.go, deletionFinalizersForGarbageCollection. */
export function effectivePropagation({ ref, kind, object }: Target, wished: Propagation | null): Propagation {
  if (wished !== null) return wished
  const finalizers = object.metadata.finalizers ?? []
  if (finalizers.includes('orphan')) return 'Orphan'
  if (finalizers.includes('foregroundDeletion')) return 'Foreground'
  return orphaning.has(`${apiVersionOf(ref.resource)} ${kind}`) ? 'Orphan' : 'Background'
}

/** Body of a deletion. */
export function deleteOptions(
  { propagation, grace }: DeletionWish,
  preconditions: Preconditions = 'none',
  target?: Target,
): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    ...(propagation === null ? {} : { propagationPolicy: propagation }),
    ...(grace < 0 ? {} : { gracePeriodSeconds: grace }),
    ...(target === undefined ? {} : preconditionsOf(target, preconditions)),
  })
}

function preconditionsOf({ object }: Target, preconditions: Preconditions) {
  const { uid, resourceVersion } = object.metadata
  switch (preconditions) {
    case 'none':
      return {}
    case 'uid':
      return { preconditions: { uid } }
    case 'version':
      return { preconditions: { uid, resourceVersion } }
    default:
      return assertNever(preconditions)
  }
}
