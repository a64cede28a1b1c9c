import { visibleText } from '../../shared/kube/index.ts'
import { listAt, numberAt, textAt } from '../../shared/relations/index.ts'
import { Banner, DefinitionList, TextField } from '../ui/index.ts'
import type { FormProps } from './form.ts'
import { NumberField } from './NumberField.tsx'
import styles from './Operations.module.css'

export function ScaleForm({ object, asked, operation, onChange, onProblem, onSubmit }: FormProps<'scale'>) {
  const current = numberAt(object, 'spec', 'replicas')
  return (
    <>
      <NumberField
        label="Replicas"
        value={operation.replicas}
        least={0}
        most={1_000_000}
        autoFocus
        description={
          asked.targets.length > 1
            ? `For each of the ${asked.targets.length}.`
            : `Now ${current ?? 'not set'}.`
        }
        onChange={replicas => onChange({ ...operation, replicas })}
        {...{ onProblem, onSubmit }}
      />
      <p className={styles.quiet}>
        Where an autoscaler sets the number, it will set it again. The review names it.
      </p>
    </>
  )
}

export function EvictForm({ operation, onChange, onProblem, onSubmit }: FormProps<'evict'>) {
  return (
    <NumberField
      label="Grace period in seconds"
      value={operation.grace}
      least={-1}
      most={86_400}
      autoFocus
      description="-1: the pod's own. A disruption budget can refuse an eviction."
      onChange={grace => onChange({ ...operation, grace })}
      {...{ onProblem, onSubmit }}
    />
  )
}

export function BindForm({ operation, onChange, onSubmit }: FormProps<'bind'>) {
  return (
    <TextField
      label="Node"
      value={operation.node}
      isMono
      autoFocus
      description="The pod goes to this node past the scheduler, and cannot be moved from it."
      onChange={node => onChange({ ...operation, node: node.trim() })}
      onSubmit={onSubmit}
    />
  )
}

export function TriggerForm({ operation, onChange, onSubmit }: FormProps<'trigger'>) {
  return (
    <TextField
      label="Name of the Job"
      value={operation.jobName}
      isMono
      autoFocus
      onChange={jobName => onChange({ ...operation, jobName: jobName.trim() })}
      onSubmit={onSubmit}
    />
  )
}

export function TokenForm({ operation, onChange, onProblem, onSubmit }: FormProps<'token'>) {
  return (
    <>
      <TextField
        label="Audiences"
        value={operation.audiences.join(' ')}
        autoFocus
        isMono
        description="Separated by spaces. Empty: the API server itself."
        onChange={text => onChange({ ...operation, audiences: text === '' ? [] : text.split(' ') })}
        onSubmit={onSubmit}
      />
      <NumberField
        label="Valid for, in seconds"
        value={operation.seconds}
        least={0}
        most={1_000_000_000}
        description="0: the server's choice. The server takes no less than 600."
        onChange={seconds => onChange({ ...operation, seconds })}
        {...{ onProblem, onSubmit }}
      />
      <TextField
        label="Bound to pod"
        value={operation.boundPod}
        isMono
        description="Empty: bound to none. A bound token ends with its pod."
        onChange={boundPod => onChange({ ...operation, boundPod: boundPod.trim() })}
        onSubmit={onSubmit}
      />
    </>
  )
}

export function DecisionForm({ object, operation, onChange, onSubmit }: FormProps<'approve' | 'deny'>) {
  return (
    <>
      <DefinitionList
        items={[
          { term: 'Asked by', description: visibleText(textAt(object, 'spec', 'username') || 'unknown') },
          { term: 'Signer', description: visibleText(textAt(object, 'spec', 'signerName') || 'unknown') },
          { term: 'Usages', description: visibleText(listAt(object, 'spec', 'usages').join(', ') || 'none') },
        ]}
      />
      <TextField
        label="Reason"
        value={operation.reason}
        autoFocus
        onChange={reason => onChange({ ...operation, reason })}
        onSubmit={onSubmit}
      />
      <TextField
        label="Message"
        value={operation.message}
        onChange={message => onChange({ ...operation, message })}
        onSubmit={onSubmit}
      />
    </>
  )
}

export function FinalizersForm({ operation }: FormProps<'removeFinalizers'>) {
  return (
    <>
      <Banner meaning="warning">
        What these finalizers stand for is not cleaned up when they are removed by hand: volumes, load
        balancers and records elsewhere may stay behind for good.
      </Banner>
      <ul className={styles.entries}>
        {operation.finalizers.map(finalizer => (
          <li key={finalizer} className={styles.entry}>
            <span className={styles.name}>{visibleText(finalizer)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
