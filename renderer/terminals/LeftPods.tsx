import { useState } from 'react'
import type { LeftPod } from '../../shared/ipc/index.ts'
import { type ContextId, visibleText } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, errorBody, useLeftPods } from '../live/index.ts'
import { Banner, Button } from '../ui/index.ts'

export interface LeftPodsProps {
  readonly context: ContextId
  readonly node: string
}

/** The pods that earlier terminals of a node left there, each with what deletes it. */
export function LeftPods({ context, node }: LeftPodsProps) {
  const left = useLeftPods().filter(one => one.context === context && one.node === node)
  return left.map(one => <Left key={one.id} left={one} />)
}

function Left({ left }: { readonly left: LeftPod }) {
  const [isRemoving, setIsRemoving] = useState(false)
  const place = visibleText(`${left.namespace}/${left.pod}`)
  const remove = async () => {
    setIsRemoving(true)
    try {
      await engine.call('terminals.removeLeft', { id: left.id })
      announce(`Deleted pod ${place}`)
    } catch (error) {
      announce(errorBody(error).message)
      setIsRemoving(false)
    }
  }
  return (
    <Banner
      meaning="warning"
      actions={
        <Button isDisabled={isRemoving} label={`Delete pod ${place}`} onPress={() => void remove()}>
          Delete it
        </Button>
      }
    >
      {left.isCertain
        ? `Pod ${place} of an earlier terminal was not deleted.`
        : `Pod ${place} may have been created: the answer to that was lost.`}
    </Banner>
  )
}
