import { visibleText } from '../../shared/kube/index.ts'
import { useCall } from '../live/index.ts'
import { Banner, Button, Select } from '../ui/index.ts'
import type { FormProps } from './form.ts'
import { NumberField } from './NumberField.tsx'
import styles from './Operations.module.css'
import { propagations } from './propagations.ts'

const preconditions = [
  { id: 'uid', label: 'this very object', detail: 'Refused where it was made anew since.' },
  { id: 'version', label: 'unchanged', detail: 'Refused where it changed since.' },
  { id: 'none', label: 'any of this name', detail: 'Nothing is checked.' },
] as const

/** How objects are deleted, and what goes with them. */
export function DeleteForm({ asked, operation, onChange, onProblem, onSubmit }: FormProps<'delete'>) {
  return (
    <>
      <div className={styles.row}>
        <Select
          label="Dependents"
          options={propagations}
          value={operation.propagation ?? 'Background'}
          onChange={id =>
            onChange({ ...operation, propagation: propagations.find(each => each.id === id)?.id ?? null })
          }
        />
        <Select
          label="Only"
          options={preconditions}
          value={operation.preconditions}
          onChange={id =>
            onChange({ ...operation, preconditions: preconditions.find(each => each.id === id)?.id ?? 'uid' })
          }
        />
      </div>
      <NumberField
        label="Grace period in seconds"
        value={operation.grace}
        least={-1}
        most={86_400}
        autoFocus
        description="-1: each object's own. 0 forgets a pod before it has ended."
        onChange={grace => onChange({ ...operation, grace })}
        {...{ onProblem, onSubmit }}
      />
      <Dependents asked={asked} operation={operation} />
    </>
  )
}

function Dependents({ asked, operation }: Pick<FormProps<'delete'>, 'asked' | 'operation'>) {
  const { value, error, again } = useCall('operations.deletionPreview', {
    context: asked.context,
    targets: asked.targets.slice(0, 1000),
    propagation: operation.propagation,
  })
  if (error !== null)
    return (
      <Banner meaning="unknown" actions={<Button onPress={again}>Try again</Button>}>
        What goes with it could not be found out. {visibleText(error.message)}
      </Banner>
    )
  if (value === null)
    return (
      <p className={styles.quiet} role="status">
        Looking for what goes with it…
      </p>
    )
  const shown = value.dependents.slice(0, 200)
  return (
    <>
      {asked.targets.length > 1000 && (
        <Banner meaning="warning">
          Only the first 1,000 objects were looked at for what goes with them.
        </Banner>
      )}
      {!value.isComplete && (
        <Banner meaning="warning">The list is not complete: a kind could not be read.</Banner>
      )}
      {value.consequences.map(({ severity, text }) => (
        <Banner
          key={text}
          meaning={severity === 'danger' ? 'bad' : severity === 'warning' ? 'warning' : 'unknown'}
        >
          {visibleText(text)}
        </Banner>
      ))}
      {/* How many go or stay is what the consequences say. */}
      {value.dependents.length === 0 && (
        <p className={styles.quiet}>
          {value.isComplete ? 'Nothing else depends on it.' : 'Nothing else was found.'}
        </p>
      )}
      {shown.length < value.dependents.length && (
        <p className={styles.quiet}>
          The first {shown.length} of {value.dependents.length} are shown.
        </p>
      )}
      {shown.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must scroll by keyboard
        <ul className={styles.entries} aria-label="Dependents" tabIndex={0}>
          {shown.map(({ kind, ref, isBlocking }) => (
            <li key={`${kind} ${ref.namespace}/${ref.name}`} className={styles.entry}>
              <span className={styles.name}>{visibleText(`${kind} ${ref.name}`)}</span>
              {isBlocking && operation.propagation === 'Foreground' && (
                <span className={styles.quiet}>waited for</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
