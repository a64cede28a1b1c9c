import type { KindDifference } from '../../shared/ipc/index.ts'
import type { ContextId, ObjectRef } from '../../shared/kube/index.ts'
import { addressOf, navigate, useContextEntry, useStream } from '../live/index.ts'
import { Button, EmptyState } from '../ui/index.ts'
import { Comparison } from './Comparison.tsx'
import { kindKey } from './overlooked.ts'

export interface RowComparisonProps {
  readonly before: ContextId
  readonly after: ContextId
  readonly objectRef: ObjectRef
  readonly state: KindDifference['state']
}

/** One object in two contexts, live. */
export function RowComparison({ before, after, objectRef, state }: RowComparisonProps) {
  const names = [useContextEntry(before)?.name ?? before, useContextEntry(after)?.name ?? after] as const
  const left = useStream('objects.watch', state === 'onlyAfter' ? null : { context: before, ref: objectRef })
  const right = useStream('objects.watch', state === 'onlyBefore' ? null : { context: after, ref: objectRef })
  if (state !== 'different') {
    const [has, lacks] = state === 'onlyBefore' ? names : [names[1], names[0]]
    return (
      <EmptyState
        title={`Only ${has} has it`}
        detail={`${lacks} has no ${objectRef.resource.resource} of this name.`}
        actions={
          <Button
            onPress={() => navigate(addressOf.object(state === 'onlyBefore' ? before : after, objectRef))}
          >
            Open it
          </Button>
        }
      />
    )
  }
  const error = left.error ?? right.error
  if (error !== null) return <EmptyState meaning="bad" title="It cannot be read" detail={error.message} />
  const [old, now] = [left.value?.object ?? null, right.value?.object ?? null]
  if (old === null || now === null) return null
  return (
    <Comparison
      context={after}
      kind={kindKey(objectRef.resource)}
      before={old}
      after={now}
      beforeLabel={names[0]}
      afterLabel={names[1]}
    />
  )
}
