import { useState } from 'react'
import type { Forward } from '../../shared/ipc/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, copyText, errorBody } from '../live/index.ts'
import { Button } from '../ui/index.ts'
import { hostOf, mayStop, pageOf } from './words.ts'

export interface ForwardActionsProps {
  readonly forward: Forward
}

/** Stop or start, copy, forget. What goes wrong stands in the row, which main says. */
export function ForwardActions({ forward }: ForwardActionsProps) {
  const { id, ref, address, ports } = forward
  /** A start may take minutes, and be stopped meanwhile. */
  const [isEnding, setIsEnding] = useState(false)
  const run = async (method: 'forwards.stop' | 'forwards.restart' | 'forwards.forget', done: string) => {
    setIsEnding(method !== 'forwards.restart')
    try {
      await engine.call(method, { id })
      announce(done)
    } catch (error) {
      announce(errorBody(error).message)
    } finally {
      if (method !== 'forwards.restart') setIsEnding(false)
    }
  }
  const [verb, method, done] = mayStop(forward)
    ? (['Stop', 'forwards.stop', 'Stopped'] as const)
    : (['Start', 'forwards.restart', 'Started'] as const)
  const addresses = ports.map(port => pageOf(address, port) ?? hostOf(address, port)).join('\n')
  return (
    <>
      <Button
        look="quiet"
        label={`${verb} the forward to ${ref.name}`}
        isDisabled={isEnding}
        onPress={() => void run(method, `${done} the forward to ${ref.name}`)}
      >
        {verb}
      </Button>
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
        isDisabled={isEnding}
        onPress={() => void run('forwards.forget', `Forgot the forward to ${ref.name}`)}
      >
        Forget
      </Button>
    </>
  )
}
