import { useEffect, useRef } from 'react'
import type { Terminal } from '../../../shared/ipc/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { engine } from '../../bridge/index.ts'
import { announce, closeInDock, dockKey, errorBody, useContextEntry } from '../../live/index.ts'
import { Button, Dialog } from '../../ui/index.ts'

export interface CloseTerminalProps {
  readonly terminal: Terminal
  readonly onDone: () => void
}

/** Closes a terminal; one whose process runs only after asking. */
export function CloseTerminal({ terminal, onDone }: CloseTerminalProps) {
  const entry = useContextEntry(terminal.context)
  const runs = terminal.phase === 'open' || terminal.phase === 'connecting'
  const isAsked = useRef(false)
  const close = () => {
    onDone()
    closeInDock(dockKey({ kind: 'terminal', terminal: terminal.id }))
    engine
      .call('terminals.close', { id: terminal.id })
      .catch((error: unknown) => announce(errorBody(error).message))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is over closes at once, and only once
  useEffect(() => {
    if (runs || isAsked.current) return
    isAsked.current = true
    close()
  }, [])
  if (!runs) return null
  const what = terminal.command[0] ?? 'the process'
  return (
    <Dialog
      title="End this terminal?"
      isOpen
      onClose={onDone}
      actions={
        <>
          <Button autoFocus onPress={onDone}>
            Keep it
          </Button>
          <Button look="primary" onPress={close}>
            Close and end
          </Button>
        </>
      }
    >
      <p>
        {visibleText(
          `${what} runs in ${terminal.pod}/${terminal.container} of ${entry?.name ?? terminal.context}. Closing ends its connection; what it was doing may stop.`,
        )}
      </p>
    </Dialog>
  )
}
