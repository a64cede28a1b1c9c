import { useEffect, useRef, useState } from 'react'
import type { ContextId, ObjectRef } from '../../shared/kube/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import {
  announce,
  containersOf,
  errorBody,
  type PodContainer,
  streamRefusal,
  useCall,
  useContextEntry,
  useStream,
} from '../live/index.ts'
import { Button, Chip, Dialog, Select, useLater } from '../ui/index.ts'
import { openTerminal } from './opening.ts'
import styles from './Terminal.module.css'

export interface ShellDialogProps {
  readonly kind: 'shell' | 'attach'
  readonly context: ContextId
  /** A pod, or a workload of which a pod is chosen. */
  readonly objectRef: ObjectRef
  /** Empty: the default one, or a choice. */
  readonly container: string
  readonly onClose: () => void
}

const verbs = { shell: 'Open a shell', attach: 'Attach to the process' } as const

/** Opens a terminal at once where nothing is to be chosen; else asks for the pod and the container. */
export function ShellDialog(props: ShellDialogProps) {
  const { kind, context, objectRef, onClose } = props
  const entry = useContextEntry(context)
  const refusal = streamRefusal(entry)
  const isPod = objectRef.resource.group === '' && objectRef.resource.resource === 'pods'
  const choices = useCall('forwards.choices', isPod || refusal !== null ? null : { context, ref: objectRef })
  const pods = isPod ? [{ name: objectRef.name, isReady: true }] : (choices.value?.pods ?? [])
  const [chosen, choose] = useState('')
  const pod = pods.find(({ name }) => name === chosen) ?? pods[0]
  const problem =
    refusal ??
    choices.error?.message ??
    (choices.value !== null && pods.length === 0 ? `${objectRef.name} has no pod now.` : null)
  const title = `${verbs[kind]} in ${objectRef.name}`
  if (problem !== null) return <Refused title={title} problem={problem} onClose={onClose} />
  if (pod === undefined) return <Reading title={title} onClose={onClose} />
  return <InPod {...props} title={title} pod={pod.name} pods={pods} isChosen={chosen !== ''} onPod={choose} />
}

interface InPodProps extends ShellDialogProps {
  readonly title: string
  readonly pod: string
  readonly pods: readonly { readonly name: string; readonly isReady: boolean }[]
  /** The user looks at a choice already: nothing opens by itself. */
  readonly isChosen: boolean
  readonly onPod: (name: string) => void
}

function InPod({
  kind,
  context,
  objectRef,
  container,
  title,
  pod,
  pods,
  isChosen,
  onPod,
  onClose,
}: InPodProps) {
  const { namespace } = objectRef
  const ref = { resource: { group: '', version: 'v1', resource: 'pods' }, namespace, name: pod }
  const entry = useContextEntry(context)
  const { value, error } = useStream('objects.watch', { context, ref })
  const [chosen, choose] = useState(container)
  const isDone = useRef(false)
  const object = value?.object ?? null
  const containers = object === null ? null : containersOf(object).filter(one => isUsable(one, kind))
  const one = containers?.find(({ name }) => name === chosen) ?? containers?.[0]
  const open = (to: PodContainer) => {
    if (isDone.current) return
    isDone.current = true
    onClose()
    const target = { namespace, pod, container: to.name }
    openTerminal(
      context,
      kind === 'shell' ? { kind, ...target, command: [] } : { kind, ...target },
      kind === 'shell' || to.isTty,
    ).then(
      () => announce(`${kind === 'shell' ? 'Shell' : 'Attached'} in ${pod}, ${to.name}`),
      (failure: unknown) => announce(errorBody(failure).message),
    )
  }
  const isClear =
    !isChosen && pods.length === 1 && one !== undefined && (container !== '' || containers?.length === 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once, as soon as there is nothing to choose
  useEffect(() => {
    if (isClear) open(one)
  }, [isClear])
  if (isClear) return null
  const failure = error ?? (value?.status.phase === 'failed' ? value.status.error : null)
  if (failure !== null) return <Refused title={title} problem={failure.message} onClose={onClose} />
  if (containers === null) return <Reading title={title} onClose={onClose} />
  if (one === undefined)
    return <Refused title={title} problem={`No container of ${pod} runs.`} onClose={onClose} />
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" autoFocus onPress={() => open(one)}>
            {verbs[kind]}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p className={styles.where} data-context-colour={entry?.colour ?? 0}>
          {visibleText(`In ${entry?.name ?? context}, namespace ${namespace}.`)}
        </p>
        {pods.length > 1 && (
          <Select
            label="Pod"
            options={pods.map(({ name, isReady }) => ({
              id: name,
              label: visibleText(name),
              ...(isReady ? {} : { detail: 'not ready' }),
            }))}
            value={pod}
            onChange={onPod}
          />
        )}
        <Select
          label="Container"
          options={containers.map(({ name, image, isRunning }) => ({
            id: name,
            label: visibleText(name),
            detail: `${visibleText(image)}${isRunning ? '' : ', not running'}`,
          }))}
          value={one.name}
          onChange={choose}
        />
        {!one.isRunning && <Chip meaning="warning">not running</Chip>}
        {kind === 'attach' && !one.hasInput && (
          <p className={styles.quiet}>It reads no input (stdin is not set): its output is shown alone.</p>
        )}
      </div>
    </Dialog>
  )
}

/** Init containers are over in most pods; those that run can be looked into. */
function isUsable({ kind, isRunning }: PodContainer, how: 'shell' | 'attach'): boolean {
  return isRunning || (kind === 'container' && how === 'shell')
}

function Refused({
  title,
  problem,
  onClose,
}: {
  readonly title: string
  readonly problem: string
  readonly onClose: () => void
}) {
  return (
    <Dialog
      title={visibleText(title)}
      isOpen
      onClose={onClose}
      actions={
        <Button look="primary" autoFocus onPress={onClose}>
          Close
        </Button>
      }
    >
      <p>{visibleText(problem)}</p>
    </Dialog>
  )
}

function Reading({ title, onClose }: { readonly title: string; readonly onClose: () => void }) {
  const isLate = useLater(200)
  if (!isLate) return null
  return (
    <Dialog
      title={visibleText(title)}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>Cancel</Button>}
    >
      <p>Reading the pod…</p>
    </Dialog>
  )
}
