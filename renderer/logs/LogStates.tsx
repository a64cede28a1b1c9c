import type { ContextId } from '../../shared/kube/index.ts'
import { counted } from '../../shared/words/index.ts'
import { useContextEntry } from '../live/index.ts'
import { Button, EmptyState, useLater } from '../ui/index.ts'
import { emptyState } from './emptyState.ts'
import styles from './Logs.module.css'
import type { LogParts } from './parts.ts'

interface LogStatesProps extends LogParts {
  readonly context: ContextId
}

/** What stands in place of the lines when there are none. */
export function LogStates({ context, place, words, logs, actions }: LogStatesProps) {
  const { facts, error } = logs
  const isLate = useLater(200)
  const isDump = useContextEntry(context)?.origin === 'snapshot'
  const state = emptyState({ place, words, facts, error, isDump })
  // Work under 200 ms shows no sign of itself.
  if (state.isPassing && !isLate) return null
  return (
    <div className={styles.state}>
      <EmptyState
        meaning={state.meaning}
        title={state.title}
        detail={state.detail}
        causes={state.causes}
        actions={
          state.canClear ? (
            <Button onPress={actions.clearFilter}>{`Show all ${counted(facts?.held ?? 0, 'line')}`}</Button>
          ) : undefined
        }
      />
    </div>
  )
}
