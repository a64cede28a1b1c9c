import { useState } from 'react'
import type { Transfer } from '../../shared/ipc/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, copyText, errorBody } from '../live/index.ts'
import { Button } from '../ui/index.ts'
import { nameOf } from './paths.ts'

export interface TransferActionsProps {
  readonly transfer: Transfer
}

/** Cancel while it runs; afterwards once more, copy the path, forget. */
export function TransferActions({ transfer }: TransferActionsProps) {
  const { id, phase, source, destination, reason } = transfer
  const [isBusy, setIsBusy] = useState(false)
  const name = nameOf(source) || source
  const run = async (work: () => Promise<unknown>, done: string) => {
    setIsBusy(true)
    try {
      await work()
      announce(done)
    } catch (error) {
      announce(errorBody(error).message)
    } finally {
      setIsBusy(false)
    }
  }
  if (phase === 'running')
    return (
      <Button
        look="quiet"
        label={`Cancel the copy of ${name}`}
        isDisabled={isBusy}
        onPress={() =>
          void run(() => engine.call('transfers.cancel', { id }), `Cancelled the copy of ${name}`)
        }
      >
        Cancel
      </Button>
    )
  const isThere = reason?.reason === 'AlreadyExists'
  const again = async () => {
    const { context, namespace, pod, container, direction } = transfer
    const paths = { source, destination }
    await engine.call('transfers.start', {
      ...{ context, namespace, pod, container, direction },
      ...paths,
      mayOverwrite: isThere,
    })
    await engine.call('transfers.forget', { id })
  }
  return (
    <>
      {phase !== 'done' && (
        <Button
          look="quiet"
          label={isThere ? `Overwrite ${destination}` : `Copy ${name} again`}
          isDisabled={isBusy}
          onPress={() => void run(again, `Copying ${name}`)}
        >
          {isThere ? 'Overwrite' : 'Again'}
        </Button>
      )}
      <Button
        look="quiet"
        label={`Copy the path ${destination}`}
        onPress={() => void copyText(destination, 'the path')}
      >
        Copy path
      </Button>
      <Button
        look="quiet"
        label={`Forget the copy of ${name}`}
        isDisabled={isBusy}
        onPress={() => void run(() => engine.call('transfers.forget', { id }), `Forgot the copy of ${name}`)}
      >
        Forget
      </Button>
    </>
  )
}
