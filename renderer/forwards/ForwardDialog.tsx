import { useState } from 'react'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { ForwardChoices } from '../../shared/ipc/index.ts'
import { type ContextId, type ObjectRef, visibleText } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, errorBody, openInDock, useCall, useContextEntry } from '../live/index.ts'
import { Banner, Button, ContextName, Dialog, EmptyState, Select } from '../ui/index.ts'
import { initialDraft, isReady, problemsOf, wantedPorts } from './draft.ts'
import styles from './Forwards.module.css'
import { PortFields } from './PortFields.tsx'

export interface ForwardDialogProps {
  readonly context: ContextId
  /** A pod, a Service or a workload. */
  readonly objectRef: ObjectRef
  readonly onClose: () => void
}

/** Asks which ports of a target are forwarded to which of this machine, and starts the forward. */
export function ForwardDialog({ context, objectRef, onClose }: ForwardDialogProps) {
  const { group, version, resource } = objectRef.resource
  const { namespace, name } = objectRef
  const ref = { resource: { group, version, resource }, namespace, name }
  const { value, error } = useCall('forwards.choices', { context, ref })
  const title = `Forward a port of ${visibleText(name)}`
  if (value === null)
    return (
      <Dialog title={title} isOpen onClose={onClose} actions={<Button onPress={onClose}>Close</Button>}>
        {error === null ? (
          <EmptyState title="Reading its ports…" />
        ) : (
          <EmptyState
            meaning={error.kind === 'invalid' ? 'unknown' : 'bad'}
            title="There is nothing to forward to"
            detail={visibleText(error.message)}
            causes={error.causes}
          />
        )}
      </Dialog>
    )
  return <Form context={context} objectRef={ref} choices={value} title={title} onClose={onClose} />
}

type Address = '127.0.0.1' | '::1' | '0.0.0.0'

const addresses: readonly { readonly id: Address; readonly label: string; readonly detail: string }[] = [
  { id: '127.0.0.1', label: '127.0.0.1', detail: 'Programs on this machine reach it.' },
  { id: '::1', label: '::1', detail: 'The same over IPv6.' },
  { id: '0.0.0.0', label: '0.0.0.0', detail: 'Every machine that reaches this one reaches the pod.' },
]

interface FormProps extends ForwardDialogProps {
  readonly choices: ForwardChoices
  readonly title: string
}

function Form({ context, objectRef, choices, title, onClose }: FormProps) {
  const [draft, setDraft] = useState(() => initialDraft(choices))
  const [address, setAddress] = useState<Address>('127.0.0.1')
  const [failure, setFailure] = useState<AppErrorBody | null>(null)
  const [isStarting, setIsStarting] = useState(false)
  const problems = problemsOf(draft)
  const mayStart = isReady(problems) && !isStarting
  const start = async () => {
    if (!mayStart) return
    setIsStarting(true)
    setFailure(null)
    try {
      const ports = wantedPorts(draft)
      const forward = await engine.call('forwards.start', { context, ref: objectRef, ports, address })
      announce(`Forwards to ${objectRef.name} on ${forward.ports.map(({ local }) => local).join(', ')}`)
      onClose()
      openInDock({ kind: 'forwards' })
    } catch (problem) {
      setFailure(errorBody(problem))
      setIsStarting(false)
    }
  }
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" isDisabled={!mayStart} onPress={() => void start()}>
            Forward
          </Button>
        </>
      }
    >
      <Where context={context} namespace={objectRef.namespace} choices={choices} />
      <PortFields
        choices={choices}
        draft={draft}
        problems={problems}
        mayTypeOther={objectRef.resource.resource !== 'services'}
        onChange={next => {
          setDraft(next)
          setFailure(null)
        }}
        onSubmit={() => void start()}
      />
      <div>
        <Select
          label="Address"
          options={addresses}
          value={address}
          onChange={id => setAddress(addresses.find(one => one.id === id)?.id ?? '127.0.0.1')}
        />
      </div>
      {address === '0.0.0.0' && (
        <Banner meaning="warning">
          Whoever reaches this machine over a network reaches the pod too, without signing in to the cluster.
        </Banner>
      )}
      {failure !== null && (
        <div className={styles.failure} role="alert">
          <p>{visibleText(failure.message)}</p>
          {failure.causes?.map(cause => (
            <p key={cause}>{visibleText(cause)}</p>
          ))}
        </div>
      )}
    </Dialog>
  )
}

interface WhereProps {
  readonly context: ContextId
  readonly namespace: string
  readonly choices: ForwardChoices
}

/** The cluster, and the pod that would be taken first. */
function Where({ context, namespace, choices }: WhereProps) {
  const entry = useContextEntry(context)
  const [first, ...others] = choices.pods
  return (
    <p className={styles.where}>
      <ContextName entry={entry} />
      <span>
        namespace {visibleText(namespace)}.{' '}
        {first === undefined ? (
          'There is no pod yet; connections wait for one.'
        ) : (
          <>
            {first.isReady ? 'Goes to pod' : 'No pod is ready; connections wait, e.g. for'}{' '}
            <span className={styles.mono}>{visibleText(first.name)}</span>
            {others.length > 0 && `, one of ${others.length + 1}; when it ends, to another`}.
          </>
        )}
      </span>
    </p>
  )
}
