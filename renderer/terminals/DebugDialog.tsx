import { useState } from 'react'
import { type DebugPlan, type DebugTarget, defaultSettings } from '../../shared/ipc/index.ts'
import { type ContextId, type ObjectRef, visibleText } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import {
  announce,
  changeSettings,
  containersOf,
  errorBody,
  streamRefusal,
  useContextEntry,
  useSettings,
  useStream,
} from '../live/index.ts'
import { Banner, Button, Dialog } from '../ui/index.ts'
import { DebugFields, type DebugWish } from './DebugFields.tsx'
import { DebugPlanView } from './DebugPlanView.tsx'
import { LeftPods } from './LeftPods.tsx'
import { openPlanned } from './opening.ts'
import styles from './Terminal.module.css'

export interface DebugDialogProps {
  readonly context: ContextId
  /** A pod, or a node. */
  readonly objectRef: ObjectRef
  readonly onClose: () => void
}

/** A debug container in a pod or a debug pod on a node: chosen, planned, looked at, and only then written. */
export function DebugDialog({ context, objectRef, onClose }: DebugDialogProps) {
  const entry = useContextEntry(context)
  const refusal = streamRefusal(entry)
  const isNode = objectRef.resource.resource === 'nodes'
  const kept = useSettings()?.debug ?? defaultSettings.debug
  const pod = useStream('objects.watch', isNode || refusal !== null ? null : { context, ref: objectRef })
  const object = pod.value?.object ?? null
  const containers = object === null ? [] : containersOf(object).filter(({ kind }) => kind === 'container')
  const [changed, setChanged] = useState<Partial<DebugWish>>({})
  const wish: DebugWish = {
    ...kept,
    target: containers[0]?.name ?? '',
    namespace: 'default',
    command: '',
    ...changed,
  }
  const [plan, setPlan] = useState<DebugPlan | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    if (isBusy) return
    setIsBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      const { message, causes = [] } = errorBody(error)
      setProblem([message, ...causes].join(' '))
    }
    setIsBusy(false)
  }
  const makePlan = () =>
    run(async () => {
      const { image, profile } = wish
      changeSettings({ debug: { image, profile } }).catch((error: unknown) =>
        announce(errorBody(error).message),
      )
      setPlan(await engine.call('terminals.planDebug', { context, target: targetOf(objectRef, wish) }))
    })
  const carryOut = (made: DebugPlan) =>
    run(async () => {
      await openPlanned(made)
      onClose()
    })
  const name = entry?.name ?? context
  const canWrite = plan !== null && plan.problem === undefined
  return (
    <Dialog
      title={visibleText(`Debug ${isNode ? 'node' : 'pod'} ${objectRef.name}`)}
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          {plan !== null && (
            <Button autoFocus onPress={() => setPlan(null)}>
              Change
            </Button>
          )}
          {plan === null ? (
            <Button look="primary" isDisabled={refusal !== null || wish.image === ''} onPress={makePlan}>
              Plan
            </Button>
          ) : (
            <Button look="primary" isDisabled={!canWrite} onPress={() => carryOut(plan)}>
              {`Create it in ${visibleText(name)}`}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body} data-context-colour={entry?.colour ?? 0}>
        {refusal !== null && <Banner meaning="warning">{refusal}</Banner>}
        {problem !== null && (
          <div role="alert">
            <Banner meaning="bad">{problem}</Banner>
          </div>
        )}
        {isNode && plan === null && <LeftPods context={context} node={objectRef.name} />}
        {refusal === null && plan === null && (
          <DebugFields
            wish={wish}
            containers={isNode ? null : containers}
            onChange={part => setChanged({ ...changed, ...part })}
            onSubmit={makePlan}
          />
        )}
        {plan !== null && <DebugPlanView plan={plan} />}
      </div>
    </Dialog>
  )
}

function targetOf({ resource, namespace, name }: ObjectRef, wish: DebugWish): DebugTarget {
  const { image, profile } = wish
  const command = wish.command.split(/\s+/).filter(word => word !== '')
  return resource.resource === 'nodes'
    ? { kind: 'node', node: name, namespace: wish.namespace, image, profile, command }
    : { kind: 'container', namespace, pod: name, target: wish.target, image, profile, command }
}
