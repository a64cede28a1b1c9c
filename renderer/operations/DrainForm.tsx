import { Checkbox, TextField } from '../ui/index.ts'
import type { FormProps } from './form.ts'
import { NumberField } from './NumberField.tsx'
import styles from './Operations.module.css'

/** How a node is emptied. What moves and what does not is for the plan to say. */
export function DrainForm({ operation, onChange, onProblem, onSubmit }: FormProps<'drain'>) {
  return (
    <>
      <p className={styles.quiet}>
        The node is cordoned, then its pods are evicted as their disruption budgets allow. Pods of DaemonSets
        stay. The review lists what moves and what does not.
      </p>
      <Checkbox
        isChecked={operation.deletesEmptyDir}
        onChange={deletesEmptyDir => onChange({ ...operation, deletesEmptyDir })}
        description="What these volumes hold is lost."
      >
        Evict pods with emptyDir volumes
      </Checkbox>
      <Checkbox
        isChecked={operation.deletesUnmanaged}
        onChange={deletesUnmanaged => onChange({ ...operation, deletesUnmanaged })}
        description="Nothing makes them anew."
      >
        Evict pods without a controller
      </Checkbox>
      <NumberField
        label="Grace period in seconds"
        value={operation.grace}
        least={-1}
        most={86_400}
        description="-1: each pod's own."
        onChange={grace => onChange({ ...operation, grace })}
        {...{ onProblem, onSubmit }}
      />
      <NumberField
        label="Time limit in seconds"
        value={operation.timeout}
        least={0}
        most={86_400}
        description="0: no limit."
        onChange={timeout => onChange({ ...operation, timeout })}
        {...{ onProblem, onSubmit }}
      />
      <TextField
        label="Only pods with these labels"
        value={operation.podSelector}
        isMono
        description="A label selector. Empty: all pods of the node."
        onChange={podSelector => onChange({ ...operation, podSelector })}
        onSubmit={onSubmit}
      />
    </>
  )
}
