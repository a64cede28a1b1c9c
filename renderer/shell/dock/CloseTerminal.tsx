import { useEffect, useRef, useState } from 'react'
import type { Terminal } from '../../../shared/ipc/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { engine } from '../../bridge/index.ts'
import { announce, closeInDock, dockKey, errorBody, useContextEntry } from '../../live/index.ts'
import { Banner, Button, Dialog } from '../../ui/index.ts'

export interface CloseTerminalProps {
  readonly terminal: Terminal
  readonly onDone: () => void
}

/** Closes a terminal: after asking where its process runs, or where a pod stays that was made for it. */
export function CloseTerminal({ terminal, onDone }: CloseTerminalProps) {
  const name = useContextEntry(terminal.context)?.name ?? terminal.context
  const { id, leftBehind } = terminal
  const runs = terminal.phase === 'open' || terminal.phase === 'connecting'
  const isOver = !runs && leftBehind === undefined
  const isClosed = useRef(false)
  const [isRemoving, setIsRemoving] = useState(false)
  const [problem, setProblem] = useState('')
  const close = () => {
    if (isClosed.current) return
    isClosed.current = true
    onDone()
    closeInDock(dockKey({ kind: 'terminal', terminal: id }))
    engine.call('terminals.close', { id }).catch((error: unknown) => announce(errorBody(error).message))
  }
  const closeAndDelete = async () => {
    setIsRemoving(true)
    setProblem('')
    try {
      await engine.call('terminals.removeLeft', { id })
      close()
    } catch (error) {
      setProblem(errorBody(error).message)
      setIsRemoving(false)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is over closes at once, also while it is asked for
  useEffect(() => {
    if (isOver) close()
  }, [isOver])
  if (isOver) return null
  return (
    <Dialog
      title={runs ? 'End this terminal?' : 'Close this terminal?'}
      isOpen
      onClose={onDone}
      actions={
        <>
          <Button autoFocus onPress={onDone}>
            Keep it
          </Button>
          <Button
            look={leftBehind === undefined ? 'primary' : 'plain'}
            isDisabled={isRemoving}
            onPress={close}
          >
            {leftBehind === undefined ? 'Close and end' : 'Close, keep the pod'}
          </Button>
          {leftBehind !== undefined && (
            <Button look="primary" isDisabled={isRemoving} onPress={() => void closeAndDelete()}>
              Close and delete the pod
            </Button>
          )}
        </>
      }
    >
      {problem !== '' && (
        <div role="alert">
          <Banner meaning="bad">{problem}</Banner>
        </div>
      )}
      {runs && (
        <p>
          {visibleText(
            `${terminal.command[0] ?? 'The process'} runs in ${terminal.pod}/${terminal.container} of ${name}. Closing ends its connection; what it was doing may stop.`,
          )}
        </p>
      )}
      {leftBehind !== undefined && <p>{visibleText(leftWords(leftBehind, terminal.node, name))}</p>}
    </Dialog>
  )
}

/** @param left e.g. `Pod debug/node-debugger-x` */
function leftWords(left: string, node: string, context: string): string {
  return `${left} was created for it in ${context}, and stays with all it may do on node ${node} until it is deleted. If you keep it, “Debug shell…” on that node lists it and deletes it, until Gatehouse is quit. Later it is found among the pods by its label app.kubernetes.io/managed-by=gatehouse.`
}
