import { useLayoutEffect } from 'react'
import type { ContextId } from '../../shared/kube/index.ts'
import { counted } from '../../shared/words/index.ts'
import {
  endClosing,
  useClosing,
  useContextEntry,
  useForwards,
  useRuns,
  useTerminals,
  useTransfers,
} from '../live/index.ts'
import { Button, Dialog } from '../ui/index.ts'
import { closeContext } from './actions.ts'

/** Closes the context that somebody wants closed, after a question where something ends with it. */
export function CloseContext() {
  const context = useClosing()
  return context === null ? null : <Question key={context} context={context} />
}

function Question({ context }: { readonly context: ContextId }) {
  const name = useContextEntry(context)?.name ?? context
  const running = useRunning(context)
  const isQuiet = running?.length === 0
  const close = () => {
    endClosing()
    closeContext(context)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes once, when nothing is known to run
  useLayoutEffect(() => {
    if (isQuiet) close()
  }, [isQuiet])
  if (running === null || isQuiet) return null
  return (
    <Dialog
      title={`Close ${name}?`}
      isOpen
      onClose={endClosing}
      actions={
        <>
          <Button autoFocus onPress={endClosing}>
            Keep it open
          </Button>
          <Button look="primary" onPress={close}>
            Close and end them
          </Button>
        </>
      }
    >
      <p>{`With the connection end: ${running.join(', ')}.`}</p>
    </Dialog>
  )
}

/** What runs in a context, counted in words; null before everything is known. */
function useRunning(context: ContextId): readonly string[] | null {
  const terminals = useTerminals()
  const forwards = useForwards()
  const transfers = useTransfers()
  const runs = useRuns()
  if (terminals === null || forwards === null || transfers === null || runs === null) return null
  const kinds = [
    ['terminal', terminals.filter(each => each.phase === 'open' || each.phase === 'connecting')],
    ['port-forward', forwards.filter(each => each.phase !== 'stopped' && each.phase !== 'failed')],
    ['copy', transfers.filter(each => each.phase === 'running')],
    ['run of changes', runs.filter(each => each.phase === 'running')],
  ] as const
  return kinds.flatMap(([word, all]) => {
    const here = all.filter(each => each.context === context).length
    return here === 0 ? [] : [counted(here, word, plurals[word])]
  })
}

const plurals: Readonly<Record<string, string>> = { copy: 'copies', 'run of changes': 'runs of changes' }
