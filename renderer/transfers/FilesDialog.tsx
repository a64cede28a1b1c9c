import { useState } from 'react'
import { type ContextId, type ObjectRef, visibleText } from '../../shared/kube/index.ts'
import { containersOf, type PodContainer, streamRefusal, useContextEntry, useStream } from '../live/index.ts'
import { Button, Chip, ContextName, Dialog, EmptyState, Select, useLater } from '../ui/index.ts'
import { Files } from './Files.tsx'
import styles from './Transfers.module.css'

export interface FilesDialogProps {
  readonly context: ContextId
  /** A pod. */
  readonly objectRef: ObjectRef
  /** Empty: the first that runs. */
  readonly container: string
  readonly onClose: () => void
}

/** Browses the files of a pod's containers, and copies them from and to this machine. */
export function FilesDialog({ context, objectRef, container, onClose }: FilesDialogProps) {
  const refusal = streamRefusal(useContextEntry(context))
  const { value, error } = useStream('objects.watch', refusal === null ? { context, ref: objectRef } : null)
  const failure = error ?? (value?.status.phase === 'failed' ? value.status.error : null)
  const title = `Files of ${objectRef.name}`
  const pod = value?.object ?? null
  if (pod !== null && refusal === null)
    return (
      <Dialog title={title} isOpen isWide onClose={onClose}>
        <InPod
          {...{ context, objectRef, container, onClose }}
          containers={containersOf(pod).filter(hasFiles)}
          isGone={value?.status.phase === 'deleted'}
        />
      </Dialog>
    )
  return (
    <Dialog title={title} isOpen onClose={onClose} actions={<Button onPress={onClose}>Close</Button>}>
      <Reading problem={refusal ?? failure?.message ?? null} isRefused={refusal !== null} />
    </Dialog>
  )
}

function Reading({ problem, isRefused }: { readonly problem: string | null; readonly isRefused: boolean }) {
  const isLate = useLater(200)
  if (problem !== null)
    return (
      <EmptyState
        meaning={isRefused ? 'unknown' : 'bad'}
        title={isRefused ? 'No files are shown here' : 'The pod cannot be read'}
        detail={visibleText(problem)}
      />
    )
  return isLate ? <EmptyState title="Reading the pod…" /> : null
}

/** Init containers are over in most pods; those that run can be looked into. */
function hasFiles({ kind, isRunning }: PodContainer): boolean {
  return isRunning || kind === 'container'
}

interface InPodProps extends FilesDialogProps {
  readonly containers: readonly PodContainer[]
  readonly isGone: boolean
}

function InPod({ context, objectRef, container, containers, isGone, onClose }: InPodProps) {
  const [chosen, choose] = useState(container)
  const one =
    containers.find(({ name }) => name === chosen) ??
    containers.find(({ isRunning }) => isRunning) ??
    containers[0]
  const entry = useContextEntry(context)
  if (one === undefined) return <EmptyState title="This pod has no container" />
  const { namespace, name: pod } = objectRef
  return (
    <>
      <div className={styles.where}>
        <ContextName entry={entry} />
        <span className={styles.quiet}>namespace {visibleText(namespace)}</span>
        <span className={styles.gap} />
        <Select
          label="Container"
          options={containers.map(({ name, isRunning }) => ({
            id: name,
            label: visibleText(name),
            ...(isRunning ? {} : { detail: 'not running' }),
          }))}
          value={one.name}
          onChange={choose}
        />
        {isGone && <Chip meaning="bad">the pod was deleted</Chip>}
      </div>
      {one.isRunning ? (
        <Files
          key={one.name}
          place={{ context, namespace, pod, container: one.name }}
          firstFolder={one.folder}
          objectRef={objectRef}
          onClose={onClose}
        />
      ) : (
        <EmptyState
          meaning="unknown"
          title={`${one.name} is not running`}
          detail="Files can be listed and copied while a container runs. Choose another container, or come back when it does."
        />
      )}
    </>
  )
}
