import { useState } from 'react'
import type { Forward } from '../../shared/ipc/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, copyText, errorBody } from '../live/index.ts'
import { Button } from '../ui/index.ts'
import { hostOf, isListening, pageOf } from './words.ts'

export interface ForwardActionsProps {
  readonly forward: Forward
}

/** Stop or start, copy, forget. What goes wrong stands in the row, which main says. */
export function ForwardActions({ forward }: ForwardActionsProps) {
  const { id, ref, phase, address, ports } = forward
  const [isBusy, setIsBusy] = useState(false)
  const isRunning = isListening(forward) || (phase === 'failed' && forward.startedAt > 0)
  const run = async (method: 'forwards.stop' | 'forwards.restart' | 'forwards.forget', done: string) => {
    setIsBusy(true)
    try {
      await engine.call(method, { id })
      announce(done)
    } catch (error) {
      announce(errorBody(error).message)
    } finally {
      setIsBusy(false)
    }
  }
  const addresses = ports.map(port => pageOf(address, port) ?? hostOf(address, port)).join('\n')
  return (
    <>
      {isRunning ? (
        <Button
          look="quiet"
          label={`Stop the forward to ${ref.name}`}
          isDisabled={isBusy}
          onPress={() => void run('forwards.stop', `Stopped the forward to ${ref.name}`)}
        >
          Stop
        </Button>
      ) : (
        <Button
          look="quiet"
          label={`Start the forward to ${ref.name}`}
          isDisabled={isBusy || phase === 'starting'}
          onPress={() => void run('forwards.restart', `Started the forward to ${ref.name}`)}
        >
          Start
        </Button>
      )}
      <Button
        look="quiet"
        label={`Copy the address of the forward to ${ref.name}`}
        onPress={() => void copyText(addresses, ports.length === 1 ? 'the address' : 'the addresses')}
      >
        Copy
      </Button>
      <Button
        look="quiet"
        label={`Forget the forward to ${ref.name}`}
        isDisabled={isBusy}
        onPress={() => void run('forwards.forget', `Forgot the forward to ${ref.name}`)}
      >
        Forget
      </Button>
    </>
  )
}
